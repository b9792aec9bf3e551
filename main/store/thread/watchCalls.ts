import type { WatchReader } from '../watch/watchReader.ts';
import type { CacheReader } from '../cache/cacheReader.ts';
import type { MembersRequest, WatchStore } from '../watch/watchTypes.ts';
import type { WatchWriter } from '../watch/watchWriter.ts';
import type { ReaderCalls } from './calls.ts';
import type { QueryThread } from './queryThread.ts';
import { parseRecords } from './recordsText.ts';
import type { Thread } from './thread.ts';

/** The watchlists of a cache, as the thread that writes is asked for them. */
export function watchWriterCalls(watch: (id: string) => WatchWriter) {
  return {
    setWatchRules: (id: string, ...args: Parameters<WatchWriter['setRules']>) => watch(id).setRules(...args),
    setWatchMembers: (id: string, request: Parameters<WatchWriter['setMembers']>[0]) =>
      watch(id).setMembers(request),
    takeInWatched: (id: string, ...args: Parameters<WatchWriter['takeIn']>) => watch(id).takeIn(...args),
    settleWatchHits: (id: string, numbers: readonly number[]) => {
      watch(id).settleHits(numbers);
    },
    markWatchSynced: (id: string, ...args: Parameters<WatchWriter['markSynced']>) => {
      watch(id).markSynced(...args);
    },
    markWatchChecked: (id: string, ...args: Parameters<WatchWriter['markChecked']>) => {
      watch(id).markChecked(...args);
    },
    markWatchRead: (id: string, request: Parameters<WatchWriter['markRead']>[0]) => {
      watch(id).markRead(request);
    },
    noteWatchLook: (id: string, at: number) => {
      watch(id).noteLook(at);
    },
  };
}

/** The same, as the threads that read are asked. */
export function watchReaderCalls(watch: (id: string) => CacheReader['watch']) {
  return {
    findWatchMembers: (id: string, ...args: Parameters<WatchReader['findMembers']>) =>
      watch(id).findMembers(...args),
    readWatchHits: (id: string) => watch(id).readHits(),
    readWatchStates: (id: string) => watch(id).readStates(),
    readWatchUnread: (id: string) => watch(id).readUnread(),
    readWatchFeed: (id: string, ...args: Parameters<WatchReader['readFeed']>) => watch(id).readFeed(...args),
    readWatchEntries: (id: string, ...args: Parameters<WatchReader['readEntries']>) =>
      watch(id).readEntries(...args),
    readWatchMembers: (id: string, request: MembersRequest) => watch(id).readMembers(request),
    readWatchFigures: (id: string, ...args: Parameters<WatchReader['readFigures']>) =>
      watch(id).readFigures(...args),
    readWatchEvents: (id: string, ...args: Parameters<WatchReader['readEvents']>) =>
      watch(id).readEvents(...args),
  };
}

/** Both, seen from the main thread: what may take long is asked of the thread of long queries. */
export function watchStore(
  threads: {
    writer: Thread<ReturnType<typeof watchWriterCalls>>;
    lookups: Thread<ReaderCalls>;
    queries: QueryThread;
  },
  id: string,
): WatchStore {
  const { writer, lookups, queries } = threads;
  return {
    setRules: (...args) => writer.call('setWatchRules', id, ...args),
    findMembers: (filter, signal) => queries.ask(signal, 'findWatchMembers', id, filter),
    setMembers: (request) => writer.call('setWatchMembers', id, request),
    takeIn: (...args) => writer.call('takeInWatched', id, ...args),
    readHits: () => lookups.call('readWatchHits', id),
    settleHits: (numbers) => writer.call('settleWatchHits', id, numbers),
    markSynced: (...args) => writer.call('markWatchSynced', id, ...args),
    markChecked: (...args) => writer.call('markWatchChecked', id, ...args),
    markRead: (request) => writer.call('markWatchRead', id, request),
    noteLook: (at) => writer.call('noteWatchLook', id, at),
    readStates: () => queries.ask(undefined, 'readWatchStates', id),
    readUnread: () => lookups.call('readWatchUnread', id),
    readFeed: (request, signal) => queries.ask(signal, 'readWatchFeed', id, request),
    readEntries: (request, signal) => queries.ask(signal, 'readWatchEntries', id, request),
    async readMembers(request, signal) {
      const { recordsText, ...answer } = await queries.ask(signal, 'readWatchMembers', id, request);
      return { ...answer, records: parseRecords(recordsText) };
    },
    readFigures: (request, signal) => queries.ask(signal, 'readWatchFigures', id, request),
    readEvents: (...args) => lookups.call('readWatchEvents', id, ...args),
  };
}
