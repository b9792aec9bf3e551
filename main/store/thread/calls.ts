import { sampleConnectionId } from '../../../preload/contract/connections.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { MetadataSubject } from '../../../preload/contract/metadata.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { Settings } from '../../../preload/contract/settings.ts';
import type { AggregateKey } from '../cache/aggregates.ts';
import type { AggregateRequest } from '../cache/localAggregates.ts';
import type { SeriesRequest } from '../cache/localSeries.ts';
import { openCacheReader, type CacheReader, type ReaderOptions } from '../cache/cacheReader.ts';
import { openCacheWriter, type CacheWriter } from '../cache/cacheWriter.ts';
import type { Findings } from '../cache/findings.ts';
import { cachePath } from '../../platform/sqlite/cachePath.ts';
import type { HistoryReader } from '../history/historyReader.ts';
import type { SearchReader } from '../search/searchReader.ts';
import { makePrivateFolder } from '../../platform/system/privateFolder.ts';
import type {
  AnswerBytes,
  BudgetRequest,
  CacheLimits,
  DataKey,
  PageRequest,
  StoredConnection,
  DocumentChange,
  UsedPage,
} from '../storeTypes.ts';
import { loadUserCipher } from '../user/userCipher.ts';
import { openUserDatabase, type UserDatabase } from '../user/userDatabase.ts';
import { parseRecords } from './recordsText.ts';
import { syncCalls } from './syncCalls.ts';
import { watchReaderCalls, watchWriterCalls } from './watchCalls.ts';

/**
 * What the main thread asks of the three threads of the store. Each thread runs one call after the other: the writer all that
 * changes a database, one reader what is looked up by its key, the other what may take long, so that a long local query keeps
 * no answer from being stored and no cached page from being shown.
 */
export type WriterCalls = ReturnType<typeof writerCalls>;
export type ReaderCalls = ReturnType<typeof readerCalls>;

export function writerCalls(folder: string, restore?: string) {
  const open = makePrivateFolder(folder);
  let user: UserDatabase | FailureError = openUnlessLocked(() => openUserDatabase(folder, { restore }));
  const caches = new Map<string, CacheWriter>();
  const cache = (id: string): CacheWriter => find(caches, id);

  function opened(): UserDatabase {
    if (user instanceof FailureError) throw user;
    return user;
  }

  function nameOf(id: string): string {
    if (id === sampleConnectionId) return 'Sample data';
    return (
      opened()
        .data.listConnections()
        .find((connection) => connection.id === id)?.name ?? id
    );
  }

  return {
    notices: () => (open === null ? opened().notices : [open, ...opened().notices]),
    /** Opens the user's database where it was locked. */
    async unlock(key: DataKey) {
      if (!(user instanceof FailureError)) return;
      user = openUserDatabase(folder, { restore, cipher: await loadUserCipher(key) });
    },
    readKeyId: () => opened().keyId,
    async encrypt(key: DataKey) {
      const cipher = await loadUserCipher(key);
      return [...opened().encrypt(cipher), ...opened().copy(Date.now(), 0)];
    },
    decrypt() {
      const { someStay } = opened().decrypt();
      opened().copy(Date.now(), 0);
      return { someStay };
    },
    copyUserData: (now: number, olderThanMs: number) => opened().copy(now, olderThanMs),
    readSettings: () => opened().data.readSettings(),
    writeSettings: (settings: Settings) => {
      opened().data.writeSettings(settings);
    },
    listConnections: () => opened().data.listConnections(),
    saveConnection: (connection: StoredConnection) => {
      opened().data.saveConnection(connection);
    },
    readActiveConnection: () => opened().data.readActiveConnection(),
    writeActiveConnection: (id: string | null) => {
      opened().data.writeActiveConnection(id);
    },
    listDocuments: (kind: string) => opened().data.things.list(kind),
    changeDocuments(changes: readonly DocumentChange[]) {
      opened().data.things.change(changes, Date.now());
    },

    /** Returns what was done about a damaged cache. */
    openCache(id: string): readonly string[] {
      if (caches.has(id)) return [];
      const writer = openCacheWriter(cachePath(folder, id), nameOf(id));
      caches.set(id, writer);
      return writer.notices;
    },
    closeCache(id: string) {
      caches.get(id)?.close();
      caches.delete(id);
    },
    writeAnswer: (id: string, answer: AnswerBytes & PageRequest) => cache(id).writeAnswer(answer),
    renewPage(id: string, page: Parameters<CacheWriter['renewPage']>[0]) {
      cache(id).renewPage(page);
    },
    writeRecord(
      id: string,
      entry: { resource: ResourceName; recordText: string; fetchedAt: number; request: string },
    ) {
      const { recordText, ...rest } = entry;
      cache(id).writeRecords({ ...rest, records: parseRecords(`[${recordText}]`) });
    },
    catchUp: (id: string) => caches.get(id)?.catchUp() ?? false,
    writeMetadata(id: string, entry: Parameters<CacheWriter['writeMetadata']>[0]) {
      cache(id).writeMetadata(entry);
    },
    writeAggregate(id: string, entry: Parameters<CacheWriter['writeAggregate']>[0]) {
      cache(id).writeAggregate(entry);
    },
    touchPages(id: string, pages: readonly UsedPage[]) {
      cache(id).maintenance.touch(pages);
    },
    evict: (id: string, limits: CacheLimits) => cache(id).maintenance.evict(limits),
    tidy(id: string) {
      cache(id).maintenance.tidy();
    },
    clearCache(id: string) {
      cache(id).clear();
      // Opened again, so that nothing goes on from what is gone.
      cache(id).close();
      caches.set(id, openCacheWriter(cachePath(folder, id), nameOf(id)));
    },
    ...syncCalls((id) => cache(id).syncs),
    ...watchWriterCalls((id) => cache(id).watch),
    takeRequest: (id: string, request: BudgetRequest) => cache(id).budgets.take(request),
    emptyBudget(id: string, request: BudgetRequest & { retryAt: number | null }) {
      cache(id).budgets.empty(request);
    },
    readBudget: (id: string, request: BudgetRequest) => cache(id).budgets.read(request),

    /** Damage was seen: the next start checks the files. */
    noteDamage() {
      for (const one of [...(user instanceof FailureError ? [] : [user]), ...caches.values()])
        one.noteDamage();
    },
    close() {
      for (const one of caches.values()) one.close();
      caches.clear();
      if (!(user instanceof FailureError)) user.close();
    },
  };
}

