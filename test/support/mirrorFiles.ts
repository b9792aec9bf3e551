import { DuckDBInstance } from '@duckdb/node-api';

/**
 * What DuckDB reads of a mirror in Parquet files, by its manifest, as the administration guide has it.
 * @param sql reads from the view `mirrored`
 */
export async function readMirrored(folder: string, sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run(`SET TimeZone = 'UTC'`);
    await connection.run(
      `SET VARIABLE files = (
         SELECT list('${folder}/' || file.path)
         FROM (SELECT unnest(files) AS file FROM read_json('${folder}/_manifest.json', maximum_object_size = 1000000000)))`,
    );
    await connection.run(
      `CREATE TEMP VIEW mirrored AS FROM read_parquet(getvariable('files'), union_by_name = true, hive_partitioning = true)`,
    );
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The records that are not marked as gone, by their identifiers. */
export async function mirroredRecords(folder: string): Promise<Map<string, unknown>> {
  const rows = await readMirrored(folder, 'SELECT id, _record FROM mirrored WHERE _deleted_at IS NULL');
  return new Map(rows.map(({ id, _record }) => [String(id), JSON.parse(String(_record)) as unknown]));
}
