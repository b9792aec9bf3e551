import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { canonicalJson } from '../../../../../preload/contract/json.ts';
import type { MirrorChanges, MirrorWindow } from '../../mirrorTarget.ts';
import { covers } from '../partitions.ts';
import type { StagedValue } from './columns.ts';

/** A row while it waits: of a page, or of a file. */
export interface StagedRow {
  readonly id: string;
  /** The folder of its day; empty where the table has no days. */
  readonly part: string;
  /** What rows are sorted by before their identifier. */
  readonly token: string | null;
  readonly at: number | null;
  readonly record: string;
  /** Values of the columns of the manifest but `_record` and those of the mirror itself. */
  readonly values: readonly StagedValue[];
}

export interface StoredRow extends StagedRow {
  /** In microseconds since 1970 UTC. */
  readonly firstSeen: number;
  readonly fetched: number;
  readonly deleted: number | null;
}

export interface Settling {
  readonly window: MirrorWindow;
  readonly compare: boolean;
  /** In microseconds since 1970 UTC. */
  readonly at: number;
  /** Where the values of the table stand; the others are of columns that the table has no more, and stay. */
  readonly positions: ReadonlySet<number>;
}

interface RawRow {
  id: string;
  part: string;
  token: string | null;
  at: number | null;
  record: string;
  vals: string;
  first_seen: number;
  fetched: number;
  deleted: number | null;
}

/**
 * The rows of a window, and those of the files that they may replace, in a database that SQLite moves to the disk where there are many. It is thrown
 * away whatever happens, so nothing in it is durable.
 */
export class Staging {
  readonly #database: Database.Database;
  readonly #add: Database.Statement;
  readonly #load: Database.Statement;
  #positions: ReadonlySet<number> = new Set();
  #isCompared: (part: string) => boolean = () => false;

