import { EventEmitter } from 'node:events';
import { dirname } from 'node:path';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Unread } from '../../../preload/contract/feed.ts';
import type { Filter } from '../../../preload/contract/query.ts';
import { walletSpellings } from '../../../preload/contract/walletAddresses.ts';
import { dayMs } from '../../../preload/contract/days.ts';
import { resolveMovingDates } from '../../../preload/contract/movingDates.ts';
import {
  walletConditions,
  watchLimits,
  type Watchlist,
  type WatchlistState,
} from '../../../preload/contract/watchlists.ts';
import type { AppEvents } from '../../platform/appEvents.ts';
import { leaveRoom } from '../../platform/system/diskSpace.ts';
import { storedBytes, type CacheStore } from '../../store/store.ts';
import { fullProblem } from '../../store/watchlists/watchWriter.ts';
import type { AlertRules, WatchRules } from '../../store/watchlists/watchTypes.ts';
import type { Alerts } from './alerts.ts';
import {
  completeSinceOf,
  filterAt,
  isProven,
  wasProven,
  type FetchedAnswer,
  type IntakeEvents,
  type IntakeResult,
  type WatchedList,
} from './intake.ts';
import type { Lists } from './lists.ts';
import { createAlertNotifier, type AlertNotifierOptions } from './alertNotifier.ts';

const noRoom = { what: 'The watchlists were not checked', next: 'check them again.' };

export interface ConnectionWatchOptions {
  readonly connectionId: string;
  readonly cache: CacheStore;
  readonly lists: Lists;
  readonly alerts: Alerts;
  readonly readLabels: AlertNotifierOptions['readLabels'];
  readonly now: () => number;
  readonly isQuiet: (moment: number) => boolean;
  /** Without a listener to `alertFired`, an alert is emitted with the next one, or after the next start. */
  readonly events: AppEvents;
}

export type ConnectionWatch = ReturnType<typeof createConnectionWatch>;

