import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { FailureError } from '../../../../preload/contract/failures.ts';
import type { Json } from '../../../../preload/contract/json.ts';
import type { PostgresAddress } from '../../../../preload/contract/mirrors.ts';
import type {
  MirrorBatch,
  MirrorChanges,
  MirrorTable,
  MirrorTarget,
  MirrorWindow,
  OpenedMirror,
} from '../mirrorTarget.ts';
import { retryAt } from '../retryAt.ts';
import { connect, postgresFailure } from './connect.ts';
import { copyLines } from './rows.ts';
import { makeTables, type Tables } from './tables.ts';

const stateSchema = z.array(z.object({ state: z.json() }));
const lockSchema = z.tuple([z.object({ locked: z.boolean() })]);
const countsSchema = z.tuple([z.object({ inserted: z.coerce.number(), changed: z.coerce.number() })]);

interface Open {
  readonly client: pg.Client;
  readonly table: MirrorTable;
  readonly tables: Tables;
}

/**
 * A mirror in a schema of PostgreSQL: a table of the records' current values, one of what they were before, and one of the states of the
 * mirrors. Every page is one transaction.
 */
export function postgresTarget(address: PostgresAddress, password?: string): MirrorTarget {
  let open: Open | null = null;

  /** One transaction; what goes wrong in it leaves nothing. */
  async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
    try {
      await client.query('BEGIN');
      const result = await work();
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw postgresFailure(error, address);
    }
  }

  return {
    async open(table): Promise<OpenedMirror> {
      const client = await connect(address, password);
      try {
        await takeLock(client, `${address.schema}.${table.name}`);
        return await inTransaction(client, async () => {
          const { tables, notes } = await makeTables(client, address.schema, table);
          await client.query(`CREATE TEMP TABLE arriving (LIKE ${tables.records}) ON COMMIT DELETE ROWS`);
          await client.query(
            'ALTER TABLE arriving ALTER _fetched_at DROP NOT NULL, ALTER _first_seen_at DROP NOT NULL',
          );
          open = { client, table, tables };
          return { state: await readStored(client, tables, table), notes };
        });
      } catch (error) {
        open = null;
        await client.end().catch(() => undefined);
        throw postgresFailure(error, address);
      }
    },
    async write(batch): Promise<MirrorChanges> {
      if (open === null) throw new Error('The target is not open.');
      const opened = open;
      return inTransaction(opened.client, () => writeBatch(opened, batch));
    },
    async close(): Promise<void> {
      const client = open?.client;
      open = null;
      await client?.end().catch(() => undefined);
    },
  };
}

/** The lock of the session ends with its connection, however that ends. */
async function takeLock(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked', [
    `rwa-explorer ${name}`,
  ]);
  const [{ locked }] = lockSchema.parse(rows);
  if (locked) return;
  throw new FailureError({
    code: 'storage',
    message: `Another mirror writes to ${name}. Try again when it has ended.`,
    retryAt: retryAt(),
  });
}

async function readStored(
  client: pg.Client,
  { states }: Tables,
  { name }: MirrorTable,
): Promise<Json | null> {
  const { rows } = await client.query(`SELECT state FROM ${states} WHERE name = $1`, [name]);
  return stateSchema.parse(rows)[0]?.state ?? null;
}

async function writeBatch({ client, table, tables }: Open, batch: MirrorBatch): Promise<MirrorChanges> {
  const { records, history, seen, states, columns } = tables;
  const at = new Date(batch.fetchedAt).toISOString();
  const list = columns.join(', ');
  let counts = { inserted: 0, changed: 0 };
  if (batch.begin && batch.compare) await client.query(`DELETE FROM ${seen}`);
  if (batch.rows.length > 0) {
    await pipeline(
      Readable.from([copyLines(table, batch.rows)]),
      client.query(copyFrom(`COPY arriving (${list}) FROM STDIN`)),
    );
    // Looked up one by one: for a plain join the server reads the whole table with each page.
    await client.query(
      `INSERT INTO ${history} (id, valid_from, valid_until, _record)
       SELECT was.id, was._fetched_at, $1, was._record
       FROM arriving CROSS JOIN LATERAL (SELECT * FROM ${records} WHERE id = arriving.id OFFSET 0) was
       WHERE was._record IS DISTINCT FROM arriving._record
       ON CONFLICT DO NOTHING`,
      [at],
    );
    const { rows } = await client.query(
      `WITH written AS (
         INSERT INTO ${records} AS was (${list}, _fetched_at, _first_seen_at)
         SELECT ${list}, $1, $1 FROM arriving
         ON CONFLICT (id) DO UPDATE SET ${columns.map((name) => `${name} = EXCLUDED.${name}`).join(', ')},
           _fetched_at = EXCLUDED._fetched_at, _deleted_at = NULL
         WHERE (${columns.map((name) => `was.${name}`).join(', ')}) IS DISTINCT FROM (${columns.map((name) => `EXCLUDED.${name}`).join(', ')})
           OR was._deleted_at IS NOT NULL
         RETURNING xmax = 0 AS inserted)
       SELECT count(*) FILTER (WHERE inserted) AS inserted, count(*) FILTER (WHERE NOT inserted) AS changed FROM written`,
      [at],
    );
    [counts] = countsSchema.parse(rows);
    if (batch.compare)
      await client.query(`INSERT INTO ${seen} SELECT id FROM arriving ON CONFLICT DO NOTHING`);
  }
  const gone = batch.end && batch.compare ? await markGone(client, tables, batch.window, at) : 0;
  await client.query(
    `INSERT INTO ${states} VALUES ($1, $2, now()) ON CONFLICT (name) DO UPDATE SET state = EXCLUDED.state, stored_at = EXCLUDED.stored_at`,
    [table.name, JSON.stringify(batch.state)],
  );
  return { ...counts, gone };
}

/** Marks the rows of a window that none of its pages had. */
async function markGone(
  client: pg.Client,
  { records, seen }: Tables,
  window: MirrorWindow,
  at: string,
): Promise<number> {
  const days = window.kind === 'days' ? [window.from, window.to] : [];
  const within =
    window.kind === 'all' ? 'true' : window.kind === 'undated' ? 'date IS NULL' : 'date BETWEEN $2 AND $3';
  const { rowCount } = await client.query(
    `UPDATE ${records} was SET _deleted_at = $1 WHERE _deleted_at IS NULL AND ${within} AND NOT EXISTS (SELECT FROM ${seen} WHERE ${seen}.id = was.id)`,
    [at, ...days],
  );
  return rowCount ?? 0;
}
