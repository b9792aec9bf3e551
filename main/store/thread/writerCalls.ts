import { FailureError } from '../../../preload/contract/failures.ts';
import { cachePath } from '../../platform/sqlite/cachePath.ts';
import { isFull } from '../../platform/sqlite/failures.ts';
import { deleteDatabase, isDamagedFile } from '../../platform/sqlite/openDatabase.ts';
import { openCacheWriter, type CacheWriter } from '../cache/writing/cacheWriter.ts';
import { shapeOf, type Shape, openCacheOf } from './remote.ts';

export type WriterCalls = ReturnType<typeof openWriter>['calls'];

/** Opens nothing yet. The methods of each open cache are those of its `CacheWriter`. */
export function openWriter(folder: string, readOnly: boolean) {
  const caches = new Map<string, CacheWriter>();
  const names = new Map<string, string>();

  function open(id: string): CacheWriter {
    const writer = openCacheWriter(cachePath(folder, id), names.get(id) ?? id, readOnly);
    caches.set(id, writer);
    return writer;
  }

  const calls = {
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
    /** Returns false if the disk is too full; `recreateCache` needs no space. */
    clearCache(id: string): boolean {
      try {
        openCacheOf(caches, id).clear();
      } catch (error) {
        if (isFull(error)) return false;
        throw error;
      }
      // Reopened, so that no state of the removed data remains.
      openCacheOf(caches, id).close();
      open(id);
      return true;
    },
    /** Replaces the files of a cache, keeping its budgets. No reader of this process may have it open. */
    recreateCache(id: string) {
      const before = openCacheOf(caches, id);
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
      const writer = openCacheOf(caches, id);
      writer.noteWork();
      return writer.calls;
    },
    isDamaged: (): boolean => [...caches.keys()].some((id) => isDamagedFile(cachePath(folder, id))),
    noteDamage() {
      for (const one of caches.values()) one.noteDamage();
    },
  };
}

const cacheInUse = {
  code: 'storage',
  message:
    'The disk is full, and another program has the cache open. Close other windows of the app and end its commands, then clear the cache again.',
} as const;
