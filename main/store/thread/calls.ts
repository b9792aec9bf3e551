import { FailureError } from '../../../preload/contract/failures.ts';
import { cachePath } from '../../platform/sqlite/cachePath.ts';
import { isFull } from '../../platform/sqlite/failures.ts';
import { deleteDatabase } from '../../platform/sqlite/openDatabase.ts';
import { makePrivateFolder } from '../../platform/system/privateFolder.ts';
import { openCacheReader, type CacheReader, type ReaderOptions } from '../cache/cacheReader.ts';
import { openCacheWriter, type CacheWriter } from '../cache/cacheWriter.ts';
import { openHeldLocks } from '../user/heldLocks.ts';
import { openUserDatabase } from '../user/userDatabase.ts';
import { shapeOf, type Shape } from './remote.ts';

/**
 * What the main thread calls of the four threads of the store. Each thread runs one call after the other: one all that concerns the user's own
 * documents, so that these never wait for what came from a service, the writer all that changes a cache, one reader what is looked up by its
 * key, the other what may take long, so that a long local query keeps no answer from being stored and no cached page from being shown.
 */
export type UserCalls = ReturnType<typeof openUserData>['calls'];
export type WriterCalls = ReturnType<typeof openWriter>['calls'];
export type ReaderCalls = ReturnType<typeof openReader>['calls'];

/** Opens the user's database. */
export function openUserData(folder: string, restore?: string) {
  const open = makePrivateFolder(folder);
  const database = openUserDatabase(folder, restore);
  const calls = {
    /** Returns what was done about damaged data, and the methods of `user`. */
    openUser: (): { notices: string[]; shape: Shape } => ({
      notices: [...(open === null ? [] : [open]), ...database.notices],
      shape: shapeOf(calls.user),
    }),
    user: { ...database.data, locks: openHeldLocks(folder) },
    copyUserData: (now: number, olderThanMs: number) => database.copy(now, olderThanMs),
    close() {
      database.close();
    },
  };
  return {
    calls,
    /** Damage was seen: the next start checks the file. */
    noteDamage() {
      database.noteDamage();
    },
  };
}

/** Opens nothing yet. The methods of each open cache are those of its `CacheWriter`. */
export function openWriter(folder: string) {
  const caches = new Map<string, CacheWriter>();
  /** What the connections are called, for the sentence about a damaged cache. */
  const names = new Map<string, string>();

  function open(id: string): CacheWriter {
    const writer = openCacheWriter(cachePath(folder, id), names.get(id) ?? id);
    caches.set(id, writer);
    return writer;
  }

  const calls = {
    /** Returns what was done about a damaged cache, and the methods of its writer. */
    openCache(id: string, name: string): { notices: readonly string[]; shape: Shape } {
      const known = caches.get(id);
      names.set(id, name);
      const writer = known ?? open(id);
      return { notices: known === undefined ? writer.notices : [], shape: shapeOf(writer.calls) };
    },
    closeCache(id: string) {
      caches.get(id)?.close();
      caches.delete(id);
    },
    catchUp: (id: string) => caches.get(id)?.catchUp() ?? false,
    /** False where the disk is too full for that; `recreateCache` needs no room. */
    clearCache(id: string): boolean {
      try {
        find(caches, id).clear();
      } catch (error) {
        if (isFull(error)) return false;
        throw error;
      }
      // Opened again, so that nothing goes on from what is gone.
      find(caches, id).close();
      open(id);
      return true;
    },
    /** Deletes the files of a cache and makes new ones with its budgets. No reader of this process may have it open. */
    recreateCache(id: string) {
      const before = find(caches, id);
      const write = before.keepBudgets();
      before.close();
      const isDeleted = deleteDatabase(cachePath(folder, id));
      const writer = open(id);
      if (!isDeleted) throw new FailureError(cacheInUse);
      writer.takeBudgets(write);
    },
    close() {
      for (const one of caches.values()) one.close();
      caches.clear();
    },
  };
  return {
    calls,
    cacheCalls(id: string): object {
      const writer = find(caches, id);
      writer.noteWork();
      return writer.calls;
    },
    /** Damage was seen: the next start checks the files. */
    noteDamage() {
      for (const one of caches.values()) one.noteDamage();
    },
  };
}

/** Opens nothing yet. The methods of each open cache are those of its `CacheReader`. */
export function openReader(folder: string, options: ReaderOptions) {
  const caches = new Map<string, CacheReader>();
  return {
    calls: {
      /** Returns the methods of the cache's reader. */
      openCache(id: string): Shape {
        const reader = caches.get(id) ?? openCacheReader(cachePath(folder, id), options);
        caches.set(id, reader);
        return shapeOf(reader.calls);
      },
      closeCache(id: string) {
        caches.get(id)?.close();
        caches.delete(id);
      },
      close() {
        for (const opened of caches.values()) opened.close();
        caches.clear();
      },
    },
    cacheCalls: (id: string): object => find(caches, id).calls,
    noteDamage() {
      for (const opened of caches.values()) opened.noteDamage();
    },
  };
}

const cacheInUse = {
  code: 'storage',
  message:
    'The disk is full, and another program has the cache open. Close other windows of the app and end its commands, then clear the cache again.',
} as const;

function find<T>(opened: ReadonlyMap<string, T>, id: string): T {
  const found = opened.get(id);
  if (found === undefined) throw new Error(`The cache “${id}” is not open.`);
  return found;
}
