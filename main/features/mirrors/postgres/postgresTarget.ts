import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { FailureError } from '../../../../preload/contract/failures.ts';
import type { Json } from '../../../../preload/contract/json.ts';
import type { MirrorAddress } from '../../../../preload/contract/mirrors.ts';
import type { MirrorWindow } from '../mirrorState.ts';
import type { MirrorRow, MirrorTable } from '../mirrorTable.ts';
import { connect, postgresFailure, retryAt } from './connect.ts';
import { copyLines } from './rows.ts';
import { makeTables, type Tables } from './tables.ts';

const stateSchema = z.array(z.object({ state: z.json() }));
const lockSchema = z.tuple([z.object({ locked: z.boolean() })]);
const countsSchema = z.tuple([z.object({ inserted: z.coerce.number(), changed: z.coerce.number() })]);

/** One page of a window. */
export interface MirrorBatch {
  readonly window: MirrorWindow;
  /** True with the first page of the window, also where the window is read once more. */
  readonly begin: boolean;
  readonly rows: readonly MirrorRow[];
  /** When the page was fetched, in milliseconds since 1970 UTC. */
  readonly fetchedAt: number;
  /** True with the last page of the window: the window has been read whole. */
  readonly end: boolean;
  /** True where rows of the window that no page of it held are gone from the service, to be marked with the end of the window. */
  readonly compare: boolean;
  /** Where the mirror stands after this page. It is stored together with the rows, or not at all. */
  readonly state: Json;
}

/** What a page has changed. */
export interface MirrorChanges {
  readonly inserted: number;
  readonly changed: number;
  /** Rows that were marked as gone. */
  readonly gone: number;
}

interface Opened {
  /** The state that was stored last; null where nothing was. */
  readonly state: Json | null;
  /** What was changed in the schema because the columns changed, in sentences for the user. Nothing is ever dropped. */
  readonly notes: readonly string[];
}

interface Session {
  readonly client: pg.Client;
  readonly table: MirrorTable;
  readonly tables: Tables;
}

/**
 * A mirror in a schema of PostgreSQL: a table of the records' current values, one of what they were before, and one of the states of the
 * mirrors. Every page is one transaction, so a mirror that was stopped at any moment goes on from the state that it finds when it is opened again.
 * All methods throw `FailureError` with a sentence that says what to do.
 */
export class PostgresTarget {
  readonly #address: MirrorAddress;
  readonly #password: string | undefined;
  #session: Session | null = null;

  /** @param password without it the environment may have one */
  constructor(address: MirrorAddress, password?: string) {
    this.#address = address;
    this.#password = password;
  }

  /** Makes the table where it is missing, adds columns that are missing, and takes the lock that keeps a second mirror away. */
  async open(table: MirrorTable): Promise<Opened> {
    const { schema } = this.#address;
    const client = await connect(this.#address, this.#password);
    try {
      await takeLock(client, `${schema}.${table.name}`);
      return await this.#inTransaction(client, async () => {
        const { tables, notes } = await makeTables(client, schema, table);
        await client.query(`CREATE TEMP TABLE arriving (LIKE ${tables.records}) ON COMMIT DELETE ROWS`);
        await client.query(
          'ALTER TABLE arriving ALTER _fetched_at DROP NOT NULL, ALTER _first_seen_at DROP NOT NULL',
        );
        this.#session = { client, table, tables };
        return { state: await readStored(client, tables, table), notes };
      });
    } catch (error) {
      this.#session = null;
      await client.end().catch(() => undefined);
      throw postgresFailure(error, this.#address);
    }
  }

  /**
   * Stores a page: new rows are inserted, rows with other values replaced, equal ones left as they are. A row that comes again is no longer
   * marked as gone. What `compare` remembers of a window begins anew with its first page.
   */
  async write(batch: MirrorBatch): Promise<MirrorChanges> {
    const session = this.#session;
    if (session === null) throw new Error('The target is not open.');
    return this.#inTransaction(session.client, () => writeBatch(session, batch));
  }

  /** Ends the connection and releases the lock. Never throws. */
  async close(): Promise<void> {
    const client = this.#session?.client;
    this.#session = null;
    await client?.end().catch(() => undefined);
  }

  /** One transaction; what goes wrong in it leaves nothing. */
  async #inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
    try {
      await client.query('BEGIN');
      const result = await work();
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw postgresFailure(error, this.#address);
    }
  }
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

async function writeBatch({ client, table, tables }: Session, batch: MirrorBatch): Promise<MirrorChanges> {
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
