import type Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { z } from 'zod';
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
   * running sync needs, nor the transactions of watchlists. Call it again while it removes something.
   */
  evict(limits: CacheLimits): Eviction;
  /** Lets SQLite look after its statistics, and gives freed space and the write-ahead log back to the disk. */
  tidy(): void;
}

/** The resource whose records are evicted; those of the others fit on a laptop. */
const evicted = 'transactions' satisfies ResourceName;

/** Removed at once, so that other writes come in between. */
const pagesAtOnce = 100;
const recordsAtOnce = 2000;
const fetchesAtOnce = 2000;
/** Pages of the file given back at once. */
const freedAtOnce = 4000;

const keysSchema = z.array(z.number());

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
  const findRecords = database
    .prepare(
      `SELECT r._key FROM ${table.name} r JOIN fetches f ON f.key = r._fetch
       WHERE f.at < ? AND NOT EXISTS (SELECT 1 FROM temp.retained k WHERE k.key = r._key)
       ORDER BY r._fetch LIMIT ${recordsAtOnce.toString()}`,
    )
    .pluck();
  const dropFetches = database.prepare(
    `DELETE FROM fetches WHERE key IN (
       SELECT key FROM fetches f WHERE at < ? AND key NOT IN (SELECT fetch FROM pages)
         AND key NOT IN (SELECT since FROM syncs)
         ${resourceNames.map((name) => `AND NOT EXISTS (SELECT 1 FROM ${quote(name)} r WHERE r._fetch = f.key)`).join(' ')}
       LIMIT ${fetchesAtOnce.toString()})`,
  );

  const pragma = (name: string): number => Number(database.pragma(name, { simple: true }));
  const usedBytes = (): number => (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');

  /** Collects the transactions that stay; false where all of them do. */
  function collectRetained(): boolean {
    const needed = [...syncs.listComplete(), ...syncs.listUnfinished()].filter(
      ({ resource }) => resource === evicted,
    );
    if (needed.some(({ filter }) => filter === undefined)) return false;
    database.exec('DELETE FROM temp.retained');
    keepPages.run(evicted);
    for (const { filter } of needed) {
      const { where, parameters } = compileWhere(table, filter, cachedFields(database));
      database
        .prepare(`INSERT OR IGNORE INTO temp.retained SELECT r._key FROM ${table.name} r WHERE ${where}`)
        .run(parameters);
    }
    database.exec('INSERT OR IGNORE INTO temp.retained SELECT key FROM watch_members');
    return true;
  }

  const evict = database.transaction(({ now, maxAgeMs, maxBytes }: CacheLimits): Eviction => {
    const isOver = usedBytes() > maxBytes;
    // Over the size everything is old enough; else only what has not been used for so long.
    const before = isOver ? Number.MAX_SAFE_INTEGER : now - maxAgeMs;
    const pages = dropPages.run(before).changes;
    const keys = collectRetained() ? keysSchema.parse(findRecords.all(before)) : [];
    intake.remove(evicted, keys);
    dropFetches.run(now - maxAgeMs);
    return { pages, records: keys.length };
  });

  return {
    touch(pages) {
      database
        .transaction(() => {
          for (const page of pages) touch.run({ ...page });
        })
        .immediate();
    },
    evict: (limits) => evict.immediate(limits),
    tidy() {
      database.pragma(`incremental_vacuum(${freedAtOnce.toString()})`);
      database.pragma('analysis_limit = 1000');
      database.pragma('optimize');
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
