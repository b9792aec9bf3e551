import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { MirrorAddress } from '../../../../preload/contract/mirrors.ts';
import type { IdCheck } from '../../../store/cache/reading/idCheck.ts';
import { isTooMuch } from '../../../sync/proof/progress.ts';
import { copyLine } from '../columnText.ts';
import { metricMembers } from '../../../../preload/contract/metric.ts';
import type { MirrorRow } from '../mirrorTable.ts';
import type { PostgresSession } from './connect.ts';
import { tablesChanged } from './failures.ts';
import type { Tables } from './tables.ts';

/**
 * The transaction of a statement, as in the system column `xmin` of its rows. If a row's `_hash` names
 * another one, another program wrote it, or it was restored from a backup. Rule: PostgreSQL 15, "System
 * Columns".
 */
const ownTransaction = `(txid_current() % 4294967296)`;

const hashesSchema = z.array(z.object({ id: z.string(), hash: z.string() }));
const count = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const countsSchema = z.tuple([z.object({ inserted: count, changed: count })]);
const countSchema = z.tuple([z.object({ count })]);
const idsAtOnce = 5000;
const idsSchema = z.array(z.object({ id: z.string() })).max(idsAtOnce);

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** Returns the hashes of the records that these rows were made of, except rows that others changed since. */
export async function readHashes(
  session: PostgresSession,
  { records, metrics }: Tables,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await session.read(
    hashesSchema,
    `SELECT r.id, split_part(_hash, '.', 1) AS hash FROM ${records} r
     LEFT JOIN (SELECT id, count(*) AS metrics, count(DISTINCT xmin::text) AS writers, min(xmin::text) AS writer FROM ${metrics} WHERE id = ANY($1) GROUP BY id) m ON m.id = r.id
     WHERE r.id = ANY($1) AND split_part(_hash, '.', 2) = r.xmin::text AND split_part(_hash, '.', 3) = coalesce(metrics, 0)::text
       AND (metrics IS NULL OR (writers = 1 AND writer = r.xmin::text))`,
    [ids],
  );
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

export async function makeArriving(session: PostgresSession, { records, columns }: Tables): Promise<void> {
  const list = columns.map(({ name }) => name).join(', ');
  await session.query(
    `DROP TABLE IF EXISTS pg_temp.arriving; CREATE TEMP TABLE arriving ON COMMIT DROP AS SELECT ${list}, _left_out, _hash, NULL::int AS _metrics FROM ${records} WITH NO DATA`,
  );
}

/** Inserts new rows and replaces others, whose old values it stores. A row that returns is no longer gone. */
export async function writeRows(
  session: PostgresSession,
  { records, history, metrics, columns }: Tables,
  rows: readonly (MirrorRow & { readonly hash: string })[],
  at: string,
): Promise<{ inserted: number; changed: number }> {
  const list = columns.map(({ name }) => name).join(', ');
  await session.copy(
    `COPY pg_temp.arriving (${list}, _left_out, _hash, _metrics) FROM STDIN`,
    rows
      .map(({ values, misfits, hash, metrics: own }) =>
        copyLine([...values, misfits.length.toString(), hash, own.length.toString()]),
      )
      .join(''),
  );
  // Looked up one by one: with a plain join, the server reads the whole table for each block.
  const [counts] = await session.read(
    countsSchema,
    `WITH old AS MATERIALIZED (
         SELECT a.id, was.id IS NOT NULL AS known, was._deleted_at IS NOT NULL AS back, was._fetched_at, was._record,
           was._record IS DISTINCT FROM a._record AS differs
         FROM pg_temp.arriving a LEFT JOIN LATERAL (SELECT * FROM ${records} WHERE id = a.id OFFSET 0) was ON true),
       kept AS (
         INSERT INTO ${history} (id, valid_from, valid_until, _record)
         SELECT id, _fetched_at, $1, _record FROM old WHERE known AND differs ON CONFLICT DO NOTHING)
       SELECT count(*) FILTER (WHERE NOT known) AS inserted, count(*) FILTER (WHERE known AND (differs OR back)) AS changed FROM old`,
    [at],
  );
  await session.query(
    `INSERT INTO ${records} AS was (${list}, _left_out, _hash, _fetched_at, _first_seen_at)
     SELECT ${list}, _left_out, _hash || '.' || ${ownTransaction} || '.' || _metrics, $1, $1 FROM pg_temp.arriving
     ON CONFLICT (id) DO UPDATE SET ${columns.map(({ name }) => `${name} = EXCLUDED.${name}`).join(', ')},
       _left_out = EXCLUDED._left_out, _hash = EXCLUDED._hash, _deleted_at = NULL,
       _fetched_at = CASE WHEN was._record IS DISTINCT FROM EXCLUDED._record THEN EXCLUDED._fetched_at ELSE was._fetched_at END`,
    [at],
  );
  await session.query(`DELETE FROM ${metrics} WHERE id IN (SELECT id FROM pg_temp.arriving)`);
  const lines = rows.flatMap((row) => row.metrics.map(copyLine));
  if (lines.length > 0)
    await session.copy(`COPY ${metrics} (id, field, ${metricMembers.join(', ')}) FROM STDIN`, lines.join(''));
  await session.query('TRUNCATE pg_temp.arriving');
  return counts;
}

export async function countLeftOut(session: PostgresSession, { records }: Tables): Promise<number> {
  const [{ count: sum }] = await session.read(
    countSchema,
    `SELECT coalesce(sum(_left_out), 0) AS count FROM ${records} WHERE _deleted_at IS NULL`,
  );
  return sum;
}

interface Scope {
  readonly address: MirrorAddress;
  readonly from: string | null;
  readonly acceptRemovals: boolean;
  readonly at: string;
}

export async function markGone(
  session: PostgresSession,
  { records, columns }: Tables,
  check: IdCheck,
  { from, acceptRemovals, at, address }: Scope,
): Promise<{ gone: number; known: number; refused: number }> {
  const date = columns.find(({ column }) => column.name === 'date')?.name ?? 'date';
  const within = `_deleted_at IS NULL${from === null ? '' : ` AND ${date} >= '${from}'`}`;
  const [{ count: known }] = await session.read(
    countSchema,
    `SELECT count(*) AS count FROM ${records} WHERE ${within}`,
  );
  const missing: string[] = [];
  let unexplained = 0;
  let looked = 0;
  for (let after = ''; ;) {
    const page = await session.read(
      idsSchema,
      `SELECT id FROM ${records} WHERE ${within} AND id > $1 ORDER BY id LIMIT ${idsAtOnce.toString()}`,
      [after],
    );
    looked += page.length;
    if (looked > known) throw tablesChanged(address);
    after = page.at(-1)?.id ?? '';
    for (const { id, removed } of check.missing(page.map((row) => row.id))) {
      missing.push(id);
      if (!removed) unexplained += 1;
    }
    if (page.length < idsAtOnce) break;
  }
  if (!acceptRemovals && isTooMuch(unexplained, known)) return { gone: 0, known, refused: missing.length };
  for (let begin = 0; begin < missing.length; begin += idsAtOnce)
    await session.query(`UPDATE ${records} SET _deleted_at = $1 WHERE id = ANY($2)`, [
      at,
      missing.slice(begin, begin + idsAtOnce),
    ]);
  return { gone: missing.length, known, refused: 0 };
}
