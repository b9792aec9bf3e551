import { type Failure, failureOf } from '../../../../preload/contract/failures.ts';
import type { ListCost } from '../../../../preload/contract/watchlists.ts';
import { createSerialQueue } from '../../../platform/serialQueue.ts';
import type { Schedule } from './schedule.ts';
import { openChecks, type Checks } from './checks.ts';
import type { RateController } from './rateController.ts';
import { reportOf } from './report.ts';
import type {
  Checked,
  SchedulerOptions,
  SchedulerReport,
  SchedulerState,
  WaitingRequest,
  WatchedRules,
} from './types.ts';

/**
 * Looks after the watchlists of one connection: goes by the plan, a request at a time, as fast as the budget allows and no list
 * waits longer than its share of it.
 */
export interface Scheduler {
  /** Goes to work until `stop`. */
  start(): void;
  /** Something has changed that it waits for: a setting, the key, the network. */
  nudge(): void;
  /** Lists were made, changed, switched or removed. */
  listsChanged(): void;
  /**
   * Checks lists now, all of them without `listIds`, for the person: out of the reserve too, and without waiting.
   * @throws FailureError where a request fails or the budget is spent; what was fetched before stands.
   */
  checkNow(wanted?: {
    listIds?: readonly string[] | undefined;
    signal?: AbortSignal | undefined;
  }): Promise<Checked>;
  report(): Promise<SchedulerReport>;
  /** What rules cost that are not watched yet. */
  costOf(rules: Pick<WatchedRules, 'filter' | 'importance'>): Promise<ListCost>;
  /** The requests that are due and wait for the budget, as far as that is known: it waits for nothing itself. */
  waiting(): Promise<readonly WaitingRequest[]>;
  /** Ends what runs. Everything fetched is stored. */
  stop(): Promise<void>;
}

/** A clock that is set while this waits must not make it wait for days: it looks again this often. */
const recheckMs = 60_000;
/** Where the plan cannot be stored or read it tries again after this. */
const failureDelayMs = 5 * 60_000;
/** Nothing else asks so often for the same lists. */
const maxRequests = 5000;

export function createScheduler(options: SchedulerOptions): Scheduler {
  const { clock } = options;
  const enqueue = createSerialQueue();
  const stopping = new AbortController();
  let waking = new AbortController();
  let opened: Promise<Checks> | null = null;
  let listsAreStale = true;
  /** What stands in the way: a key that is not accepted until something changes, anything else until it works again. */
  let lastFailure: Failure | null = null;
  let ended: Promise<void> = Promise.resolve();

  function open(): Promise<Checks> {
    opened ??= openChecks(options).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  /** A page may take a minute and a half: what is known is read meanwhile. */
  async function whatIsKnown(): Promise<Checks> {
    return opened === null || listsAreStale ? enqueue(ready) : opened;
  }

  async function ready(): Promise<Checks> {
    const checks = await open();
    if (listsAreStale) {
      listsAreStale = false;
      await checks.setLists().catch((error: unknown) => {
        listsAreStale = true;
        throw error;
      });
    }
    checks.schedule.keepUp();
    return checks;
  }

  /** Does what is due; gives the milliseconds until there is something to do. */
  async function step(): Promise<number> {
    if (options.pauseReason() !== null || isKeyFailure(lastFailure)) return Infinity;
    const { schedule, rate, requestPage, measure, tryLonger } = await ready();
    const next = schedule.next();
    if (next === null) return Infinity;
    if (rate.nextAt <= clock.elapsed()) {
      const isKnown = schedule.measure === null;
      if (!isKnown) await measure('background', stopping.signal);
      if (!isKnown || (await tryLonger('background', stopping.signal))) {
        lastFailure = null;
        return 0;
      }
    }
    const inMs = Math.max(next.inMs, rate.nextAt - clock.elapsed());
    if (inMs > 0) return inMs;
    await requestPage(next.request, 'background', stopping.signal);
    lastFailure = null;
    return 0;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      const inMs = await enqueue(step).catch(handleFailure);
      options.onChanged();
      if (inMs > 0)
        await clock.sleep(
          Math.min(Math.ceil(inMs), recheckMs),
          AbortSignal.any([waking.signal, stopping.signal]),
        );
    }
  }

  /** Remembers what went wrong; gives the milliseconds until another try. */
  function handleFailure(error: unknown): number {
    lastFailure = failureOf(
      error,
      'The watchlists could not be checked because of an internal error. The app tries again in a few minutes.',
    );
    // For a service that is down and for a spent budget the rate knows when.
    return lastFailure.code === 'storage' || lastFailure.code === 'internal' ? failureDelayMs : 0;
  }

  async function checkNow(listIds: readonly string[] | undefined, signal: AbortSignal): Promise<Checked> {
    const { schedule, requestPage, measure } = await ready();
    const wanted = new Set(listIds ?? schedule.lists.map(({ rules }) => rules.id));
    schedule.forgive(wanted);
    const since = clock.elapsed();
    const checked = new Set<string>();
    let requests = 0;
    if (schedule.measure !== null) {
      await measure('person', signal);
      requests += 1;
    }
    for (; requests < maxRequests; requests += 1) {
      const request = schedule.requests.find(
        ({ merged, checkedAt, state }) =>
          merged.listIds.some((id) => wanted.has(id)) &&
          (state.reading !== null || checkedAt === null || checkedAt < since),
      );
      if (request === undefined) break;
      for (const id of request.merged.listIds) if (wanted.has(id)) checked.add(id);
      await requestPage(request, 'person', signal);
      lastFailure = null;
    }
    return { requests, listIds: [...checked] };
  }

  function stateOf(
    schedule: Schedule,
    rate: RateController,
  ): { state: SchedulerState; until: number | null } {
    const reason = options.pauseReason();
    if (reason !== null) return { state: reason, until: null };
    if (isKeyFailure(lastFailure) || lastFailure?.code === 'storage' || lastFailure?.code === 'internal')
      return { state: 'stopped', until: null };
    if (schedule.requests.length === 0) return { state: 'idle', until: null };
    if (rate.waitsFor === null) return { state: 'running', until: null };
    return { state: 'waiting', until: clock.now() + Math.max(0, rate.nextAt - clock.elapsed()) };
  }

  return {
    start() {
      ended = run();
    },
    nudge() {
      lastFailure = null;
      waking.abort();
    },
    listsChanged() {
      listsAreStale = true;
      waking.abort();
    },
    checkNow({ listIds, signal } = {}) {
      const either = signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal]);
      return enqueue(() => checkNow(listIds, either));
    },
    async report() {
      const { schedule, rate } = await whatIsKnown();
      return { ...stateOf(schedule, rate), failure: lastFailure, ...reportOf(schedule, rate, clock) };
    },
    async costOf(rules) {
      const { schedule, rate } = await whatIsKnown();
      return { ...schedule.costOf(rules), limit: rate.had };
    },
    async waiting() {
      if (opened === null || options.pauseReason() !== null || isKeyFailure(lastFailure)) return [];
      const { schedule, rate } = await opened;
      return reportOf(schedule, rate, clock).waiting;
    },
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

function isKeyFailure(failure: Failure | null): boolean {
  return failure?.code === 'key-rejected' || failure?.code === 'no-key';
}
