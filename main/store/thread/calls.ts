import { sampleConnectionId } from '../../../preload/contract/connections.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import { cachePath } from '../../platform/sqlite/cachePath.ts';
import { makePrivateFolder } from '../../platform/system/privateFolder.ts';
import { openCacheReader, type CacheReader, type ReaderOptions } from '../cache/cacheReader.ts';
import { openCacheWriter, type CacheWriter } from '../cache/cacheWriter.ts';
import type { DataKey } from '../storeTypes.ts';
import { openHeldLocks } from '../user/heldLocks.ts';
import { loadUserCipher } from '../user/userCipher.ts';
import { openUserDatabase, type UserDatabase } from '../user/userDatabase.ts';
import { shapeOf, type Shape } from './remote.ts';

/**
 * What the main thread calls of the three threads of the store. Each thread runs one call after the other: the writer all that
 * changes a database, one reader what is looked up by its key, the other what may take long, so that a long local query keeps
 * no answer from being stored and no cached page from being shown.
 */
export type WriterCalls = ReturnType<typeof openWriter>['calls'];
export type ReaderCalls = ReturnType<typeof openReader>['calls'];

/** Opens the user's database. The methods of each open cache are those of its `CacheWriter`. */
export function openWriter(folder: string, restore?: string) {
  const open = makePrivateFolder(folder);
  let database: UserDatabase | FailureError = openUnlessLocked(() => openUserDatabase(folder, { restore }));
  const locks = openHeldLocks(folder);
  const caches = new Map<string, CacheWriter>();

  function opened(): UserDatabase {
    if (database instanceof FailureError) throw database;
    return database;
  }

  function nameOf(id: string): string {
    if (id === sampleConnectionId) return 'Sample data';
    return (
      opened()
        .data.listConnections()
        .find((connection) => connection.id === id)?.name ?? id
    );
  }

  const calls = {
    /** Opens the user's database where it was locked. */
    async unlock(key: DataKey) {
      if (!(database instanceof FailureError)) return;
      database = openUserDatabase(folder, { restore, cipher: await loadUserCipher(key) });
    },
    /** Returns what was done about damaged data, and the methods of `user`. */
    openUser: (): { notices: string[]; shape: Shape } => ({
      notices: [...(open === null ? [] : [open]), ...opened().notices],
      shape: shapeOf(calls.user),
    }),
    get user() {
      const now = opened();
      return {
        ...now.data,
        locks,
        /** The id of the key that all this is encrypted with; null in the clear. */
        readKeyId: () => now.keyId,
        /** Encrypts all this, its copies too. Returns what could not be done, in sentences. Rejects while another process uses it. */
        async encrypt(key: DataKey): Promise<string[]> {
          const cipher = await loadUserCipher(key);
          return [...now.encrypt(cipher), ...now.copy(Date.now(), 0)];
        },
        /** The way back. `someStay`: some file is too damaged to be decrypted. */
        decrypt(): { readonly someStay: boolean } {
          const { someStay } = now.decrypt();
          now.copy(Date.now(), 0);
          return { someStay };
        },
      };
    },
    copyUserData: (now: number, olderThanMs: number) => opened().copy(now, olderThanMs),
    /** Returns what was done about a damaged cache, and the methods of its writer. */
    openCache(id: string): { notices: readonly string[]; shape: Shape } {
      const known = caches.get(id);
      const writer = known ?? openCacheWriter(cachePath(folder, id), nameOf(id));
      caches.set(id, writer);
      return { notices: known === undefined ? writer.notices : [], shape: shapeOf(writer.calls) };
    },
    closeCache(id: string) {
      caches.get(id)?.close();
      caches.delete(id);
    },
    catchUp: (id: string) => caches.get(id)?.catchUp() ?? false,
    clearCache(id: string) {
      find(caches, id).clear();
      // Opened again, so that nothing goes on from what is gone.
      find(caches, id).close();
      caches.set(id, openCacheWriter(cachePath(folder, id), nameOf(id)));
    },
    close() {
      for (const one of caches.values()) one.close();
      caches.clear();
      if (!(database instanceof FailureError)) database.close();
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
      for (const one of [...(database instanceof FailureError ? [] : [database]), ...caches.values()])
        one.noteDamage();
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
