import type { alertCalls } from '../../../preload/contract/alerts.ts';
import type { feedCalls } from '../../../preload/contract/feed.ts';
import type { CallArguments } from '../../../preload/contract/bridge.ts';
import type { FeatureCalls } from '../../platform/calls/callHandlers.ts';
import { withRecords } from '../../../preload/contract/recordsText.ts';
import type { ReadableList } from '../../../preload/contract/records.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import type { Filter, Query } from '../../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { Settings } from '../../../preload/contract/settings.ts';
import {
  watchlistFilter,
  type Watchlist,
  type watchlistCalls,
} from '../../../preload/contract/watchlists.ts';
import { localCoverage } from '../records/coverage.ts';
import { memoizeByKey } from '../../platform/once.ts';
import type { CacheStore, UserStore } from '../../store/store.ts';
import { resolveMovingDates } from '../../../preload/contract/movingDates.ts';
import { createSerialQueue } from '../../platform/serialQueue.ts';
import { createAlerts } from './alerts.ts';
import {
  createConnectionWatch,
  type ConnectionWatch,
  type ConnectionWatchOptions,
} from './connectionWatch.ts';
import type { WatchIntake } from './intake.ts';
import { createLists, noSuchList, requireMatchable } from './lists.ts';
import { isQuiet } from './quietHours.ts';

interface WatchOptions extends Pick<ConnectionWatchOptions, 'readLabels' | 'now' | 'events'> {
  readonly user: UserStore;
  readonly openCache: (connectionId: string) => Promise<CacheStore>;
  readonly defineQuery?: (resource: ResourceName, query: Query) => Promise<Query>;
  readonly provenance: (
    connectionId: string,
    of: Pick<Provenance, 'source' | 'fetchedAt' | 'request' | 'coverage'>,
  ) => Promise<Provenance>;
  readonly readSettings: () => Settings;
}

export type Watch = ReturnType<typeof createWatch>;

const latestFirst = { field: 'timestamp', direction: 'desc' } as const;

