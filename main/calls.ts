import type { calls } from '../preload/contract/bridge.ts';
import { serviceFilter } from '../preload/contract/query.ts';
import { fieldsOfTotals } from '../preload/contract/totals.ts';
import { totalRecords } from './features/records/totals.ts';
import { layoutKind, readLayouts } from './store/layouts.ts';
import type { HandlersOf } from './platform/calls/callHandlers.ts';
import type { Services } from './services.ts';
import type { CacheStore } from './store/store.ts';

/** The calls that do not need Electron, each answered by its feature. */
export function featureCalls(services: Services) {
  const {
    aggregates,
    caches,
    connections,
    recordReader,
    searchService,
    jobs,
    syncs,
    visits,
    watch,
    checkers,
  } = services;
  const { user } = services.store;
  const cacheOf = async (connectionId: string): Promise<CacheStore> =>
    (await connections.open(connectionId)).cache;
  const { define } = services.computedColumns;
  return {
    ...watch.calls,
    aggregate: async ({ connectionId, resource, query, refresh, whole }, signal) =>
      (await aggregates(connectionId)).aggregate(resource, query, { refresh, whole, signal }),
    timeseries: async ({ connectionId, resource, query, refresh }, signal) =>
      (await aggregates(connectionId)).timeseries(resource, query, { refresh, signal }),

    getBudgets: ({ connectionId }) => services.budgets(connectionId),

    listCaches: () => caches.list(),

    getHistory: async ({ connectionId, metric: field, ...record }) => ({
      points: await (await cacheOf(connectionId)).readHistory({ ...record, field }),
    }),
    async listChanges({ connectionId, since, ...request }) {
      const day = await visits.dayOf(connectionId, since);
      return (await cacheOf(connectionId)).listChanges({ ...request, since: day });
    },
    listStatedChanges: async ({ connectionId, ...request }) =>
      (await cacheOf(connectionId)).listStatedChanges(request),
    async getRecordChanges({ connectionId, since, ...record }) {
      const day = await visits.dayOf(connectionId, since);
      return (await cacheOf(connectionId)).readRecordChanges({ ...record, since: day });
    },

    listHoldings: async ({ connectionId }) => (await cacheOf(connectionId)).readHoldings(),

    totalRecords: async ({ connectionId, ticket: _, ...totals }, signal) =>
      totalRecords(
        await recordReader(connectionId),
        await cacheOf(connectionId),
        { ...totals, query: await define(totals.resource, totals.query, fieldsOfTotals(totals)) },
        signal,
      ),
    summarizeColumns: async ({ connectionId, ticket: _, ...columns }, signal) =>
      (await cacheOf(connectionId)).readSummary(
        { ...columns, query: await define(columns.resource, columns.query, columns.fields) },
        signal,
      ),

    readWallet: async ({ connectionId, ticket: _, ...addresses }, signal) =>
      (await cacheOf(connectionId)).readWallet(addresses, signal),
    readWalletFlows: async ({ connectionId, ticket: _, ...subject }, signal) =>
      (await cacheOf(connectionId)).readWalletFlows(subject, signal),
    readTokenActivity: async ({ connectionId, id }, signal) =>
      (await cacheOf(connectionId)).readTokenActivity(id, signal),

    listRelations: async ({ connectionId, resource, id }, signal) =>
      (await searchService(connectionId)).relations(resource, id, { signal }),

    searchCached: async ({ connectionId, ...request }) =>
      (await searchService(connectionId)).searchCached(request),
    searchService: async ({ connectionId, ...request }, signal) =>
      (await searchService(connectionId)).searchService(request, { signal }),

    planSync: async ({ connectionId, resource, query }, signal) =>
      (await syncs(connectionId)).plan({ resource, filter: serviceFilter(query.filter) }, signal),
    startSync: async ({ connectionId, resource, query, acceptRemovals }) =>
      (await syncs(connectionId)).start({ resource, filter: serviceFilter(query.filter) }, acceptRemovals),

    getWatchChecks: async ({ connectionId }) => ({
      connectionId,
      ...(await (await checkers.checker(connectionId)).report()),
    }),
    async countWatchlist({ content }) {
      const { count, filter } = await watch.countMatching(content);
      return { count, cost: (await checkers.checker(content.connectionId)).costOf(filter) };
    },
    checkWatchlists: async ({ connectionId, listIds }, signal) => ({
      listIds: await (await checkers.checker(connectionId)).checkNow(listIds, signal),
    }),

    listSqlViews: () => services.sql.views(),
    runSql: ({ ticket: _, ...request }, signal) => services.sql.run(request, signal),
    readSqlRows: ({ resultId, ...range }) => services.sql.read(resultId, range),
    async closeSqlResult({ resultId }) {
      await services.sql.closeResult(resultId);
      return undefined;
    },

    ...services.sqlHistory,
    ...services.mirrors.calls,
    ...services.schedules.calls,
    ...services.computedColumns.calls,

    listLayouts: () => readLayouts(user),
    async saveLayout({ resource, layout }) {
      await user.changeDocuments([{ kind: layoutKind, id: resource, value: layout ?? undefined }]);
    },

    listJobs: () => services.listJobs(),
    cancelJob({ jobId }) {
      void jobs.cancel(jobId);
    },
    pauseJob({ jobId }) {
      jobs.pause(jobId);
    },
    resumeJob({ jobId }) {
      jobs.resume(jobId);
    },

    listAnnotations: () => services.annotations.list(),

    async listRecords(request, signal) {
      const { connectionId, resource, query, fields, plain, refresh, cachedOnly } = request;
      const options = { fields, plain, refresh, cachedOnly, signal };
      return (await recordReader(connectionId)).list(resource, query, options);
    },

    getRecord: async ({ connectionId, resource, id, refresh, cachedOnly }, signal) =>
      (await recordReader(connectionId)).record(resource, id, { refresh, cachedOnly, signal }),
    describeResource: async ({ connectionId, resource, refresh }, signal) =>
      (await recordReader(connectionId)).describe(resource, { refresh, signal }),
    describeAggregates: async ({ connectionId, resource, refresh }, signal) =>
      (await recordReader(connectionId)).describeAggregates(resource, { refresh, signal }),
  } satisfies Partial<HandlersOf<typeof calls>>;
}
