import type { Settings } from '../../../../preload/contract/settings.ts';
import { canonicalJson } from '../../../../preload/contract/json.ts';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { listRequest, type Client } from '../../../data-service/client.ts';
import type { AppEvents } from '../../../platform/appEvents.ts';
import { memoizeByKey } from '../../../platform/memoizeByKey.ts';
import type { UserStore } from '../../../store/store.ts';
import type { WatchIntake } from '../intake.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import type { AnsweredPage, Clock, WaitingRequest, WatchedRules } from './types.ts';

export interface WatchingOptions {
  readonly user: UserStore;
  /** The connections that have a list that is on. */
  readonly listConnectionIds: () => Promise<readonly string[]>;
  readonly open: (connectionId: string) => Promise<{ client: Client; intake: WatchIntake }>;
  readonly readSettings: () => Settings;
  readonly offline: () => boolean;
  /** True while no request is sent, though neither paused nor offline: on battery, or on a metered network. */
  readonly isPaused: () => boolean;
  /** Emits `watchPlanChanged` and `backgroundError`, and starts the first list of a connection on `watchRulesChanged`. */
  readonly events: AppEvents;
  readonly clock?: Clock | undefined;
}

/** The schedulers of all connections. */
export interface Watching {
  /** Looks after the lists of every connection from now on. */
  start(): void;
  /** Settings, a key or the network have changed, or a connection was added. */
  nudge(): void;
  scheduler(connectionId: string): Promise<Scheduler>;
  /** The requests for lists that are due and wait for the budget; none where nothing is looked after. */
  waiting(connectionId: string): Promise<readonly WaitingRequest[]>;
  /** Ends what runs, and waits until it has ended. */
  close(): Promise<void>;
}

/** Where the progress of a connection is stored among the user's documents. */
const kind = 'watch-plan';

export function createWatching(options: WatchingOptions): Watching {
  const scheduler = memoizeByKey(open);
  const running = new Set<string>();
  let isStarted = false;
  let isClosed = false;
  const failed = (error: unknown): void => {
    options.events.emit('backgroundError', 'watchlists', error);
  };
  options.events.on('watchRulesChanged', (connectionId) => {
    if (isStarted && !running.has(connectionId)) startAll().catch(failed);
  });

  async function open(connectionId: string): Promise<Scheduler> {
    const { user, readSettings, offline, isPaused, clock = systemClock } = options;
    const { client, intake } = await options.open(connectionId);
    const made = createScheduler({
      clock,
      random: Math.random,
      readLists: async () => (await intake.listWatched()).map(rulesOf),
      ask: (query, purpose, signal) => ask({ client, intake, clock, offline }, query, purpose, signal),
      limit: () => {
        const { transactionsPerHour: perHour, reservedRequests, watchShare } = readSettings();
        const reserve = Math.max(reservedRequests, Math.ceil(perHour * (1 - watchShare / 100)));
        return { perHour, reserve: Math.min(reserve, perHour - 1) };
      },
      lateDays: () => readSettings().watchLateDays,
      pauseReason: () => (offline() ? 'offline' : readSettings().watchPaused || isPaused() ? 'paused' : null),
      loadState: async () => (await user.listDocuments(kind)).find(({ id }) => id === connectionId)?.value,
      saveState: (value) => user.changeDocuments([{ kind, id: connectionId, value }]),
      async markSynced(lists) {
        for (const { id, filter } of lists) await intake.markSynced(id, filter);
      },
      markChecked: (listIds, at) => intake.markChecked(listIds, at),
      onChanged: () => options.events.emit('watchPlanChanged', { connectionId }),
    });
    intake.events.on('listsChanged', () => made.listsChanged());
    return made;
  }

  /** Starts what does not run yet. */
  async function startAll(): Promise<void> {
    for (const connectionId of await options.listConnectionIds()) {
      const made = await scheduler(connectionId);
      if (isClosed || running.has(connectionId)) continue;
      running.add(connectionId);
      made.start();
    }
  }

  return {
    start() {
      isStarted = true;
      startAll().catch(failed);
    },
    nudge() {
      for (const opening of scheduler.opened()) opening.then((made) => made.nudge(), failed);
      if (isStarted) startAll().catch(failed);
    },
    scheduler,
    async waiting(connectionId) {
      return running.has(connectionId) ? (await scheduler(connectionId)).waiting() : [];
    },
    async close() {
      isClosed = true;
      const opened = await Promise.allSettled(scheduler.opened());
      await Promise.all(
        opened.map(async (one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)),
      );
    },
  };
}

function rulesOf({
  list,
  filter,
  synced,
}: Awaited<ReturnType<WatchIntake['listWatched']>>[number]): WatchedRules {
  return {
    id: list.id,
    name: list.name,
    filter,
    importance: list.importance,
    synced: synced !== null && canonicalJson(synced) === canonicalJson(filter),
  };
}

/** Fetches a page and hands it to all lists. */
async function ask(
  {
    client,
    intake,
    clock,
    offline,
  }: { client: Client; intake: WatchIntake; clock: Clock; offline: () => boolean },
  query: Parameters<Client['list']>[1],
  purpose: 'person' | 'background',
  signal: AbortSignal,
): Promise<AnsweredPage> {
  if (offline())
    throw new FailureError({ code: 'offline', message: 'Work offline is on, so nothing is requested.' });
  // The scheduler itself tries again.
  const body = await client.list('transactions', query, { signal, purpose, retry: false });
  const { pagination, records, slots, lists } = await intake.takeIn({
    query,
    bytes: body?.bytes ?? new Uint8Array(),
    request: listRequest('transactions', query),
    fetchedAt: clock.now(),
  });
  const added = new Map(lists.map(({ listId, added: count }) => [listId, count]));
  return { pageCount: pagination.pageCount, resultCount: pagination.resultCount, records, slots, added };
}

/** The clocks of this computer. */
const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
    }),
};