export function readerCalls(folder: string, options: ReaderOptions) {
  const caches = new Map<string, CacheReader>();
  const cache = (id: string): CacheReader => find(caches, id);
  return {
    openCache(id: string) {
      if (!caches.has(id)) caches.set(id, openCacheReader(cachePath(folder, id), options));
    },
    closeCache(id: string) {
      caches.get(id)?.close();
      caches.delete(id);
    },
    readContents: (id: string) => cache(id).readContents(undefined),
    readPage: (id: string, request: PageRequest) => cache(id).readPage(request),
    readRecord: (id: string, request: { resource: ResourceName; id: string | number }) =>
      cache(id).readRecord(request),
    runQuery: (id: string, request: PageRequest) => cache(id).runQuery(request),
    completeAsOf: (id: string, request: { resource: ResourceName; query: Query }) =>
      cache(id).completeAsOf(request),
    readMetadata: (id: string, subject: MetadataSubject) => cache(id).readMetadata(subject),
    readAggregate: (id: string, key: AggregateKey) => cache(id).readAggregate(key),
    runAggregate: (id: string, request: AggregateRequest) => cache(id).runAggregate(request),
    runSeries: (id: string, request: SeriesRequest) => cache(id).runSeries(request),
    search: (id: string, ...args: Parameters<SearchReader['search']>) => cache(id).search.search(...args),
    readHistory: (id: string, ...args: Parameters<HistoryReader['readHistory']>) =>
      cache(id).history.readHistory(...args),
    listChanges: (id: string, ...args: Parameters<HistoryReader['listChanges']>) =>
      cache(id).history.listChanges(...args),
    readRecordChanges: (id: string, ...args: Parameters<HistoryReader['readRecordChanges']>) =>
      cache(id).history.readRecordChanges(...args),
    readTitles: (id: string, ...args: Parameters<Findings['readTitles']>) =>
      cache(id).findings.readTitles(...args),
    readHoldings: (id: string) => cache(id).readHoldings(),
    ...watchReaderCalls((id) => cache(id).watch),
    countMatches: (id: string, ...args: Parameters<Findings['countMatches']>) =>
      cache(id).findings.countMatches(...args),
    readValues: (id: string, ...args: Parameters<Findings['readValues']>) =>
      cache(id).findings.readValues(...args),
    noteDamage() {
      for (const opened of caches.values()) opened.noteDamage();
    },
    close() {
      for (const opened of caches.values()) opened.close();
      caches.clear();
    },
  };
}

/** A locked database is not a thread that cannot work: `unlock` opens it. */
function openUnlessLocked(open: () => UserDatabase): UserDatabase | FailureError {
  try {
    return open();
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'locked') return error;
    throw error;
  }
}

function find<T>(opened: ReadonlyMap<string, T>, id: string): T {
  const found = opened.get(id);
  if (found === undefined) throw new Error(`The cache “${id}” is not open.`);
  return found;
}
