import pg from 'pg';
import { z } from 'zod';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { columnTypes } from '../columnText.ts';
import type { MirrorColumn, MirrorTable } from '../mirrorTable.ts';
import type { Session } from './connect.ts';

/** The tables of a mirror in a schema of PostgreSQL: made where they are missing, given new columns, never dropped. */

/** Columns that the mirror adds to those of the records. */
const ownColumns = {
  _fetched_at: 'When the record was last copied with other values than before.',
  _first_seen_at: 'When the mirror first saw the record.',
  _deleted_at: 'When the record was missing at the service; null of those that are there.',
  _hash: 'Tells the mirror which rows are as it wrote them.',
} as const;

/** The comment by which a table is known as a mirror's. */
const mark = 'A mirror by RWA Explorer.';

/** Columns that were dropped count. Rule: PostgreSQL 15, Appendix K, "Limits". */
const mostColumns = 1600;

/** Refused as names of columns. Rule: PostgreSQL 15, "System Columns". */
const systemColumns = ['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid'];

/**
 * The columns of the usual questions, by what a record is named, when it was, and what it belongs to. Names may be long, which only a hash index
 * takes; the others occur often, which it is slow with, and a value beyond its limit is left out.
 */
const indexes: Readonly<Record<string, 'btree' | 'hash'>> = {
  name: 'hash',
  slug: 'hash',
  address: 'hash',
  transaction_hash: 'hash',
  date: 'btree',
  from_address: 'btree',
  to_address: 'btree',
  token_id: 'btree',
  asset_id: 'btree',
  issuer_id: 'btree',
  network_id: 'btree',
};

export interface Tables {
  /** Quoted names, with the schema. */
  readonly records: string;
  readonly history: string;
  readonly states: string;
  /** Columns of the records, with their quoted names. Those that turn up are added. */
  readonly columns: { readonly column: MirrorColumn; readonly name: string }[];
  /** False where the mirror has just made the table. */
  readonly there: boolean;
}

const foundSchema = z.tuple([z.object({ there: z.boolean(), comment: z.string().nullable() })]);
const columnsSchema = z.array(z.object({ name: z.string(), type: z.string().nullable() }));
const namesSchema = z.array(z.object({ name: z.string() }));

/** True for a column whose index takes no long value. */
export function isLimited({ name, type }: MirrorColumn): boolean {
  return type === 'text' && indexes[name] === 'btree';
}

