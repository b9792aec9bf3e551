import { cachePath } from '../../platform/sqlite/cachePath.ts';
import { isDamagedFile } from '../../platform/sqlite/openDatabase.ts';
import { openCacheReader, type CacheReader, type ReaderOptions } from '../cache/reading/cacheReader.ts';
import { shapeOf, type Shape, openCacheOf } from './remote.ts';

export type ReaderCalls = ReturnType<typeof openReader>['calls'];

/** Opens nothing yet. The methods of each open cache are those of its `CacheReader`. */
export function openReader(folder: string, options: ReaderOptions) {
  const caches = new Map<string, CacheReader>();
  return {
    calls: {
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
    cacheCalls: (id: string): object => openCacheOf(caches, id).calls,
    isDamaged: (): boolean => [...caches.keys()].some((id) => isDamagedFile(cachePath(folder, id))),
    noteDamage() {
      for (const opened of caches.values()) opened.noteDamage();
    },
  };
}
