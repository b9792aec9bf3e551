import type { cacheCalls } from '../../../preload/contract/caches.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import { confirmClearedCache } from '../removals.ts';
import type { HandlerContext } from './context.ts';

/** What is asked outside of the page: whether a cache, with the history of its figures, is cleared. */
export function cacheHandlers({
  services: { caches, connections },
}: HandlerContext): HandlersOf<Pick<typeof cacheCalls, 'clearCache'>> {
  return {
    async clearCache({ connectionId }) {
      await confirmClearedCache(await connections.nameOf(connectionId));
      await caches.clear(connectionId);
      return caches.list();
    },
  };
}
