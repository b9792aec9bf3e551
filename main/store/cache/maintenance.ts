import type Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { z } from 'zod';
import type { Filter } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { resourceNames, resources } from '../../../preload/contract/resources.ts';
import type { UsedPage, CacheLimits, Eviction } from '../storeTypes.ts';
import { compileWhere } from '../query/compile.ts';
import { quote } from '../query/sql.ts';
import type { RecordIntake } from './recordIntake.ts';
import { cacheTable } from './resourceTables.ts';
import type { SyncTables } from './syncTables.ts';
import { cachedFields } from './cachedFields.ts';

/** Keeps a cache within its limits, and its files in order. */
export interface Maintenance {
  /** Notes when pages were last shown. */
  touch(pages: readonly UsedPage[]): void;
  /**
   * Removes a part of what is over the limits, the pages and transactions used longest ago first: never what a finished or a
   * running sync needs, nor the transactions of watchlists. Call it again until it is done.
   */
  evict(limits: CacheLimits): Eviction & { readonly isDone: boolean };
  /** Copies the write-ahead log into the file, which the commit of a later step would do otherwise, all at once. */
  checkpoint(): void;
  /** Gives some of the freed space back to the disk. True where there is more. */
  shrink(): boolean;
  /** Brings statistics of one index up to date, which plans of queries go by. True where there are more. */
  analyze(): boolean;
  /** Gives the write-ahead log back to the disk. */
  tidy(): void;
}

/** The resource whose records are evicted; those of the others fit on a laptop. */
const evicted = 'transactions' satisfies ResourceName;

/**
 * How long a step may remove transactions, in milliseconds: the thread is the one that stores what somebody waits for. To commit them
 * takes as long again.
 */
const stepMs = 10;
/** Looked at and removed in a step at most. */
const recordsAtOnce = 500;
const pagesAtOnce = 20;
const fetchesAtOnce = 500;
/** Pages of the file given back at once. */
const freedAtOnce = 500;

/** Rows of an index that its statistics are made from. */
const rowsAnalyzed = 200;

/** SQLite’s own choice of what to analyze, without doing it. Source: https://sqlite.org/pragma.html#pragma_optimize */
const optimizeDry = '0xffff';

const statementsSchema = z.array(z.object({ optimize: z.string() }));
const rowsSchema = z.array(z.tuple([z.number(), z.number(), z.number()]));

/** How far the steps of an eviction are: the last row that was looked at, in the order of fetches. */
interface Position {
  readonly fetch: number;
  readonly key: number;
}

const beginning: Position = { fetch: 0, key: 0 };

