import type Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { z } from 'zod';
import { copyLog } from '../../../platform/sqlite/logRoom.ts';
import type { Filter } from '../../../../preload/contract/query.ts';
import { resourceNames, resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import type { UsedPage, CacheLimits, Eviction } from '../../storeTypes.ts';
import { compileWhere } from '../../query/compile.ts';
import { quote } from '../../query/sql.ts';
import type { RecordIntake } from '../../records/recordIntake.ts';
import { cacheTable, cachedFields } from '../../records/resourceTables.ts';
import type { SyncTables } from '../../../sync/tables/syncTables.ts';

/** Only these are evicted; the records of other resources fit on a laptop. */
const evicted = 'transactions' satisfies ResourceName;

/** Target time of a removal step with its commit, in milliseconds: it delays writes. */
const stepMs = 20;
const recordsAtOnce = { first: 100, least: 20, most: 5000 };
const pagesAtOnce = 20;
const fetchesAtOnce = 500;
const freedAtOnce = 500;

const rowsAnalyzed = 200;

/** Lists without analyzing. Source: https://sqlite.org/pragma.html#pragma_optimize */
const optimizeDry = '0xffff';

const statementsSchema = z.array(z.object({ optimize: z.string() }));
const pageSchema = z.number().nullable();
const rowsSchema = z.array(z.tuple([z.number(), z.number(), z.number()]));

interface Progress {
  /** The last fetch at the beginning: later ones stay. */
  readonly lastFetch: number;
  /** The last page whose records were retained; null once all are. */
  readonly page: number | null;
  readonly fetch: number;
  readonly key: number;
}

export function createMaintenance(database: Database.Database, intake: RecordIntake, syncs: SyncTables) {
  const table = cacheTable(resources[evicted]);
  database.exec('CREATE TEMP TABLE retained (key INTEGER PRIMARY KEY)');
  const touch = database.prepare(
    'UPDATE pages SET used_at = max(used_at, :at) WHERE resource = :resource AND query = :query',
  );
  const dropPages = database.prepare(
    `DELETE FROM pages WHERE (resource, query) IN
       (SELECT resource, query FROM pages WHERE used_at < ? ORDER BY used_at LIMIT ${pagesAtOnce.toString()})`,
  );
  const nextPages = database
    .prepare(
      `SELECT max(number) FROM (SELECT rowid AS number FROM pages WHERE resource = ? AND rowid > ?
         ORDER BY rowid LIMIT ${pagesAtOnce.toString()})`,
    )
    .pluck();
  const retainPages = database.prepare(
    `INSERT OR IGNORE INTO temp.retained SELECT value FROM pages, json_each(iif(json_valid(pages.records), pages.records, '[]'))
     WHERE resource = ? AND pages.rowid > ? AND pages.rowid <= ?`,
  );
  const lastFetch = database.prepare('SELECT coalesce(max(key), 0) FROM fetches').pluck();
  const dropFetches = database.prepare(
    `DELETE FROM fetches WHERE key IN (
       SELECT key FROM fetches f WHERE at < ? AND key NOT IN (SELECT fetch FROM pages)
         AND key NOT IN (SELECT since FROM syncs)
         ${resourceNames.map((name) => `AND NOT EXISTS (SELECT 1 FROM ${quote(name)} r WHERE r._fetch = f.key)`).join(' ')}
       LIMIT ${fetchesAtOnce.toString()})`,
  );

  const pragma = (name: string): number => Number(database.pragma(name, { simple: true }));
  const usedBytes = (): number => (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');

  let progress: Progress | null = null;
  let atOnce = recordsAtOnce.first;

  const neededBySyncs = (): (Filter | undefined)[] =>
    [...syncs.listComplete(), ...syncs.listUnfinished()]
      .filter(({ resource }) => resource === evicted)
      .map(({ filter }) => filter);

  function dropRecords(now: Progress, before: number): { records: number; isDone: boolean } {
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
           WHERE f.key BETWEEN :fetch AND :lastFetch AND f.at < :before AND r._key > iif(f.key = :fetch, :key, 0)
           ORDER BY f.key, r._key LIMIT :atOnce`,
        )
        .raw()
        .all({ ...parameters, fetch: now.fetch, key: now.key, lastFetch: now.lastFetch, before, atOnce }),
    );
    const keys = rows.flatMap(([, key, isEvicted]) => (isEvicted === 1 ? [key] : []));
    if (keys.length > 0) intake.remove(evicted, keys);
    const [fetch, key] = rows.at(-1) ?? [now.fetch, now.key];
    progress = { ...now, fetch, key };
    return { records: keys.length, isDone: rows.length === 0 };
  }

  function adapt(tookMs: number): void {
    const { least, most } = recordsAtOnce;
    atOnce = Math.round(Math.min(Math.max(atOnce * Math.min(2, stepMs / tookMs), least), most));
  }

  const evict = database.transaction(({ now, maxAgeMs, maxBytes }: CacheLimits) => {
    const isOverSize = usedBytes() > maxBytes;
    // Over the size limit, everything is old enough; otherwise only unused data.
    const before = isOverSize ? Number.MAX_SAFE_INTEGER : now - maxAgeMs;
    if (progress === null) {
      const pages = dropPages.run(before).changes;
      if (pages === 0) {
        database.exec('DELETE FROM temp.retained');
        progress = { lastFetch: Number(lastFetch.get()), page: 0, fetch: 0, key: 0 };
      }
      return { pages, records: 0, isOverSize, isDone: false };
    }
    if (progress.page !== null) {
      const next = pageSchema.parse(nextPages.get(evicted, progress.page));
      if (next !== null) retainPages.run(evicted, progress.page, next);
      progress = { ...progress, page: next };
      return { pages: 0, records: 0, isOverSize, isDone: false };
    }
    const { records, isDone } = dropRecords(progress, before);
    if (!isDone) return { pages: 0, records, isOverSize, isDone };
    const fetches = dropFetches.run(now - maxAgeMs).changes;
    if (fetches === 0) progress = null;
    return { pages: 0, records, isOverSize, isDone: fetches === 0 };
  });

  let stale: string[] | null = null;
  const indexesOf = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?`)
    .pluck();
  /** Returns the tables and indexes that need analysis; doing all at once takes seconds. */
  function listStale(): string[] {
    return statementsSchema.parse(database.pragma(`optimize(${optimizeDry})`)).flatMap(({ optimize }) => {
      const table = /^ANALYZE "main"\."(.+)"$/.exec(optimize)?.[1];
      if (table === undefined) return [];
      const indexes = indexesOf.all(table).map(String);
      return indexes.length === 0 ? [table] : indexes;
    });
  }

  return {
    touch(pages: readonly UsedPage[]) {
      database
        .transaction(() => {
          for (const page of pages) touch.run({ ...page });
        })
        .immediate();
    },
    /**
     * Removes part of the data over the limits, least recently used pages and transactions first. Spares data
     * of finished and running syncs, and transactions of watchlists. Call it again until it is done.
     */
    evict(limits: CacheLimits): Eviction & { readonly isDone: boolean } {
      const before = progress;
      const begunAt = performance.now();
      try {
        return evict.immediate(limits);
      } catch (error) {
        // The transaction was rolled back.
        progress = before;
        throw error;
      } finally {
        if (before?.page === null) adapt(performance.now() - begunAt);
      }
    },
    /** Copies the write-ahead log into the file, so that the commit of a later step need not. */
    checkpoint() {
      copyLog(database, 'PASSIVE');
    },
    /** Returns some of the freed space to the disk. Returns whether there is more. */
    shrink() {
      database.pragma(`incremental_vacuum(${freedAtOnce.toString()})`);
      return pragma('auto_vacuum') > 0 && pragma('freelist_count') > 0;
    },
    /** Updates the planner statistics of one index. Returns whether there are more. */
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
      copyLog(database, 'TRUNCATE');
    },
  };
}

export function fileBytes(path: string): number {
  return ['', '-wal'].reduce(
    (sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
