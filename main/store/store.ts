import { join } from 'node:path';
import { dayMs, hourMs } from '../../preload/contract/days.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { sampleConnectionId } from '../../preload/contract/connections.ts';
import type { CacheReader } from './cache/reading/cacheReader.ts';
import type { CacheWriter } from './cache/writing/cacheWriter.ts';
import type { ReaderCalls } from './thread/readerCalls.ts';
import type { UserCalls } from './thread/userCalls.ts';
import type { WriterCalls } from './thread/writerCalls.ts';
import { makeRemote, type Remote, type Shape } from './thread/remote.ts';
import { startQueryThread, type QueryThread } from './thread/queryThread.ts';
import { memoizeByKey } from '../platform/once.ts';
import { cachePath } from '../platform/sqlite/cachePath.ts';
import { untilFree } from '../platform/sqlite/fileLock.ts';
import { answerHere, type ThreadCalls } from '../platform/threads/answerHere.ts';
import { notWritable } from '../platform/sqlite/failures.ts';
import { mayWrite } from '../platform/system/mayWrite.ts';
import { startThread, type Thread } from '../platform/threads/thread.ts';
import { queryKey } from '../../preload/contract/query.ts';
import type { CacheLimits, Eviction, PageRequest, UsedPage } from './storeTypes.ts';
import type { StoreThreadData } from './thread/storeCalls.ts';

/**
 * The store and its parts. Times are milliseconds since 1970 UTC. Every method rejects with a `FailureError`
 * `storage` if a database cannot be read or written.
 */
export interface Store {
  readonly notices: readonly string[];
  /** True if its folder is read-only: every change is refused, and no backup is made. */
  readonly readOnly: boolean;
  readonly user: UserStore;
  cache(connectionId: string): Promise<CacheStore>;
  close(): Promise<void>;
}

export type UserStore = Remote<UserCalls['user']>;

/** Methods of the thread of long queries; they take an `AbortSignal` last. Other reads are lookups. */
const longQueries = [
  'checkRecords',
  'countMatches',
  'findMembers',
  'listChanges',
  'listStatedChanges',
  'readContents',
  'readEntries',
  'readFeed',
  'readFigures',
  'readHoldings',
  'readMembers',
  'readStates',
  'readSummary',
  'readTokenActivity',
  'readTotals',
  'readValues',
  'readWallet',
  'readWalletFlows',
  'runQuery',
] as const satisfies (keyof CacheReader['calls'] | keyof CacheReader['calls']['watch'])[];
type LongQuery = (typeof longQueries)[number];
const isLong: ReadonlySet<string | undefined> = new Set(longQueries);

interface MaintenanceOptions {
  readonly mayGoOn?: () => Promise<void>;
  readonly onRemoved?: (removed: Eviction) => void;
}

export type CacheStore = Omit<Remote<CacheWriter['calls']>, 'maintenance'> &
  Remote<CacheReader['calls'], LongQuery> & {
    readonly path: string;
    /**
     * Removes data over the limits (see `createMaintenance`), then compacts the files, in steps of some 50 ms
     * of the writing thread. Each begins once `mayGoOn` resolves; if that rejects, the rest waits for the
     * next time. `onRemoved` receives the removals so far after each step.
     */
    runMaintenance(limits: CacheLimits, options?: MaintenanceOptions): Promise<Eviction>;
    /** Removes all fetched data. Budgets stay, because the service keeps counting. */
    clear(): Promise<void>;
    close(): Promise<void>;
  };

/** Milliseconds to wait for another process that opens, restores or copies the user's database. */
const othersMs = 15_000;

export function storedBytes(answer: Uint8Array): number {
  return 2.5 * answer.byteLength;
}

/**
 * Opens the store in a folder, created if missing: `user.db` for the user's documents, `cache-<id>.db` for
 * each connection. `workerUrl` is the thread's code. Rejects with a `FailureError` `storage` if the folder
 * cannot be used, `newer-data` if a newer app wrote the user's documents.
 */
export async function openStore(options: {
  folder: string;
  workerUrl: URL;
  /** Name of a copy of the user's database to restore first, or `newest`. */
  restore?: string | undefined;
  /** True to run all but long queries in this thread: for a program without a window. */
  inProcess?: boolean | undefined;
}): Promise<Store> {
  const { folder, workerUrl, restore, inProcess = false } = options;
  // In this thread, a blocking wait would not react to a stop signal, so this waits asynchronously first.
  if (inProcess) await untilFree(join(folder, 'user.lock'), othersMs);
  const place = { folder, readOnly: restore === undefined && !mayWrite(folder, 'user.db') };
  const start = <Calls>(data: StoreThreadData): Thread<Calls> =>
    inProcess ? answerHere(loadStoreCalls, data) : startStoreThread(workerUrl, data);
  const own = start<UserCalls>({ role: 'user', ...place, restore });
  const writer = start<WriterCalls>({ role: 'writer', ...place });
  const lookups = start<ReaderCalls>({ role: 'lookups', ...place });
  const queries = startQueryThread(() =>
    startStoreThread<ReaderCalls>(workerUrl, { role: 'queries', ...place }),
  );
  const end = async (): Promise<void> => {
    await Promise.all([queries.end(), writer.end(), lookups.end(), own.end()]);
  };
  const { notices, shape } = await own.call('openUser').catch(async (error: unknown) => {
    await end();
    throw error;
  });
  if (place.readOnly) notices.unshift(`${notWritable(folder)} Until then what is cached can be read.`);
  const user = makeRemote<UserCalls['user']>(shape, (path, args) => own.send(null, ['user', ...path], args));
  const copying = keepCopying(own, notices);
  const cache = memoizeByKey(openCache);

  async function nameOf(id: string): Promise<string> {
    if (id === sampleConnectionId) return 'Sample data';
    return (await user.listConnections()).find((connection) => connection.id === id)?.name ?? id;
  }

  async function openCache(id: string): Promise<CacheStore> {
    const opened = await writer.call('openCache', id, await nameOf(id));
    notices.push(...opened.notices);
    const [readerShape] = await Promise.all([lookups.call('openCache', id), queries.openCache(id)]);
    if (!place.readOnly) void catchUp(writer, id);
    return cacheStore(
      { writer, lookups, queries },
      { id, path: cachePath(folder, id), writerShape: opened.shape, readerShape },
      () => cache.forget(id),
    );
  }

  return {
    notices,
    readOnly: place.readOnly,
    user,
    cache,
    async close() {
      clearInterval(copying);
      // The last connection to close empties the write-ahead log, so the writer closes last.
      try {
        await lookups.call('close');
        await queries.close();
        await writer.call('close');
        await own.call('close');
      } finally {
        await end();
      }
    },
  };
}

