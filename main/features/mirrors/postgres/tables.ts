import pg from 'pg';
import { z } from 'zod';
import { FailureError } from '../../../../preload/contract/failures.ts';
import type { MirrorAddress } from '../../../../preload/contract/mirrors.ts';
import { metricMembers } from '../../../../preload/contract/metric.ts';
import { memberLabel } from '../../../../preload/contract/resources/memberFields.ts';
import { columnTypes, storableText, usualWidth, type MirrorColumnType } from '../columnText.ts';
import { recordColumn, rowBytes, type MirrorColumn, type MirrorTable } from '../mirrorTable.ts';
import type { PostgresSession } from './connect.ts';
import { anotherService } from './failures.ts';

/** The tables of a mirror in a PostgreSQL schema: created if missing, extended by columns, never dropped. */

const ownColumns = {
  _fetched_at: 'When the record was last copied with other values than before.',
  _first_seen_at: 'When the mirror first saw the record.',
  _deleted_at: 'When the record was missing at the service; null of those that are there.',
  _left_out: 'How many values of the record are in _record alone, as they fit no column.',
  _hash: 'Tells the mirror which rows are as it wrote them.',
} as const;

const mark = 'A mirror by RWA Explorer.';
/** The table with the states of a schema's mirrors; its comment names their common service. */
const statesName = '_mirrors';
const ofService = 'Where the mirrors of this schema stand, all of ';

/** Dropped columns count. Rule: PostgreSQL 15, Appendix K, "Limits". */
const mostColumns = 1600;

/** Refused as column names. Rule: PostgreSQL 15, "System Columns". */
const systemColumns = ['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid'];

/**
 * Columns of common queries: names, times, and links of a record. Names may be long, which only a hash index
 * allows. The others repeat often, which makes a hash index slow, so their values beyond the limit are
 * omitted.
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
  readonly records: string;
  readonly history: string;
  readonly metrics: string;
  readonly states: string;
  readonly columns: { readonly column: MirrorColumn; readonly name: string }[];
  /** Fields without a column: beyond a table's limits, or without a usable name. */
  readonly beyond: MirrorColumn[];
  readonly there: boolean;
  readonly hasNewSchema: boolean;
  readonly hasMetrics: boolean;
}

const foundSchema = z.tuple([z.object({ there: z.boolean(), comment: z.string().nullable() })]);
const columnsSchema = z.array(z.object({ name: z.string(), type: z.string().nullable() }));
const namesSchema = z.array(z.object({ name: z.string() }));

export function isLimited({ name, type }: MirrorColumn): boolean {
  return type === 'text' && indexes[name] === 'btree';
}