  /** @param path of a new file */
  constructor(path: string) {
    this.#database = new Database(path);
    // Without it SQLite insists on a journal.
    this.#database.unsafeMode();
    this.#database.pragma('journal_mode = OFF');
    this.#database.pragma('synchronous = OFF');
    this.#database.pragma('locking_mode = EXCLUSIVE');
    this.#database.pragma('page_size = 16384');
    this.#database.pragma('cache_size = -65536');
    this.#database.function('differs', { deterministic: true }, differs);
    this.#database.function('merged', (was: unknown, now: unknown) => this.#merged(was, now));
    this.#database.function('compared', (part: unknown) => (this.#isCompared(String(part)) ? 1 : 0));
    this.#database.exec(`
      CREATE TABLE arriving (part TEXT, id TEXT, token TEXT, at INTEGER, record TEXT, vals TEXT, PRIMARY KEY (part, id));
      CREATE INDEX arriving_id ON arriving (id);
      CREATE TABLE stored (part TEXT, id TEXT, token TEXT, at INTEGER, record TEXT, vals TEXT, first_seen INTEGER, fetched INTEGER,
        deleted INTEGER, older INTEGER, PRIMARY KEY (part, id));
      CREATE TABLE differing (part TEXT, id TEXT, fresh INTEGER);
      CREATE TABLE dirty (part TEXT PRIMARY KEY) WITHOUT ROWID;`);
    this.#add = this.#database.prepare('INSERT OR REPLACE INTO arriving VALUES (?, ?, ?, ?, ?, ?)');
    this.#load = this.#database.prepare(
      'INSERT OR REPLACE INTO stored VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
  }

  /** Forgets what it has. Nothing is committed until then: a commit would write every page that it has touched. */
  begin(): void {
    if (this.#database.inTransaction) this.#database.exec('COMMIT');
    this.#database.exec(
      'BEGIN; DELETE FROM arriving; DELETE FROM stored; DELETE FROM differing; DELETE FROM dirty',
    );
  }

  /** Takes rows of a page. A row that came before is replaced. */
  add(rows: Iterable<StagedRow>): void {
    for (const { part, id, token, at, record, values } of rows)
      this.#add.run(part, id, token, at, record, JSON.stringify(values));
  }

  /** The partitions of the rows that have come, with the SHA-256 of their records. */
  arrived(): { part: string; content: string }[] {
    const parts = this.#database.prepare<[], string>('SELECT DISTINCT part FROM arriving').pluck().all();
    return parts.map((part) => ({
      part,
      content: contentOf(
        this.#database
          .prepare<[string], [string, string]>('SELECT id, record FROM arriving WHERE part = ? ORDER BY id')
          .raw()
          .iterate(part),
      ),
    }));
  }

  /** Leaves a partition as it is. */
  skip(part: string): void {
    this.#database.prepare('DELETE FROM arriving WHERE part = ?').run(part);
  }

  /** @param older true where the file lacks columns that have come since */
  load(rows: readonly StoredRow[], older: boolean): void {
    for (const row of rows) {
      const { part, id, token, at, record, values, firstSeen, fetched, deleted } = row;
      const vals = JSON.stringify(values);
      this.#load.run(part, id, token, at, record, vals, firstSeen, fetched, deleted, older ? 1 : 0);
    }
  }

  /** Brings the stored rows up to date. Returns what has changed, and the partitions that it has changed in. */
  settle({ window, compare, at, positions }: Settling): MirrorChanges & { parts: string[] } {
    this.#positions = positions;
    this.#database.exec(`
      INSERT INTO differing SELECT a.part, a.id, s.id IS NULL FROM arriving a LEFT JOIN stored s ON s.part = a.part AND s.id = a.id
      WHERE s.id IS NULL OR s.deleted IS NOT NULL OR s.older OR (s.record <> a.record AND differs(s.record, a.record));
      INSERT INTO dirty SELECT DISTINCT part FROM differing`);
    const [inserted = 0, changed = 0] =
      this.#database
        .prepare<[], [number, number]>(
          'SELECT coalesce(sum(fresh), 0), coalesce(sum(NOT fresh), 0) FROM differing',
        )
        .raw()
        .get() ?? [];
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO stored
         SELECT a.part, a.id, a.token, a.at, a.record, merged(s.vals, a.vals), coalesce(s.first_seen, @at), @at, NULL, 0
         FROM differing d JOIN arriving a ON a.part = d.part AND a.id = d.id LEFT JOIN stored s ON s.part = d.part AND s.id = d.id`,
      )
      .run({ at });
    const gone = this.#markGone(window, compare, at);
    const parts = this.#database.prepare<[], string>('SELECT part FROM dirty ORDER BY part').pluck().all();
    return { inserted, changed, gone, parts };
  }

  /** The rows of a partition, in their order. */
  *rowsOf(part: string): Generator<StoredRow> {
    const rows = this.#database
      .prepare<[string], RawRow>('SELECT * FROM stored WHERE part = ? ORDER BY token, at, id')
      .iterate(part);
    for (const { vals, first_seen: firstSeen, ...row } of rows)
      yield { ...row, firstSeen, values: valuesOf(vals) };
  }

  /** The SHA-256 of the records of a partition that are not marked as gone. */
  contentOf(part: string): string {
    return contentOf(
      this.#database
        .prepare<[string], [string, string]>(
          'SELECT id, record FROM stored WHERE part = ? AND deleted IS NULL ORDER BY id',
        )
        .raw()
        .iterate(part),
    );
  }

  close(): void {
    this.#database.close();
  }

  /** Marks rows of the window that no page had, and those whose record has come on another day. */
  #markGone(window: MirrorWindow, compare: boolean, at: number): number {
    this.#isCompared = (part) => compare && covers(window, part);
    const gone = `deleted IS NULL AND NOT EXISTS (SELECT 1 FROM arriving a WHERE a.part = stored.part AND a.id = stored.id)
      AND (compared(part) OR EXISTS (SELECT 1 FROM arriving a WHERE a.id = stored.id))`;
    this.#database.exec(`INSERT OR IGNORE INTO dirty SELECT DISTINCT part FROM stored WHERE ${gone}`);
    return this.#database.prepare(`UPDATE stored SET deleted = ? WHERE ${gone}`).run(at).changes;
  }

  /** The new values, with those of columns that the table has no more. */
  #merged(was: unknown, now: unknown): string {
    if (typeof now !== 'string') throw new TypeError('Values are text.');
    const next = valuesOf(now);
    if (typeof was !== 'string' || next.every((_, position) => this.#positions.has(position))) return now;
    const before = valuesOf(was);
    return JSON.stringify(
      next.map((value, position) => (this.#positions.has(position) ? value : (before[position] ?? null))),
    );
  }
}

function valuesOf(text: string): StagedValue[] {
  return JSON.parse(text) as StagedValue[];
}

/** A record whose members come in another order is the same. */
function differs(was: unknown, now: unknown): 0 | 1 {
  return canonicalJson(JSON.parse(String(was))) === canonicalJson(JSON.parse(String(now))) ? 0 : 1;
}

function contentOf(rows: Iterable<readonly [id: string, record: string]>): string {
  const hash = createHash('sha256');
  for (const [id, record] of rows) hash.update(`${id}\0${record}\n`);
  return hash.digest('hex');
}