async function catchUp(writer: Thread<WriterCalls>, id: string): Promise<void> {
  try {
    while (await writer.call('catchUp', id));
  } catch {
    // The store was closed, or cannot be written, which every other write reports.
  }
}

/** Copies the user's database now and every 24 hours. Checks each hour, because sleep stops timers. */
function keepCopying(own: Thread<UserCalls>, notices: string[]): NodeJS.Timeout {
  const copy = async (olderThanMs: number): Promise<void> => {
    try {
      notices.push(...(await own.call('copyUserData', Date.now(), olderThanMs)));
    } catch {
      // The store was closed.
    }
  };
  void copy(0);
  return setInterval(() => void copy(dayMs), hourMs).unref();
}

interface Threads {
  readonly writer: Thread<WriterCalls>;
  readonly lookups: Thread<ReaderCalls>;
  readonly queries: QueryThread;
}

function cacheStore(
  { writer, lookups, queries }: Threads,
  cache: { id: string; path: string; writerShape: Shape; readerShape: Shape },
  onClosed: () => void,
): CacheStore {
  const { id, path } = cache;
  /** Pages shown since the last maintenance. A crash loses them, which only makes pages look unused. */
  const used = new Map<string, UsedPage>();
  const { maintenance, ...writes } = makeRemote<CacheWriter['calls']>(cache.writerShape, (name, args) =>
    writer.send(id, name, args),
  );
  const reads = makeRemote<CacheReader['calls'], LongQuery>(cache.readerShape, (name, args) => {
    if (!isLong.has(name.at(-1))) return lookups.send(id, name, args);
    const last = args.at(-1);
    return last instanceof AbortSignal
      ? queries.ask(last, id, name, args.slice(0, -1))
      : queries.ask(undefined, id, name, args);
  });
  const closeReaders = () => Promise.all([lookups.call('closeCache', id), queries.closeCache(id)]);
  return {
    ...writes,
    ...reads,
    watch: { ...writes.watch, ...reads.watch },
    path,
    async readPage(request) {
      const page = await reads.readPage(request);
      if (page !== null) used.set(`${request.resource} ${queryKey(request.query)}`, usedPage(request));
      return page;
    },
    async runMaintenance(limits, { mayGoOn = () => Promise.resolve(), onRemoved } = {}) {
      await mayGoOn();
      await maintenance.touch([...used.values()]);
      used.clear();
      let removed: Eviction = { pages: 0, records: 0, isOverSize: false };
      for (let isDone = false; !isDone;) {
        await mayGoOn();
        const step = await maintenance.evict(limits);
        removed = {
          pages: removed.pages + step.pages,
          records: removed.records + step.records,
          isOverSize: removed.isOverSize || (step.isOverSize && step.pages + step.records > 0),
        };
        ({ isDone } = step);
        if (step.pages + step.records === 0) continue;
        onRemoved?.(removed);
        await mayGoOn();
        await maintenance.checkpoint();
      }
      do await mayGoOn();
      while (await writer.call('catchUp', id));
      do await mayGoOn();
      while (await maintenance.shrink());
      do await mayGoOn();
      while (await maintenance.analyze());
      await mayGoOn();
      await maintenance.tidy();
      return removed;
    },
    async clear() {
      used.clear();
      if (await writer.call('clearCache', id)) return;
      await closeReaders();
      try {
        await writer.call('recreateCache', id);
      } finally {
        await Promise.all([lookups.call('openCache', id), queries.openCache(id)]);
      }
    },
    async close() {
      onClosed();
      await closeReaders();
      await writer.call('closeCache', id);
    },
  };
}

function usedPage({ resource, query }: PageRequest): UsedPage {
  return { resource, query: queryKey(query), at: Date.now() };
}

async function loadStoreCalls(): Promise<ThreadCalls> {
  return (await import('./thread/storeCalls.ts')).makeStoreCalls();
}

/** Answers are short-lived texts: a small young generation keeps them from piling up. */
const limits = { maxYoungGenerationSizeMb: 12 };

function startStoreThread<Calls>(workerUrl: URL, data: StoreThreadData): Thread<Calls> {
  return startThread(workerUrl, {
    name: `store ${data.role}`,
    data,
    limits,
    explainEnd: (cause) =>
      new FailureError(
        {
          code: 'storage',
          message: 'The app’s storage has stopped. Restart the app.',
          detail: cause.message,
        },
        { cause },
      ),
  });
}
