import type { historyCalls } from '../../../preload/contract/calls/history.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** What was seen on earlier days, and what has changed since. */
export function historyHandlers({ services }: HandlerContext): HandlersOf<typeof historyCalls> {
  return {
    async getHistory({ connectionId, resource, id, metric }) {
      return { points: await (await services.finder(connectionId)).history(resource, id, metric) };
    },
    async listChanges({ connectionId, since, ...request }) {
      const finder = await services.finder(connectionId);
      return finder.listChanges({ ...request, since: await services.visits.dayOf(connectionId, since) });
    },
    async getRecordChanges({ connectionId, resource, id, since }) {
      const finder = await services.finder(connectionId);
      return finder.recordChanges(resource, id, await services.visits.dayOf(connectionId, since));
    },
    markVisited: ({ connectionId }) => services.visits.mark(connectionId),
  };
}