/** Makes what is missing. Call it inside a transaction. */
export async function makeTables(
  session: Session,
  schema: string,
  table: Pick<MirrorTable, 'name' | 'description'>,
): Promise<Tables> {
  const name = (of: string): string => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(of)}`;
  const tables = {
    records: name(table.name),
    history: name(`${table.name}_history`),
    states: name('_mirrors'),
    columns: [],
    there: await findTable(session, schema, table.name),
  };
  if (tables.there) return tables;
  const schemas = await session.read(
    namesSchema,
    'SELECT nspname AS name FROM pg_namespace WHERE nspname = $1',
    [schema],
  );
  if (schemas.length === 0) await session.query(`CREATE SCHEMA ${pg.escapeIdentifier(schema)}`);
  const text = (words: string): string => pg.escapeLiteral(`${mark} ${words}`);
  await session.query(`
    CREATE TABLE ${tables.records} (id text PRIMARY KEY, _fetched_at timestamptz NOT NULL, _first_seen_at timestamptz NOT NULL, _deleted_at timestamptz, _hash text);
    COMMENT ON TABLE ${tables.records} IS ${text(table.description)};
    CREATE TABLE IF NOT EXISTS ${tables.history} (id text NOT NULL, valid_from timestamptz NOT NULL, valid_until timestamptz NOT NULL, _record jsonb, PRIMARY KEY (id, valid_until));
    COMMENT ON TABLE ${tables.history} IS ${text(`What records of ${table.name} were before they changed.`)};
    CREATE TABLE IF NOT EXISTS ${tables.states} (name text PRIMARY KEY, state json NOT NULL, stored_at timestamptz NOT NULL);
    ${Object.entries(ownColumns)
      .map(([own, words]) => `COMMENT ON COLUMN ${tables.records}.${own} IS ${pg.escapeLiteral(words)};`)
      .join('\n')}`);
  return tables;
}

/**
 * Returns whether the table of a mirror is there.
 * @throws FailureError where a table of this name is not a mirror's
 */
export async function findTable(session: Session, schema: string, name: string): Promise<boolean> {
  const [{ there, comment }] = await session.read(
    foundSchema,
    `SELECT obj_description(to_regclass($1)::oid, 'pg_class') AS comment, to_regclass($1) IS NOT NULL AS there`,
    [`${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`],
  );
  if (!there || comment?.startsWith(mark) === true) return there;
  throw new FailureError({
    code: 'storage',
    message: `The schema ${schema} has a table ${name} that is no mirror. Choose another schema.`,
  });
}

/**
 * Gives the table columns, where they fit and are missing. A column whose type has changed stays as it is; the new values go to one beside it.
 * @returns how many were added, and in sentences what is to be known of them
 */
export async function makeColumns(
  session: Session,
  tables: Tables,
  wanted: readonly MirrorColumn[],
): Promise<{ added: number; notes: string[] }> {
  const { records, columns } = tables;
  const found = await session.read(
    columnsSchema,
    `SELECT attname AS name, CASE WHEN NOT attisdropped THEN format_type(atttypid, atttypmod) END AS type
     FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0`,
    [records],
  );
  // What a statement without quotes would read as something else, such as `user`.
  const reserved = new Set([...systemColumns, ...(await reservedWords(session))]);
  const typeOf = new Map(found.flatMap(({ name, type }) => (type === null ? [] : [[name, type] as const])));
  const taken = new Set(columns.map(({ name }) => name));
  const adding: string[] = [];
  const after: string[] = [];
  const beyond: string[] = [];
  const notes: string[] = [];
  for (const column of wanted) {
    const type = columnTypes[column.type];
    const name = freeName(
      reserved.has(column.name) ? `${column.name}_` : column.name,
      (one) => !taken.has(pg.escapeIdentifier(one)) && (typeOf.get(one) ?? type) === type,
    );
    const quoted = pg.escapeIdentifier(name);
    if (!typeOf.has(name)) {
      if (found.length + adding.length >= mostColumns) {
        beyond.push(name);
        continue;
      }
      adding.push(`ADD COLUMN ${quoted} ${type}`);
      after.push(`COMMENT ON COLUMN ${records}.${quoted} IS ${pg.escapeLiteral(column.description)}`);
      const method = indexes[column.name];
      if (method !== undefined && column.type !== 'json')
        after.push(
          `CREATE INDEX IF NOT EXISTS ${pg.escapeIdentifier(indexName(records, name))} ON ${records} USING ${method} (${quoted})`,
        );
      if (tables.there) notes.push(noteOf(column, name));
    }
    taken.add(quoted);
    columns.push({ column, name: quoted });
  }
  if (adding.length > 0)
    await session.query([`ALTER TABLE ${records} ${adding.join(', ')}`, ...after].join(';'));
  if (beyond.length > 0)
    notes.push(
      `A table of PostgreSQL has ${mostColumns.toLocaleString('en')} columns at most: ${listed(beyond)} stay in _record.`,
    );
  return { added: adding.length, notes };
}

async function reservedWords(session: Session): Promise<string[]> {
  const words = await session.read(
    namesSchema,
    `SELECT word AS name FROM pg_get_keywords() WHERE catcode IN ('R', 'T') ORDER BY word`,
  );
  return words.map(({ name }) => name);
}

/** PostgreSQL cuts names after 63 bytes. */
function freeName(wanted: string, isFree: (name: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `__${number.toString()}`;
    const name = wanted.slice(0, 63 - suffix.length) + suffix;
    if (isFree(name)) return name;
  }
}

function indexName(records: string, column: string): string {
  return `${records.split('.').at(-1)?.replaceAll('"', '') ?? ''}_${column}`.slice(0, 60);
}

function noteOf({ name: wanted }: MirrorColumn, name: string): string {
  return name === wanted || name === `${wanted}_`
    ? `The column ${name} is new.`
    : `The type of ${wanted} is another one: new values are in the column ${name}, those before stay in ${wanted}.`;
}

/** The first of many names, in words. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length <= 3 ? shown : `${shown} and ${(names.length - 3).toLocaleString('en')} more`;
}