export function createMaintenance(
  database: Database.Database,
  intake: RecordIntake,
  syncs: SyncTables,
): Maintenance {
  const table = cacheTable(resources[evicted]);
  database.exec('CREATE TEMP TABLE retained (key INTEGER PRIMARY KEY)');
  const touch = database.prepare(
    'UPDATE pages SET used_at = max(used_at, :at) WHERE resource = :resource AND query = :query',
  );
  const dropPages = database.prepare(
    `DELETE FROM pages WHERE (resource, query) IN
       (SELECT resource, query FROM pages WHERE used_at < ? ORDER BY used_at LIMIT ${pagesAtOnce.toString()})`,
  );
  const keepPages = database.prepare(
    `INSERT OR IGNORE INTO temp.retained SELECT value FROM pages, json_each(pages.records) WHERE resource = ?`,
  );
  const dropFetches = database.prepare(
    `DELETE FROM fetches WHERE key IN (
       SELECT key FROM fetches f WHERE at < ? AND key NOT IN (SELECT fetch FROM pages)
         AND key NOT IN (SELECT since FROM syncs)
         ${resourceNames.map((name) => `AND NOT EXISTS (SELECT 1 FROM ${quote(name)} r WHERE r._fetch = f.key)`).join(' ')}
       LIMIT ${fetchesAtOnce.toString()})`,
  );

  const pragma = (name: string): number => Number(database.pragma(name, { simple: true }));
  const usedBytes = (): number => (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');

  const changes = database.prepare('SELECT total_changes()').pluck();
  /** Differs once anything but a step has changed the cache. */
  const versionNow = (): string => `${String(changes.get())} ${pragma('data_version').toString()}`;
  /** Of what `retained` was collected from; null where it was not. */
  let version: string | null = null;
  let position = beginning;
  let arePagesDropped = false;

  /** What finished and running syncs of the transactions need. */
  const neededBySyncs = (): (Filter | undefined)[] =>
    [...syncs.listComplete(), ...syncs.listUnfinished()]
      .filter(({ resource }) => resource === evicted)
      .map(({ filter }) => filter);

  /** Removes the next transactions that were fetched before a moment, and that nothing needs. */
  function dropRecords(before: number): { records: number; isDone: boolean } {
    const filters = neededBySyncs();
    if (filters.includes(undefined)) return { records: 0, isDone: true };
    const needed = filters.filter((filter) => filter !== undefined);
    const { where, parameters } = compileWhere(
      table,
      needed.length === 0 ? undefined : { operator: 'or', filters: needed },
      cachedFields(database),
    );
    const rows = rowsSchema.parse(
      database
        .prepare(
          `SELECT r._fetch, r._key, NOT EXISTS (SELECT 1 FROM temp.retained k WHERE k.key = r._key)
             AND NOT EXISTS (SELECT 1 FROM watch_members m WHERE m.key = r._key)
             ${needed.length === 0 ? '' : `AND (${where}) IS NOT TRUE`}
           FROM fetches f CROSS JOIN ${table.name} r ON r._fetch = f.key
           WHERE f.key >= :fetch AND f.at < :before AND (r._fetch > :fetch OR r._key > :key)
           ORDER BY f.key, r._key LIMIT ${recordsAtOnce.toString()}`,
        )
        .raw()
        .all({ ...parameters, ...position, before }),
    );
    const end = performance.now() + stepMs;
    let records = 0;
    for (const [fetch, key, isEvicted] of rows) {
      if (performance.now() > end) break;
      if (isEvicted === 1) {
        intake.remove(evicted, [key]);
        records += 1;
      }
      position = { fetch, key };
    }
    return { records, isDone: rows.length === 0 };
  }

  const evict = database.transaction(({ now, maxAgeMs, maxBytes }: CacheLimits) => {
    const isOverSize = usedBytes() > maxBytes;
    // Over the size everything is old enough; else only what has not been used for so long.
    const before = isOverSize ? Number.MAX_SAFE_INTEGER : now - maxAgeMs;
    if (!arePagesDropped) {
      const pages = dropPages.run(before).changes;
      arePagesDropped = pages === 0;
      version = null;
      return { pages, records: 0, isOverSize, isDone: false };
    }
    if (version !== versionNow()) {
      database.exec('DELETE FROM temp.retained');
      keepPages.run(evicted);
      version = '';
    }
    const { records, isDone } = dropRecords(before);
    if (!isDone) return { pages: 0, records, isOverSize, isDone };
    const fetches = dropFetches.run(now - maxAgeMs).changes;
    if (fetches === 0) {
      position = beginning;
      arePagesDropped = false;
    }
    return { pages: 0, records, isOverSize, isDone: fetches === 0 };
  });

  let stale: string[] | null = null;
  const indexesOf = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?`)
    .pluck();
  /** What SQLite would analyze in one piece, which takes seconds where a table is large: its indexes, else the table itself. */
  function listStale(): string[] {
    return statementsSchema.parse(database.pragma(`optimize(${optimizeDry})`)).flatMap(({ optimize }) => {
      const table = /^ANALYZE "main"\."(.+)"$/.exec(optimize)?.[1];
      if (table === undefined) return [];
      const indexes = indexesOf.all(table).map(String);
      return indexes.length === 0 ? [table] : indexes;
    });
  }

  return {
    touch(pages) {
      database
        .transaction(() => {
          for (const page of pages) touch.run({ ...page });
        })
        .immediate();
    },
    evict(limits) {
      const removed = evict.immediate(limits);
      if (version !== null) version = versionNow();
      return removed;
    },
    checkpoint() {
      database.pragma('wal_checkpoint(PASSIVE)');
    },
    shrink() {
      database.pragma(`incremental_vacuum(${freedAtOnce.toString()})`);
      return pragma('auto_vacuum') > 0 && pragma('freelist_count') > 0;
    },
    analyze() {
      stale ??= listStale();
      const name = stale.pop();
      if (name === undefined) {
        stale = null;
        return false;
      }
      database.pragma(`analysis_limit = ${rowsAnalyzed.toString()}`);
      database.exec(`ANALYZE ${quote(name)}`);
      return true;
    },
    tidy() {
      database.pragma('wal_checkpoint(TRUNCATE)');
    },
  };
}

/** What a cache takes on the disk, the write-ahead log included. */
export function fileBytes(path: string): number {
  return ['', '-wal'].reduce(
    (sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