export function createConnectionWatch(options: ConnectionWatchOptions) {
  const { connectionId, cache, lists, alerts, readLabels, now, isQuiet, events } = options;
  const notifier = createAlertNotifier({
    connectionId,
    cache,
    alerts,
    readLists: ofConnection,
    readLabels,
    now,
    isQuiet,
    tell(firing) {
      events.emit('alertsChanged', { connectionId });
      return events.emit('alertFired', firing);
    },
  });
  const intakeEvents = new EventEmitter<IntakeEvents>();
  const changed = (): void => {
    events.emit('watchlistsChanged', { connectionId });
  };
  let ready: Promise<void> | null = null;
  /** The day (since 1970 UTC) for which relative dates were resolved. */
  let statedOn: number | null = null;
  const today = (): number => Math.floor(now() / dayMs);
  let isCaughtUp = false;

  async function ofConnection(): Promise<Watchlist[]> {
    return (await lists.read()).documents.filter((list) => list.connectionId === connectionId);
  }

  async function state(): Promise<void> {
    statedOn = today();
    await cache.watch.endAhead(now());
    const [mine, rules] = await Promise.all([ofConnection(), alertRules()]);
    const changed = await cache.watch.setRules(
      mine.map((list) => rulesOf(list, now())),
      rules,
    );
    const states = changed.length === 0 ? [] : await cache.watch.readStates();
    for (const { listId } of changed) {
      const list = mine.find(({ id }) => id === listId);
      const { synced, checkedAt } = states.find(({ id }) => id === listId) ?? noState;
      if (list !== undefined)
        await joinCached(listId, filterAt(list, now()), wasProven({ list, synced, checkedAt }));
    }
    if (isCaughtUp) return;
    await notifier.deliver();
    await notifier.lookAtMetrics();
    isCaughtUp = true;
  }

  async function joinCached(listId: string, filter: Filter, datesMoved: boolean): Promise<void> {
    const asOf = now();
    const keys = await cache.watch.findMembers(filter);
    await cache.watch.setMembers({ listId, filter, keys, datesMoved, asOf, now: now() });
  }

  async function alertRules(): Promise<AlertRules[]> {
    const { documents } = await alerts.read();
    return documents.flatMap(({ id, on, changedAt, rule, ...alert }): AlertRules[] => {
      if (!on || alert.connectionId !== connectionId) return [];
      // A time in the future comes from a wrong clock; then everything counts.
      const since = changedAt > now() ? 0 : changedAt;
      if (rule.kind === 'transaction')
        return [
          {
            id,
            since,
            kind: 'transaction',
            listId: rule.listId,
            filter: resolveMovingDates(rule.query, now()).filter,
          },
        ];
      if (rule.kind === 'sum')
        return [{ ...rule, id, since, wallet: rule.wallet === null ? null : walletSpellings(rule.wallet) }];
      return [];
    });
  }

  function renew(): Promise<void> {
    const before = ready ?? Promise.resolve();
    const next = before.catch(() => undefined).then(state);
    ready = next;
    // The next caller retries.
    next.catch(() => {
      if (ready === next) ready = null;
    });
    return next;
  }

  function whenReady(): Promise<void> {
    if (statedOn === today() && ready !== null) return ready;
    // Moving dates mean other days now.
    return statedOn === null || statedOn === today() ? renew() : renew().then(changed);
  }

  async function readUnread(): Promise<Unread> {
    await whenReady();
    const on = new Set((await ofConnection()).filter((list) => list.on).map(({ id }) => id));
    const { lists: all, lookedAt } = await cache.watch.readUnread();
    const shown = all.filter(({ id }) => on.has(id));
    return {
      connectionId,
      total: shown.reduce((sum, { unread }) => sum + unread, 0),
      lists: shown.map(({ id, unread }) => ({ listId: id, unread })),
      sinceLook: shown.reduce((sum, { sinceLook }) => sum + sinceLook, 0),
      lookedAt,
    };
  }

  async function readLists() {
    await whenReady();
    const states = new Map((await cache.watch.readStates()).map((one) => [one.id, one]));
    return (await ofConnection()).map((list) => ({
      ...(states.get(list.id) ?? noState),
      list,
      filter: filterAt(list, now()),
    }));
  }

  return {
    /** Updates the rules in the store. Call after lists, alerts or the cache changed. */
    renew: async () => {
      await renew();
      changed();
      events.emit('watchRulesChanged', connectionId);
      intakeEvents.emit('listsChanged');
    },
    whenReady,
    ofConnection,
    readUnread,
    async tellUnread() {
      const unread = await readUnread();
      events.emit('feedChanged', { ...unread, arrived: [] });
      return unread;
    },
    async listStates(): Promise<WatchlistState[]> {
      return (await readLists()).map((one) => {
        const { list, count, unread, latestAt } = one;
        const datesMoved = !isProven(one) && wasProven(one);
        const checkedAt = isProven(one) || datesMoved ? one.checkedAt : null;
        const completeSince = checkedAt === null ? null : one.completeSince;
        return { list, count, unread, latestAt, checkedAt, completeSince, datesMoved };
      });
    },
    listWatched: async () => (await readLists()).filter(({ list }) => list.on),
    async takeIn({ query, ...answer }: FetchedAnswer): Promise<IntakeResult> {
      await whenReady();
      leaveRoom(dirname(cache.path), storedBytes(answer.bytes), noRoom);
      const read = await cache.watch.takeIn({ query, ...answer }, watchLimits.transactions);
      if ('problem' in read) throw new FailureError(failureOf(read.problem, answer.request));
      const { raised, ...result } = read;
      if (raised > 0) await notifier.deliver();
      if (result.lists.some(({ added }) => added > 0)) {
        if (result.fresh.length > 0) intakeEvents.emit('fresh', result.fresh);
        const counts = Map.groupBy(
          result.fresh.flatMap(({ listIds }) => listIds),
          (id) => id,
        );
        const arrived = [...counts].map(([listId, all]) => ({ listId, count: all.length }));
        events.emit('feedChanged', { ...(await readUnread()), arrived });
        changed();
      }
      return result;
    },
    async markChecked(checked: WatchedList, at: number, from: string) {
      const { filter } = checked;
      const listId = checked.list.id;
      await whenReady();
      const datesMoved = wasProven(checked);
      if (!isProven(checked)) await joinCached(listId, filter, datesMoved);
      const completeSince = completeSinceOf(checked, at, from);
      await cache.watch.markChecked({ listId, filter, datesMoved, at, completeSince, now: now() });
      changed();
    },
    events: intakeEvents,
    lookAtMetrics: notifier.lookAtMetrics,
  };
}

const noState = {
  ...{ count: 0, unread: 0, latestAt: null, lastDay: null },
  ...{ synced: null, checkedAt: null, completeSince: null },
};

function rulesOf(list: Watchlist, now: number): WatchRules {
  return {
    id: list.id,
    on: list.on,
    filter: filterAt(list, now),
    base: resolveMovingDates(list.query, now).filter,
    wallets: walletConditions(list.wallets),
  };
}

function failureOf(problem: string, request: string): FailureError['failure'] {
  return problem === fullProblem
    ? {
        code: 'storage',
        message: `The cache holds ${watchLimits.transactions.toLocaleString('en')} transactions, the most that watchlists can search. Narrow or remove lists, then clear the cache in the settings.`,
        request,
      }
    : {
        code: 'bad-answer',
        message: 'The service did not return transactions. Try again later.',
        detail: problem,
        request,
      };
}
