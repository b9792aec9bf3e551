import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'better-sqlite3';
import type { ResourceRecord } from '../../../../../../preload/contract/records.ts';
import { migrate } from '../../../../../../main/platform/sqlite/migrations.ts';
import { cacheMigrations } from '../../../../../../main/store/cache/maintenance/cacheMigrations.ts';
import { installFunctions } from '../../../../../../main/store/query/functions.ts';
import { makeWriter } from '../../../../../../main/store/query/writer.ts';
import { transactionsTable } from '../../../../../bench/storeData.ts';

/**
 * Writes the same transactions to a cache database and to DuckDB, whose figures the cache's are compared with.
 * @param columns those of the table `t` in DuckDB, with their types
 */
export async function openBesideDuckDb(
  records: readonly ResourceRecord[],
  columns: Readonly<Record<string, string>>,
) {
  const database = new Database(':memory:');
  /** How often a query has looked whether it is canceled, and the look that finds it so. */
  const looks = { count: 0, cancelAt: Infinity };
  migrate(database, cacheMigrations);
  installFunctions(database, () => {
    looks.count += 1;
    if (looks.count === looks.cancelAt) throw new Error('canceled');
  });
  database.prepare(`INSERT INTO fetches (at, request) VALUES (1, '/v4/transactions')`).run();
  makeWriter(database, transactionsTable).write(records, [1]);
  const duck = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  const definitions = Object.entries(columns).map((column) => column.join(' '));
  await duck.run(`CREATE TABLE t (${definitions.join(', ')})`);
  const rows = records.map(
    (record) =>
      `(${Object.keys(columns)
        .map((name) => literal(record[name]))
        .join(', ')})`,
  );
  await duck.run(`INSERT INTO t VALUES ${rows.join(', ')}`);
  return {
    database,
    duck,
    looks,
    close(): void {
      duck.closeSync();
      database.close();
    },
  };
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value !== 'number') return `'${String(value)}'`;
  return `'${Object.is(value, -0) ? '-0' : value.toString()}'::DOUBLE`;
}
