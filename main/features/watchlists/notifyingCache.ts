import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { CacheStore } from '../../store/store.ts';

/** Wraps a cache to report each resource whose records were fetched and stored. */
export function notifyingCache(cache: CacheStore, onStored: (resource: ResourceName) => void): CacheStore {
  return {
    ...cache,
    async writeAnswer(answer) {
      const written = await cache.writeAnswer(answer);
      if (!('problem' in written)) onStored(answer.resource);
      return written;
    },
    async writeRecord(entry) {
      await cache.writeRecord(entry);
      onStored(entry.resource);
    },
  };
}
