import type Database from 'better-sqlite3';
import type { MetadataSubject, ToldMetadata } from '../../../preload/contract/metadata.ts';
import { queryKey, type Query } from '../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { resources, resourceNames, type ResourceName } from '../../../preload/contract/resources.ts';
import { openDatabase } from '../../platform/sqlite/openDatabase.ts';
import type { AnswerBytes, PageRequest, StoredPage } from '../storeTypes.ts';
import { aggregateWriter, type AggregateKey, type StoredAggregate } from './aggregates.ts';
import { makeBudgets, type Budgets } from './budgets.ts';
import type { WithText } from './cacheReader.ts';
import { clearCache } from './clearCache.ts';
import { chooseFields } from './chooseFields.ts';
import { installHistory } from '../history/historyTables.ts';
import { createMaintenance, type Maintenance } from './maintenance.ts';
import { cacheMigrations } from './migrations.ts';
import { readAnswer } from './readAnswer.ts';
import { makeRecordIntake, type RecordIntake } from './recordIntake.ts';
import { bringUpToDate } from './resourceTables.ts';
import { installSearch } from '../search/searchTables.ts';
import { installWatch } from '../watch/watchTables.ts';
import { makeWatchWriter, type WatchWriter } from '../watch/watchWriter.ts';
import { makeSyncTables, type SyncTables } from './syncTables.ts';

/** Everything that changes a cache database. */
export interface CacheWriter {
  readonly notices: readonly string[];
  readonly budgets: Budgets;
  readonly syncs: SyncTables;
  readonly maintenance: Maintenance;
  readonly watch: WatchWriter;
  /** Reads and stores an answer; gives the page back, or a sentence on why the answer is no list of records. */
  writeAnswer(answer: AnswerBytes & PageRequest): WithText<StoredPage> | { problem: string };
  renewPage(page: { resource: ResourceName; query: Query; fetchedAt: number }): void;
  writeRecords(entry: {
    resource: ResourceName;
    records: readonly ResourceRecord[];
    fetchedAt: number;
    request: string;
  }): void;
  writeMetadata(entry: { subject: MetadataSubject; told: ToldMetadata; fetchedAt: number }): void;
  writeAggregate(entry: AggregateKey & StoredAggregate): void;
  /** Forgets everything that was fetched. The writer is to be closed afterwards. */
  clear(): void;
  /** Does a part of what was left over: prepares the search, thins the history. True where there is more. */
  catchUp(): boolean;
  noteDamage(): void;
  close(): void;
}

/** Pages of the database kept in memory, in KiB. */
const cacheKiB = 24 * 1024;

/** `name` is the connection's, for the sentence about a damaged cache. */
export function openCacheWriter(path: string, name: string): CacheWriter {
  const opened = openDatabase({
    path,
    migrations: cacheMigrations,
    journal: 'wal',
    prepare: (database) => {
      database.pragma(`cache_size = -${cacheKiB.toString()}`);
      for (const resource of resourceNames) bringUpToDate(database, resources[resource]);
      installHistory(database);
      installSearch(database);
      installWatch(database);
    },
    replace: (setAsideAs) =>
      `The cache of “${name}” was damaged. It was set aside as ${setAsideAs} and rebuilt: what it held is fetched again when you open it.`,
  });
  const { database } = opened;
  const intake = makeRecordIntake(database);
  const syncs = makeSyncTables(database, intake);
  return {
    budgets: makeBudgets(database),
    syncs,
    maintenance: createMaintenance(database, intake, syncs),
    watch: makeWatchWriter(database, intake),
    ...writes(database, intake),
    writeAggregate: aggregateWriter(database),
    catchUp: () => intake.catchUp(Date.now()),
    notices: opened.notices,
    clear: () => {
      clearCache(database);
    },
    noteDamage: () => {
      opened.noteDamage();
    },
    close: () => {
      opened.close();
    },
  };
}

function writes(
  database: Database.Database,
  intake: RecordIntake,
): Pick<CacheWriter, 'writeAnswer' | 'renewPage' | 'writeRecords' | 'writeMetadata'> {
  const putPage = database.prepare(
    `INSERT INTO pages (resource, query, fetch, records, pagination, applied, notes, etag, used_at)
     VALUES (:resource, :query, :fetch, :records, :pagination, :applied, :notes, :etag, :fetchedAt)
     ON CONFLICT (resource, query) DO UPDATE
     SET fetch = :fetch, records = :records, pagination = :pagination, applied = :applied, notes = :notes, etag = :etag, used_at = :fetchedAt`,
  );
  const renew = database.prepare(
    `UPDATE fetches SET at = :fetchedAt
     WHERE key = (SELECT fetch FROM pages WHERE resource = :resource AND query = :query)`,
  );
  const putMetadata = database.prepare(
    `INSERT INTO metadata (resource, metadata, fetched_at) VALUES (?, ?, ?)
     ON CONFLICT (resource) DO UPDATE SET metadata = excluded.metadata, fetched_at = excluded.fetched_at`,
  );
  const writePage = database.transaction((page: StoredPage & { resource: ResourceName; query: Query }) => {
    const { resource, query, records, pagination, applied, notes, fetchedAt, request, etag } = page;
    const { fetch, keys } = intake.take({ resource, records, fetchedAt, request });
    putPage.run({
      resource,
      query: queryKey(query),
      fetch,
      records: JSON.stringify(keys),
      pagination: JSON.stringify(pagination),
      applied: JSON.stringify(applied),
      notes: JSON.stringify(notes),
      etag,
      fetchedAt,
    });
  });

  const writeRecords = database.transaction((entry: Parameters<CacheWriter['writeRecords']>[0]) => {
    intake.take(entry);
  });

  return {
    writeAnswer({ bytes, fields, resource, query, ...fetch }) {
      const answer = readAnswer(bytes, {
        page: query.pagination?.page ?? 1,
        perPage: query.pagination?.perPage ?? resources[resource].defaultPerPage,
      });
      if ('problem' in answer) return answer;
      writePage.immediate({ ...answer, ...fetch, resource, query });
      const { records, tooDeep: _, ...page } = answer;
      const chosen = fields === undefined ? records : chooseFields(resources[resource], records, fields);
      return { ...page, ...fetch, recordsText: JSON.stringify(chosen) };
    },
    renewPage({ query, ...page }) {
      renew.run({ ...page, query: queryKey(query) });
    },
    writeRecords: (entry) => {
      writeRecords.immediate(entry);
    },
    writeMetadata({ subject, told, fetchedAt }) {
      putMetadata.run(subject, JSON.stringify(told), fetchedAt);
    },
  };
}
