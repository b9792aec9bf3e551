import pg from 'pg';
import { z } from 'zod';
import { FailureError } from '../../../../preload/contract/failures.ts';
import type { MirrorColumn, MirrorTable } from '../mirrorTable.ts';
import { columnTypes } from './rows.ts';

/** The tables of a mirror in a schema of PostgreSQL: made where they are missing, given new columns, never dropped. */

/** Columns that the mirror adds to those of the records. */
const ownColumns = {
  _fetched_at: 'When the record was last fetched with other values than before.',
  _first_seen_at: 'When the mirror first saw the record.',
  _deleted_at: 'When the record was missing at the service; null of those that are there.',
} as const;

/** The comment by which a table is known as a mirror's. */
const mark = 'A mirror by RWA Explorer.';

export interface Tables {
  /** Quoted names, with the schema. */
  readonly records: string;
  readonly history: string;
  readonly seen: string;
  readonly states: string;
  /** The columns of the records, by the order of `MirrorTable.columns`, quoted. */
  readonly columns: readonly string[];
}

const foundSchema = z.tuple([z.object({ there: z.boolean(), comment: z.string().nullable() })]);
const columnsSchema = z.array(z.object({ name: z.string(), type: z.string() }));

/** Returns the tables, made or brought up to date in one transaction, and what was changed in sentences. */
export async function makeTables(
  client: pg.Client,
  schema: string,
  table: MirrorTable,
): Promise<{ tables: Tables; notes: string[] }> {
  const name = (of: string): string => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(of)}`;
  const records = name(table.name);
  const notes: string[] = [];
  const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (rowCount === 0) await client.query(`CREATE SCHEMA ${pg.escapeIdentifier(schema)}`);
  const there = await findTable(client, schema, table);
  if (!there) {
    await client.query(
      `CREATE TABLE ${records} (id text PRIMARY KEY, _fetched_at timestamptz NOT NULL, _first_seen_at timestamptz NOT NULL, _deleted_at timestamptz)`,
    );
  }
  await client.query(`COMMENT ON TABLE ${records} IS ${pg.escapeLiteral(`${mark} ${table.description}`)}`);
  const history = name(`${table.name}_history`);
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${history} (id text NOT NULL, valid_from timestamptz NOT NULL, valid_until timestamptz NOT NULL, _record jsonb, PRIMARY KEY (id, valid_until))`,
  );
  await client.query(
    `COMMENT ON TABLE ${history} IS ${pg.escapeLiteral(`${mark} What records of ${table.name} were before they changed.`)}`,
  );
  const seen = name(`_${table.name}_seen`);
  await client.query(`CREATE TABLE IF NOT EXISTS ${seen} (id text PRIMARY KEY)`);
  const states = name('_mirrors');
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${states} (name text PRIMARY KEY, state json NOT NULL, stored_at timestamptz NOT NULL)`,
  );
  const columns = await makeColumns(client, { records, table, there }, notes);
  for (const column of indexed(table))
    await client.query(
      `CREATE INDEX IF NOT EXISTS ${pg.escapeIdentifier(`${table.name}_${column}`.slice(0, 60))} ON ${records} (${pg.escapeIdentifier(column)})`,
    );
  return { tables: { records, history, seen, states, columns }, notes };
}

/**
 * Returns whether the table of a mirror is there.
 * @throws FailureError where a table of this name is not a mirror's
 */
export async function findTable(client: pg.Client, schema: string, table: MirrorTable): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT obj_description(to_regclass($1)::oid, 'pg_class') AS comment, to_regclass($1) IS NOT NULL AS there`,
    [`${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table.name)}`],
  );
  const [{ there, comment }] = foundSchema.parse(rows);
  if (!there || comment?.startsWith(mark) === true) return there;
  throw new FailureError({
    code: 'storage',
    message: `The schema ${schema} has a table ${table.name} that is no mirror. Choose another schema.`,
  });
}

/** A column whose type has changed stays as it is; the new values go to one beside it. */
async function makeColumns(
  client: pg.Client,
  { records, table, there }: { records: string; table: MirrorTable; there: boolean },
  notes: string[],
): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [records],
  );
  const typeOf = new Map(columnsSchema.parse(rows).map(({ name, type }) => [name, type]));
  const added: string[] = [];
  const columns = table.columns.map((column) => {
    const wanted = columnTypes[column.type];
    let name = column.name;
    for (let number = 2; typeOf.has(name) && typeOf.get(name) !== wanted; number += 1)
      name = `${column.name}__${number.toString()}`;
    if (!typeOf.has(name)) {
      added.push(`ADD COLUMN ${pg.escapeIdentifier(name)} ${wanted}`);
      if (there) notes.push(noteOf(column, name));
    }
    return name;
  });
  if (added.length > 0) await client.query(`ALTER TABLE ${records} ${added.join(', ')}`);
  const described = [
    ...table.columns.map(({ description }, index) => [columns[index] ?? '', description] as const),
    ...Object.entries(ownColumns),
  ];
  await client.query(
    described
      .map(
        ([name, description]) =>
          `COMMENT ON COLUMN ${records}.${pg.escapeIdentifier(name)} IS ${pg.escapeLiteral(description)}`,
      )
      .join(';'),
  );
  return columns.map((name) => pg.escapeIdentifier(name));
}

function noteOf({ name: wanted }: MirrorColumn, name: string): string {
  return name === wanted
    ? `The column ${name} is new: it is empty in records that have not been read since.`
    : `The type of ${wanted} has changed: new values are in the column ${name}, those before stay in ${wanted}.`;
}

/** The columns of the usual questions: by what a record is named, when it was, and what it belongs to. */
function indexed({ columns }: MirrorTable): string[] {
  const usual = new Set([
    'date',
    'name',
    'slug',
    'address',
    'transaction_hash',
    'from_address',
    'to_address',
    'token_id',
    'asset_id',
    'issuer_id',
    'network_id',
  ]);
  return columns.flatMap(({ name }) => (usual.has(name) ? name : []));
}
