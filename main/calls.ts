import type { aggregateCalls } from '../preload/contract/aggregates.ts';
import type { budgetCalls } from '../preload/contract/budgets.ts';
import type { cacheCalls } from '../preload/contract/caches.ts';
import type { historyCalls } from '../preload/contract/history.ts';
import type { overviewCalls } from '../preload/contract/overview.ts';
import type { relatedCalls } from '../preload/contract/related.ts';
import type { searchCalls } from '../preload/contract/search.ts';
import type { syncCalls } from '../preload/contract/sync.ts';
import type { watchPlanCalls } from '../preload/contract/watchPlan.ts';
import type { HandlersOf } from './platform/callHandlers.ts';
import type { Watch } from './features/watchlists/watch.ts';
import type { Services } from './services.ts';

/** The calls that need nothing of Electron, each answered by its feature. */
export function featureCalls(
  services: Services,
): HandlersOf<
  typeof aggregateCalls &
    typeof budgetCalls &
    typeof cacheCalls &
    typeof historyCalls &
    typeof overviewCalls &
    typeof relatedCalls &
    typeof searchCalls &
    typeof syncCalls &
    typeof watchPlanCalls
> &
  Watch['calls'] {
  const { aggregates, caches, connections, finder, syncs, visits, watch, watching } = services;
  return {
    ...watch.calls,
    aggregate: async ({ connectionId, resource, query, refresh, whole }, signal) =>
      (await aggregates(connectionId)).aggregate(resource, query, { refresh, whole, signal }),
    timeseries: async ({ connectionId, resource, query, refresh }, signal) =>
      (await aggregates(connectionId)).timeseries(resource, query, { refresh, signal }),

    getBudgets: ({ connectionId }) => services.budgets(connectionId),

    listCaches: () => caches.list(),
    async clearCache({ connectionId }) {
      await caches.clear(connectionId);
      return caches.list();
    },

    getHistory: async ({ connectionId, resource, id, metric }) => ({
      points: await (await finder(connectionId)).history(resource, id, metric),
    }),
    async listChanges({ connectionId, since, ...request }) {
      const day = await visits.dayOf(connectionId, since);
      return (await finder(connectionId)).listChanges({ ...request, since: day });
    },
    async getRecordChanges({ connectionId, resource, id, since }) {
      const day = await visits.dayOf(connectionId, since);
      return (await finder(connectionId)).recordChanges(resource, id, day);
    },
    markVisited: ({ connectionId }) => visits.mark(connectionId),

    listHoldings: async ({ connectionId }) => (await connections.open(connectionId)).cache.readHoldings(),

    listRelations: async ({ connectionId, resource, id }, signal) =>
      (await finder(connectionId)).relations(resource, id, { signal }),

    searchCached: async ({ connectionId, ...request }) => (await finder(connectionId)).searchCached(request),
    searchService: async ({ connectionId, ...request }, signal) =>
      (await finder(connectionId)).searchService(request, signal),

    planSync: async ({ connectionId, resource, query }, signal) =>
      (await syncs(connectionId)).plan({ resource, filter: query.filter }, signal),
    startSync: async ({ connectionId, resource, query }) =>
      (await syncs(connectionId)).start({ resource, filter: query.filter }),
    listComplete: async ({ connectionId }) => (await syncs(connectionId)).listComplete(),

    async getWatchPlan({ connectionId }) {
      const { waiting: _, ...report } = await (await watching.scheduler(connectionId)).report();
      return { connectionId, ...report, lists: [...report.lists] };
    },
    async checkWatchlists({ connectionId, listIds }, signal) {
      const checked = await (await watching.scheduler(connectionId)).checkNow({ listIds, signal });
      return { requests: checked.requests, listIds: [...checked.listIds] };
    },
  };
}