export function createWatch(options: WatchOptions) {
  const { user, openCache, readLabels, now, events } = options;
  const enqueue = createSerialQueue();
  const lists = createLists({ user, now });
  const alerts = createAlerts({ user, now });
  const watchOf = memoizeByKey(openWatch);

  async function openWatch(connectionId: string): Promise<ConnectionWatch> {
    return createConnectionWatch({
      connectionId,
      cache: await openCache(connectionId),
      lists,
      alerts,
      readLabels,
      now,
      isQuiet: (moment) => isQuiet(options.readSettings().quietHours, moment),
      events,
    });
  }

  async function findList(id: string): Promise<Watchlist> {
    const list = (await lists.read()).documents.find((one) => one.id === id);
    if (list === undefined) throw noSuchList(id);
    return list;
  }

  async function chosenLists(connectionId: string, listId: string | undefined): Promise<string[]> {
    if (listId !== undefined) return [(await findList(listId)).id];
    const mine = await (await watchOf(connectionId)).ofConnection();
    return mine.filter(({ on }) => on).map(({ id }) => id);
  }

  const renew = async (connectionId: string): Promise<void> => (await watchOf(connectionId)).renew();

  async function alertsChanged(connectionIds: Iterable<string>): Promise<void> {
    for (const connectionId of new Set(connectionIds)) {
      await renew(connectionId);
      events.emit('alertsChanged', { connectionId });
    }
  }

  const calls: FeatureCalls<
    Omit<typeof watchlistCalls, 'readWallets' | 'importWallets' | 'listWatchlistRecords' | 'countWatchlist'> &
      typeof feedCalls &
      typeof alertCalls
  > & {
    listWatchlistRecords(
      request: CallArguments<'listWatchlistRecords'>,
      signal?: AbortSignal,
    ): Promise<ReadableList>;
  } = {
    async listWatchlists({ connectionId }) {
      const watch = await watchOf(connectionId);
      const { documents, notices } = await lists.read();
      return {
        lists: await watch.listStates(),
        used: {
          lists: documents.length,
          wallets: documents.reduce((sum, { wallets }) => sum + wallets.length, 0),
        },
        notices,
      };
    },
    saveWatchlist: ({ content, id }) =>
      enqueue(async () => {
        const list = await lists.save(content, id);
        await renew(list.connectionId);
        return list;
      }),
    removeWatchlists: ({ ids }) =>
      enqueue(async () => {
        const gone = new Set(ids);
        const { documents } = await lists.read();
        const theirs = (await alerts.read()).documents.filter(
          ({ rule }) => rule.kind !== 'metric' && gone.has(rule.listId),
        );
        if (theirs.length > 0) await alerts.remove(theirs.map(({ id }) => id));
        await lists.remove(ids);
        const touched = new Set(documents.filter(({ id }) => gone.has(id)).map((list) => list.connectionId));
        for (const connectionId of touched) await renew(connectionId);
        for (const { connectionId } of theirs) events.emit('alertsChanged', { connectionId });
      }),
    async getWatchlistFigures({ listId, from = null, to = null }, signal) {
      const { connectionId, wallets } = await findList(listId);
      await (await watchOf(connectionId)).whenReady();
      const watched = wallets.map(({ address }) => address);
      return (await openCache(connectionId)).watch.readFigures(
        { listId, wallets: watched, from, to },
        signal,
      );
    },
    async listWatchlistRecords({ listId, query, fields }, signal) {
      const { connectionId } = await findList(listId);
      await (await watchOf(connectionId)).whenReady();
      const { watch } = await openCache(connectionId);
      const asked = { ...query, sort: query.sort ?? latestFirst };
      const requested = (await options.defineQuery?.('transactions', asked)) ?? asked;
      const answer = await watch.readMembers({ listId, query: requested, fields }, signal);
      const { recordsText, recordCount, pagination, completeAsOf, oldestFetchedAt } = answer;
      const provenance = await options.provenance(connectionId, {
        source: 'local',
        fetchedAt: completeAsOf ?? oldestFetchedAt,
        request: resources.transactions.path,
        coverage: localCoverage(answer),
      });
      return withRecords({ recordsText, recordCount, pagination, applied: {}, provenance });
    },
    async listWatchlistEvents({ listId, limit }) {
      const { connectionId } = await findList(listId);
      return (await openCache(connectionId)).watch.readEvents(listId, limit);
    },
    async getFeed({ connectionId, listId, show, lookedAt, before = null, days, entries }, signal) {
      const { watch } = await openCache(connectionId);
      const listIds = await chosenLists(connectionId, listId);
      const since = lookedAt ?? (await watch.readUnread()).lookedAt ?? 0;
      return watch.readFeed({ listIds, show, since, before, days, entries }, signal);
    },
    async getFeedEntries({ connectionId, listId, show, lookedAt, day, offset, limit }, signal) {
      const { watch } = await openCache(connectionId);
      const listIds = await chosenLists(connectionId, listId);
      const since = lookedAt ?? (await watch.readUnread()).lookedAt ?? 0;
      return watch.readEntries({ listIds, show, since, day, offset, limit }, signal);
    },
    getUnread: async ({ connectionId }) => (await watchOf(connectionId)).readUnread(),
    async markRead({ connectionId, what, read, until = now() }) {
      const watch = await watchOf(connectionId);
      await watch.whenReady();
      const listIds = await chosenLists(connectionId, what.kind === 'all' ? undefined : what.listId);
      const ids = what.kind === 'transactions' ? what.ids : undefined;
      const day = what.kind === 'list' ? what.day : undefined;
      await (await openCache(connectionId)).watch.markRead({ listIds, ids, day, read, until });
      return watch.tellUnread();
    },
    async noteLook({ connectionId }) {
      const lookedAt = now();
      await (await openCache(connectionId)).watch.noteLook(lookedAt);
      await (await watchOf(connectionId)).tellUnread();
      return { lookedAt };
    },
    async listAlerts({ connectionId }) {
      const { documents, notices } = await alerts.read();
      return { alerts: documents.filter((alert) => alert.connectionId === connectionId), notices };
    },
    saveAlert: ({ content, id }) =>
      enqueue(async () => {
        const { rule } = content;
        if (rule.kind !== 'metric') await findList(rule.listId);
        const alert = await alerts.save(content, id);
        await alertsChanged([alert.connectionId]);
        // A test that is already true raises nothing.
        if (rule.kind === 'metric') await (await watchOf(alert.connectionId)).lookAtMetrics(rule.resource);
        return alert;
      }),
    removeAlerts: ({ ids }) =>
      enqueue(async () => {
        const gone = (await alerts.read()).documents.filter(({ id }) => ids.includes(id));
        await alerts.remove(ids);
        await alertsChanged(gone.map(({ connectionId }) => connectionId));
      }),
    async listFirings({ connectionId, alertId, limit }) {
      const mine = (await alerts.readLog()).filter((firing) => firing.connectionId === connectionId);
      const requested = alertId === undefined ? mine : mine.filter((firing) => firing.alertId === alertId);
      return {
        firings: requested.slice(0, limit),
        total: requested.length,
        unseen: requested.filter(({ seen }) => !seen).length,
      };
    },
    async markFiringsSeen({ connectionId, ids }) {
      await alerts.markSeen(connectionId, ids);
      events.emit('alertsChanged', { connectionId });
    },
  };

  return {
    calls,
    async countMatching({
      connectionId,
      query,
      wallets,
    }: CallArguments<'countWatchlist'>['content']): Promise<{ count: number; filter: Filter }> {
      const rules = { query: resolveMovingDates(query, options.now()), wallets };
      const filter = watchlistFilter(rules) ?? { operator: 'and', filters: [] };
      requireMatchable({ filter });
      const cache = await openCache(connectionId);
      const [count] = await cache.countMatches([{ resource: 'transactions', filter }]);
      return { count: count ?? 0, filter };
    },
    /** Returns the current name and rules of a list. Rejects with `not-found`. */
    async readRules(listId: string): Promise<{ name: string; filter: Filter }> {
      const list = await findList(listId);
      return { name: list.name, filter: watchlistFilter(list) ?? { filters: [] } };
    },
    async listWatchedConnections() {
      const { documents } = await lists.read();
      return [...new Set(documents.filter(({ on }) => on).map((list) => list.connectionId))];
    },
    intake: (connectionId: string): Promise<WatchIntake> => watchOf(connectionId),
    noteFetched: (connectionId: string, resource: ResourceName) =>
      enqueue(async () => (await watchOf(connectionId)).lookAtMetrics(resource)),
    noteCleared: renew,
  };
}