/** Call inside a transaction. Throws a `FailureError` if the schema has another service's records. */
export async function makeTables(
  session: PostgresSession,
  { schema }: MirrorAddress,
  { name, description, service }: Pick<MirrorTable, 'name' | 'description'> & { readonly service: string },
): Promise<Tables> {
  const quoted = (of: string): string => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(of)}`;
  const hasNewSchema = await makeSchema(session, schema, service);
  const there = await findTable(session, schema, name);
  const hasMetrics = await findTable(session, schema, `${name}_metrics`);
  const tables: Tables = {
    records: quoted(name),
    history: quoted(`${name}_history`),
    metrics: quoted(`${name}_metrics`),
    states: quoted(statesName),
    columns: [],
    beyond: [],
    there,
    hasNewSchema,
    hasMetrics,
  };
  const comments = (table: string, words: Readonly<Record<string, string>>): string =>
    Object.entries(words)
      .map(([column, text]) => `COMMENT ON COLUMN ${table}.${column} IS ${pg.escapeLiteral(text)};`)
      .join('\n');
  const { records, history, metrics } = tables;
  if (!there)
    await session.query(`
      CREATE TABLE ${records} (id text PRIMARY KEY, _fetched_at timestamptz NOT NULL, _first_seen_at timestamptz NOT NULL, _deleted_at timestamptz, _left_out int NOT NULL DEFAULT 0, _hash text);
      COMMENT ON TABLE ${records} IS ${marked(description)};
      CREATE TABLE IF NOT EXISTS ${history} (id text NOT NULL, valid_from timestamptz NOT NULL, valid_until timestamptz NOT NULL, _record jsonb, PRIMARY KEY (id, valid_until));
      COMMENT ON TABLE ${history} IS ${marked(`What records of ${name} were before they changed.`)};
      ${comments(records, ownColumns)}`);
  if (!hasMetrics)
    await session.query(`
      CREATE TABLE ${metrics} (id text NOT NULL, field text NOT NULL, ${metricMembers.map((member) => `${member} numeric`).join(', ')}, PRIMARY KEY (id, field));
      COMMENT ON TABLE ${metrics} IS ${marked(`Metrics of ${name}: a row for each that a record has.`)};
      CREATE INDEX ON ${metrics} (field);
      ${comments(metrics, {
        id: 'Identifier of the record.',
        field: 'The field that the metric is.',
        ...Object.fromEntries(
          metricMembers.map((member) => [member, `The metric, ${memberLabel(member, undefined)}.`]),
        ),
      })}`);
  return tables;
}

function marked(words: string): string {
  return pg.escapeLiteral(`${mark} ${words}`);
}

async function makeSchema(session: PostgresSession, schema: string, service: string): Promise<boolean> {
  if ((await findService(session, schema, service)) !== null) return false;
  // If two mirrors start at once, the second waits, then finds the first one's schema.
  await session.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`rwa-explorer ${schema}`]);
  if ((await findService(session, schema, service)) !== null) return false;
  const schemas = await session.read(
    namesSchema,
    'SELECT nspname AS name FROM pg_namespace WHERE nspname = $1',
    [schema],
  );
  if (schemas.length === 0) await session.query(`CREATE SCHEMA ${pg.escapeIdentifier(schema)}`);
  const states = `${pg.escapeIdentifier(schema)}.${statesName}`;
  await session.query(`
    CREATE TABLE ${states} (name text PRIMARY KEY, state json NOT NULL, stored_at timestamptz NOT NULL);
    COMMENT ON TABLE ${states} IS ${marked(`${ofService}${service}`)}`);
  return schemas.length === 0;
}

/** Null before the schema's first mirror. Throws a `FailureError` if it is another service. */
export async function findService(
  session: PostgresSession,
  schema: string,
  service: string,
): Promise<string | null> {
  const found = await findComment(session, schema, statesName);
  if (found === null) return null;
  if (found !== `${mark} ${ofService}${service}`)
    throw anotherService(schema, found.replace(`${mark} ${ofService}`, ''));
  return service;
}

/** Throws a `FailureError` if a table of this name is not a mirror's. */
export async function findTable(session: PostgresSession, schema: string, name: string): Promise<boolean> {
  return (await findComment(session, schema, name)) !== null;
}

async function findComment(session: PostgresSession, schema: string, name: string): Promise<string | null> {
  const [{ there, comment }] = await session.read(
    foundSchema,
    `SELECT obj_description(to_regclass($1)::oid, 'pg_class') AS comment, to_regclass($1) IS NOT NULL AS there`,
    [`${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`],
  );
  if (!there) return null;
  if (comment?.startsWith(mark) === true) return comment;
  throw new FailureError({
    code: 'storage',
    message: `The schema ${schema} has a table ${name} that is no mirror. Choose another schema.`,
  });
}

/**
 * Adds missing columns that the table can have. If the type of a column changed, the old one stays and new
 * values go to another one.
 * @returns how many were added, and notes as sentences
 */
export async function makeColumns(
  session: PostgresSession,
  tables: Tables,
  wanted: readonly MirrorColumn[],
): Promise<{ added: number; notes: string[] }> {
  const { records, columns, beyond: without } = tables;
  const found = await session.read(
    columnsSchema,
    `SELECT attname AS name, CASE WHEN NOT attisdropped THEN format_type(atttypid, atttypmod) END AS type
     FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0`,
    [records],
  );
  // Words that PostgreSQL reads differently without quotes, such as `user`.
  const reserved = new Set([
    ...systemColumns,
    ...Object.keys(ownColumns),
    recordColumn.name,
    ...(await reservedWords(session)),
  ]);
  const typeOf = new Map(found.flatMap(({ name, type }) => (type === null ? [] : [[name, type] as const])));
  const taken = new Set(columns.map(({ name }) => name));
  const adding: string[] = [];
  const after: string[] = [];
  const beyond: MirrorColumn[] = [];
  const notes: string[] = [];
  let count = found.length;
  let bytes = 0;
  for (const type of typeOf.values()) bytes += widthOfType(type);
  // Metrics come last, as they have a table of their own.
  for (const column of [...wanted.filter((one) => !isMetric(one)), ...wanted.filter(isMetric)]) {
    const type = columnTypes[column.type];
    const name = freeName(
      column !== recordColumn && reserved.has(column.name) ? `${column.name}_` : column.name,
      (one) => !taken.has(pg.escapeIdentifier(one)) && (typeOf.get(one) ?? type) === type,
    );
    const quoted = pg.escapeIdentifier(name);
    if (!typeOf.has(name)) {
      const isTooWide = isMetric(column) && bytes + usualWidth[column.type] > rowBytes;
      if (count >= mostColumns || isTooWide || !isStorable(column.name)) {
        without.push(column);
        beyond.push(column);
        continue;
      }
      count += 1;
      bytes += usualWidth[column.type];
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
  const namesOf = (some: readonly MirrorColumn[]): string => listed(some.map(({ name }) => name));
  const metrics = beyond.filter(isMetric);
  const others = beyond.filter((one) => !isMetric(one));
  if (metrics.length > 0)
    notes.push(`A row of PostgreSQL has no room for ${namesOf(metrics)}: read them in ${tables.metrics}.`);
  if (others.length > 0)
    notes.push(
      `A table of PostgreSQL has ${mostColumns.toLocaleString('en')} columns at most: ${namesOf(others)} stay in _record.`,
    );
  return { added: adding.length, notes };
}

function isMetric({ source }: MirrorColumn): boolean {
  return source?.member !== undefined;
}

function widthOfType(type: string): number {
  const [known] = Object.entries(columnTypes).find(([, sql]) => sql === type) ?? ['text'];
  return usualWidth[known as MirrorColumnType];
}

/** Returns whether the name is usable and unambiguous: PostgreSQL cuts names after 63 bytes. */
function isStorable(name: string): boolean {
  return name !== '' && Buffer.byteLength(name) <= 62 && storableText(name) === name;
}

async function reservedWords(session: PostgresSession): Promise<string[]> {
  const words = await session.read(
    namesSchema,
    `SELECT word AS name FROM pg_get_keywords() WHERE catcode IN ('R', 'T') ORDER BY word`,
  );
  return words.map(({ name }) => name);
}

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

export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length <= 3 ? shown : `${shown} and ${(names.length - 3).toLocaleString('en')} more`;
}
