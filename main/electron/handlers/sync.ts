import type { syncCalls } from '../../../preload/contract/calls/sync.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** Fetching all records of a query, so that they can be reviewed offline. */
export function syncHandlers({ services, cancellations }: HandlerContext): HandlersOf<typeof syncCalls> {
  return {
    planSync({ connectionId, resource, query, ticket }) {
      return cancellations.during(ticket, async (signal) =>
        (await services.syncs(connectionId)).plan({ resource, filter: query.filter }, signal),
      );
    },
    async startSync({ connectionId, resource, query }) {
      return (await services.syncs(connectionId)).start({ resource, filter: query.filter });
    },
    async listComplete({ connectionId }) {
      return (await services.syncs(connectionId)).listComplete();
    },
  };
}
