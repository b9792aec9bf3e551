import { dayMs, hourMs } from '../../preload/contract/days.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import type { WithText } from './cache/cacheReader.ts';
import type { ReaderCalls, WriterCalls } from './thread/calls.ts';
import { parseRecords } from './thread/recordsText.ts';
import { startQueryThread, type QueryThread } from './thread/queryThread.ts';
import { cachePath } from '../platform/sqlite/cachePath.ts';
import { syncStore } from './thread/syncCalls.ts';
import { watchStore } from './thread/watchCalls.ts';
import { startThread, type Thread } from './thread/thread.ts';
import { queryKey } from '../../preload/contract/query.ts';
import type {
  CacheStore,
  DataKey,
  PageRequest,
  Store,
  StoredPage,
  UsedPage,
  UserStore,
} from './storeTypes.ts';

export type { AggregateKey, StoredAggregate } from './cache/aggregates.ts';
export type { LocalAggregate } from './cache/localAggregates.ts';
export type {
  CompleteMark,
  SyncProgress,
  SyncStore,
  SyncSubject,
  UnfinishedSync,
  VanishedRecord,
} from './syncTypes.ts';
export type {
  AnswerBytes,
  CacheContents,
  CacheLimits,
  BudgetRequest,
  BudgetState,
  ChangesRequest,
  CacheStore,
  DataKey,
  LocalAnswer,
  PageRequest,
  SearchRequest,
  Store,
  StoredConnection,
  StoredPage,
  StoredRecord,
  DocumentChange,
  UserStore,
  UserDocument,
} from './storeTypes.ts';

/**
 * Opens the store in a folder, which is made if it is missing: `user.db` for the user's own things, `cache-<id>.db` for each
 * connection. `workerUrl` is where `worker.ts`, or its bundle, lies. Rejects with a `FailureError` of code `storage` where
 * the folder cannot be used, of `newer-data` where a newer app has written the user's own things.
 */
export async function openStore(options: {
  folder: string;
  workerUrl: URL;
  /** Names a copy of the user's database that takes its place first, or `newest`. */
  restore?: string | undefined;
  /** Finds the key of an encrypted database by its id. Without it such a database stays locked. */
  readKey?: ((keyId: string) => Promise<DataKey>) | undefined;
}): Promise<Store> {
  const { folder, workerUrl, restore, readKey } = options;
  const writer = startThread<WriterCalls>(workerUrl, { role: 'writer', folder, restore });
  const lookups = startThread<ReaderCalls>(workerUrl, { role: 'lookups', folder });
  const queries = startQueryThread(() => startThread<ReaderCalls>(workerUrl, { role: 'queries', folder }));
  const end = async (): Promise<void> => {
    await Promise.all([queries.end(), writer.end(), lookups.end()]);
  };
  const notices: string[] = [];
  try {
    notices.push(...(await openUserData(writer, readKey)));
  } catch (error) {
    await end();
    throw error;
  }
  const copying = keepCopying(writer, notices);
  const caches = new Map<string, Promise<CacheStore>>();

  async function openCache(id: string): Promise<CacheStore> {
    notices.push(...(await writer.call('openCache', id)));
    await Promise.all([lookups.call('openCache', id), queries.openCache(id)]);
    void catchUp(id);
    return cacheStore({ writer, lookups, queries }, { id, path: cachePath(folder, id) }, () =>
      caches.delete(id),
    );
  }

  /** Prepares the search and thins the history in steps, between which others write. The next start goes on where this one ended. */
  async function catchUp(id: string): Promise<void> {
    try {
      while (await writer.call('catchUp', id));
    } catch {
      // The store was closed meanwhile, or cannot be written, of which every other write tells.
    }
  }

  return {
    notices,
    user: userStore(writer),
    cache(id) {
      const known = caches.get(id);
      if (known !== undefined) return known;
      const opening = openCache(id).catch((error: unknown) => {
        caches.delete(id);
        throw error;
      });
      caches.set(id, opening);
      return opening;
    },
    async close() {
      clearInterval(copying);
      // The last connection to close empties the write-ahead log, so the writer comes last.
      try {
        await lookups.call('close');
        await queries.close();
        await writer.call('close');
      } finally {
        await end();
      }
    },
  };
}

/** Returns what was done about damaged data. */
async function openUserData(
  writer: Thread<WriterCalls>,
  readKey: ((keyId: string) => Promise<DataKey>) | undefined,
): Promise<readonly string[]> {
  try {
    return await writer.call('notices');
  } catch (error) {
    if (readKey === undefined || !(error instanceof FailureError)) throw error;
    const { code, keyId } = error.failure;
    if (code !== 'locked' || keyId === undefined) throw error;
    await writer.call('unlock', await readKey(keyId));
    return writer.call('notices');
  }
}

