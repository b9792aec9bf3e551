import type { cacheCalls } from '../../../preload/contract/calls/caches.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** The caches of the connections. */
export function cacheHandlers({ services }: HandlerContext): HandlersOf<typeof cacheCalls> {
  return {
    listCaches: () => services.caches.list(),
    async clearCache({ connectionId }) {
      await services.caches.clear(connectionId);
      return services.caches.list();
    },
  };
}
