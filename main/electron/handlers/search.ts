import type { searchCalls } from '../../../preload/contract/calls/search.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** The search box: what is cached, and what the service finds. */
export function searchHandlers({ services, cancellations }: HandlerContext): HandlersOf<typeof searchCalls> {
  return {
    async searchCached({ connectionId, ...request }) {
      return (await services.finder(connectionId)).searchCached(request);
    },
    searchService({ connectionId, ticket, ...request }) {
      return cancellations.during(ticket, async (signal) =>
        (await services.finder(connectionId)).searchService(request, signal),
      );
    },
  };
}