/** Has the user's database copied now, and once in 24 hours: looked at each hour, since a computer that sleeps stops the clock of timers. */
function keepCopying(writer: Thread<WriterCalls>, notices: string[]): NodeJS.Timeout {
  const copy = async (olderThanMs: number): Promise<void> => {
    try {
      notices.push(...(await writer.call('copyUserData', Date.now(), olderThanMs)));
    } catch {
      // The store was closed meanwhile.
    }
  };
  void copy(0);
  return setInterval(() => void copy(dayMs), hourMs).unref();
}

function userStore(writer: Thread<WriterCalls>): UserStore {
  return {
    readSettings: () => writer.call('readSettings'),
    writeSettings: (settings) => writer.call('writeSettings', settings),
    listConnections: () => writer.call('listConnections'),
    saveConnection: (connection) => writer.call('saveConnection', connection),
    readActiveConnection: () => writer.call('readActiveConnection'),
    writeActiveConnection: (id) => writer.call('writeActiveConnection', id),
    listDocuments: (kind) => writer.call('listDocuments', kind),
    changeDocuments: (changes) => writer.call('changeDocuments', changes),
    readKeyId: () => writer.call('readKeyId'),
    encrypt: (key) => writer.call('encrypt', key),
    decrypt: () => writer.call('decrypt'),
  };
}

interface Threads {
  readonly writer: Thread<WriterCalls>;
  readonly lookups: Thread<ReaderCalls>;
  readonly queries: QueryThread;
}

function cacheStore(
  { writer, lookups, queries }: Threads,
  { id, path }: { id: string; path: string },
  onClosed: () => void,
): CacheStore {
  /** Pages shown since the last maintenance; what a crash loses of them only makes them look unused. */
  const used = new Map<string, UsedPage>();
  return {
    path,
    async readPage(request) {
      const page = await lookups.call('readPage', id, request);
      if (page !== null) used.set(`${request.resource} ${queryKey(request.query)}`, usedPage(request));
      return page === null ? null : pageOf(page);
    },
    async writeAnswer(answer) {
      const page = await writer.call('writeAnswer', id, answer);
      return 'problem' in page ? page : pageOf(page);
    },
    renewPage: (page) => writer.call('renewPage', id, page),
    syncs: syncStore(writer, id),
    watch: watchStore({ writer, lookups, queries }, id),
    async readRecord(request) {
      const found = await lookups.call('readRecord', id, request);
      if (found === null) return null;
      const { recordText, ...rest } = found;
      const [record] = parseRecords(`[${recordText}]`);
      return record === undefined ? null : { ...rest, record };
    },
    writeRecord({ record, ...entry }) {
      return writer.call('writeRecord', id, { ...entry, recordText: JSON.stringify(record) });
    },
    async runQuery(request, signal) {
      const { recordsText, ...answer } = await queries.ask(signal, 'runQuery', id, request);
      return { ...answer, records: parseRecords(recordsText) };
    },
    completeAsOf: (request) => lookups.call('completeAsOf', id, request),
    readMetadata: (subject) => lookups.call('readMetadata', id, subject),
    readAggregate: (key) => lookups.call('readAggregate', id, key),
    writeAggregate: (entry) => writer.call('writeAggregate', id, entry),
    writeMetadata: (entry) => writer.call('writeMetadata', id, entry),
    runAggregate: (request, signal) => queries.ask(signal, 'runAggregate', id, request),
    runSeries: (request, signal) => queries.ask(signal, 'runSeries', id, request),
    readTitles: (names) => lookups.call('readTitles', id, names),
    readHoldings: () => queries.ask(undefined, 'readHoldings', id),
    countMatches: (requests) => queries.ask(undefined, 'countMatches', id, requests),
    readValues: (request) => queries.ask(undefined, 'readValues', id, request),
    search: (request) => lookups.call('search', id, request),
    readHistory: (request) => lookups.call('readHistory', id, request),
    listChanges: (request) => queries.ask(undefined, 'listChanges', id, request),
    readRecordChanges: (request) => lookups.call('readRecordChanges', id, request),
    takeRequest: (request) => writer.call('takeRequest', id, request),
    emptyBudget: (request) => writer.call('emptyBudget', id, request),
    readBudget: (request) => writer.call('readBudget', id, request),
    readContents: () => queries.ask(undefined, 'readContents', id),
    async runMaintenance(limits) {
      await writer.call('touchPages', id, [...used.values()]);
      used.clear();
      let removed = { pages: 0, records: 0 };
      for (;;) {
        const { pages, records } = await writer.call('evict', id, limits);
        if (pages + records === 0) break;
        removed = { pages: removed.pages + pages, records: removed.records + records };
      }
      await writer.call('tidy', id);
      return removed;
    },
    async clear() {
      used.clear();
      await writer.call('clearCache', id);
    },
    async close() {
      onClosed();
      await Promise.all([lookups.call('closeCache', id), queries.closeCache(id)]);
      await writer.call('closeCache', id);
    },
  };
}

function pageOf({ recordsText, ...page }: WithText<StoredPage>): StoredPage {
  return { ...page, records: parseRecords(recordsText) };
}

function usedPage({ resource, query }: PageRequest): UsedPage {
  return { resource, query: queryKey(query), at: Date.now() };
}
