import type { cacheCalls } from '../../../preload/contract/calls/caches.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** The caches of the connections. */
export function cacheHandlers({ rooms }: HandlerContext): HandlersOf<typeof cacheCalls> {
  return {
    listCaches: () => rooms.caches.list(),
    async clearCache({ connectionId }) {
      await rooms.caches.clear(connectionId);
      return rooms.caches.list();
    },
  };
}
