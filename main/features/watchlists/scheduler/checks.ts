import { dayOf, hourMs } from '../../../../preload/contract/days.ts';
import { FailureError, type Failure } from '../../../../preload/contract/failures.ts';
import { maxPerPage } from '../../../data-service/assumptions.ts';
import { maxRequestBytes } from '../../../../preload/contract/requestBytes.ts';
import type { Purpose } from '../../../data-service/budget.ts';
import { daysBefore } from '../plan/days.ts';
import { pageQuery } from '../plan/planRequests.ts';
import { Schedule } from './schedule.ts';
import type { ScheduledRequest } from './scheduleTypes.ts';
import { createRateController, type RateController } from './rateController.ts';
import { readState, type Counts } from './planState.ts';
import { beginReading, isDoubtful, takePage } from './reading.ts';
import { filterWithin, isWithin } from './sweep.ts';
import type { AnsweredPage, SchedulerOptions } from './types.ts';

/** An answer that is likely a fault is requested again, so many times in a row. */
const maxDoubts = 3;
const doubtMs = 60_000;

/** What fails is left until others had their turn, from half a minute to a quarter of an hour. */
const firstPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;

/** After a refusal that names no moment. */
const defaultWaitMs = 30_000;
/** A refusal for longer is looked at again: the clock may have been set. */
const longestWaitMs = hourMs;

/** Failures of a service that is down. */
const down: ReadonlySet<Failure['code']> = new Set(['service-error', 'unreachable', 'timeout', 'bad-answer']);

/** A wide request that timed out so many times in a row is not sent again for a day. */
const maxTimeouts = 3;
/** Over so many days it is counted what a wide request brings. */
const measuredDays = 7;

const longerPauseMs = 6 * hourMs;

const tooLong: ReadonlySet<number | undefined> = new Set([413, 414, 431]);

/** The plan of one connection as it is carried out, page by page. */
export interface Checks {
  readonly schedule: Schedule;
  readonly rate: RateController;
  /** Takes over the lists that are on. */
  setLists(): Promise<void>;
  /**
   * Asks for the next page of a request, and does with it what is to be done. A question that the service refuses changes the plan.
   * @throws FailureError for whatever else goes wrong, with plan and rate adjusted to it.
   */
  requestPage(request: ScheduledRequest, purpose: Purpose, signal: AbortSignal): Promise<void>;
  /**
   * Asks how much a wide request brings, where the scheduler wants to know, and plans with that.
   * @throws FailureError as `requestPage`.
   */
  measure(purpose: Purpose, signal: AbortSignal): Promise<void>;
  /**
   * Asks whether the service takes a longer request, where that would save many; false where there is nothing to ask.
   * @throws FailureError as `requestPage`.
   */
  tryLonger(purpose: Purpose, signal: AbortSignal): Promise<boolean>;
}

export async function openChecks(options: SchedulerOptions): Promise<Checks> {
  const { clock, lateDays, limit, random } = options;
  const { now, elapsed } = clock;
  const stored = readState(await options.loadState());
  const schedule = new Schedule(stored, {
    now,
    elapsed,
    lateDays,
    perPage: maxPerPage,
    maxBytes: maxRequestBytes,
  });
  const rate = createRateController({ limit, elapsed, random, share: stored.share });

  /** When a longer request is tried again after a failure that does not say whether it was too long. */
  let longerAt = -Infinity;
  /** Of measurements, in a row. */
  let timeouts = 0;

  const save = (): Promise<void> => options.saveState(schedule.state(rate.share));

  /** Waits for the budget, or for a service that is down: true for that. */
  function slow({ code, status, retryAt }: Failure): boolean {
    if (code === 'rate-limited') {
      const waitMs = Math.min(Math.max((retryAt ?? now() + defaultWaitMs) - now(), 0), longestWaitMs);
      rate.refused(elapsed() + waitMs, status === 429);
      return false;
    }
    if (!down.has(code)) return false;
    rate.failed();
    return true;
  }

  /** Adjusts plan and rate; true where there is nothing more to it. */
  function handleFailure(request: ScheduledRequest, failure: Failure): boolean {
    const { code, status, message, detail } = failure;
    const { reading } = request.state;
    const isSort = reading?.order === 'newest' && schedule.newestBy !== 'date';
    const isOfSlots = reading !== null && reading.span !== null;
    if (code === 'bad-query') {
      if (isOfSlots) stopSweeps(request);
      else if (tooLong.has(status)) schedule.shorten();
      else if (isSort) schedule.sortByDay();
      else if (request.merged.isWide) giveUp(request.merged.key);
      else schedule.refuse(request, detail ?? message);
      return true;
    }
    if (slow(failure)) {
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** request.failures);
      const failures = request.failures + 1;
      schedule.change(request, { failures, notBefore: elapsed() + pauseMs });
      // More than it can answer, it seems.
      if (request.merged.isWide && code === 'timeout' && failures >= maxTimeouts) giveUp(request.merged.key);
    }
    return false;
  }

  /** The service does not tell times apart: the check starts over without them. */
  function stopSweeps(request: ScheduledRequest): void {
    schedule.stopSweeps();
    schedule.change(request, { doubts: 0, state: { ...request.state, reading: null } });
  }

  /** The service does not answer a wide request: its lists are requested in another way. */
  function giveUp(key: string): void {
    schedule.noteWide(key, null);
    schedule.plan();
  }

  async function measure(purpose: Purpose, signal: AbortSignal): Promise<void> {
    const wanted = schedule.measure;
    if (wanted === null) return;
    const { key, filter } = wanted;
    const fromDay = daysBefore(dayOf(now()), measuredDays);
    rate.sent();
    try {
      const query = pageQuery({ filter, fromDay, newestBy: null, page: 1, perPage: maxPerPage });
      const answer = await options.ask(query, purpose, signal);
      rate.answered();
      timeouts = 0;
      schedule.sawSlots(answer.slots.keys());
      schedule.sawAdded(answer.added);
      schedule.noteWide(key, answer.resultCount / measuredDays);
      schedule.plan();
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      const { code } = error.failure;
      timeouts = code === 'timeout' ? timeouts + 1 : 0;
      if (code !== 'bad-query' && timeouts < maxTimeouts) {
        slow(error.failure);
        throw error;
      }
      giveUp(key);
    }
    await save();
  }

  async function tryLonger(purpose: Purpose, signal: AbortSignal): Promise<boolean> {
    const wanted = elapsed() < longerAt ? null : schedule.longer();
    if (wanted === null) return false;
    const { bytes, filter } = wanted;
    rate.sent();
    try {
      const fromDay = daysBefore(dayOf(now()), measuredDays);
      await options.ask(pageQuery({ filter, fromDay, newestBy: null, page: 1, perPage: 1 }), purpose, signal);
      rate.answered();
      schedule.noteLength(bytes, true);
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      if (error.failure.code !== 'bad-query') {
        // A server may cut the connection where it means that, and nothing else is to wait for that again and again.
        if (error.failure.code !== 'rate-limited') longerAt = elapsed() + longerPauseMs;
        slow(error.failure);
        throw error;
      }
      schedule.noteLength(bytes, false);
    }
    await save();
    return true;
  }

  async function take(request: ScheduledRequest, timed: AnsweredPage): Promise<void> {
    const { state } = request;
    const reading = state.reading;
    if (reading === null) return;
    // Sorted by day a page may end within a day, whatever the times of its transactions.
    const isByDay = schedule.newestBy === 'date';
    const answer = isByDay ? { ...timed, slots: byDay(timed.slots) } : timed;
    const counts = state.counts && Object.entries(state.counts);
    const known = counts && Object.fromEntries(isByDay ? byDay(counts) : counts);
    const { span } = reading;
    const isDoubt = isDoubtful(reading, answer, known);
    const isBeside = span !== null && [...answer.slots.keys()].some((slot) => !isWithin(slot, span));
    if (span !== null && (isBeside || (isDoubt && request.doubts >= maxDoubts))) {
      stopSweeps(request);
      return;
    }
    if (isDoubt && request.doubts < maxDoubts) {
      schedule.change(request, { doubts: request.doubts + 1, notBefore: elapsed() + doubtMs });
      return;
    }
    schedule.sawSlots(answer.slots.keys());
    schedule.sawAdded(answer.added);
    const started = reading.page === 1 ? { ...reading, horizon: schedule.horizon } : reading;
    const read = takePage(started, answer, known);
    if (!read.over) {
      schedule.change(request, { failures: 0, state: { ...state, reading: read.reading } });
      await save();
      return;
    }
    const changed = schedule.change(request, { failures: 0, state: { ...state, reading: started } });
    if (request.merged.isWide)
      schedule.noteWide(request.merged.key, perDayOf(read.counts, reading.fromDay, now()));
    const { checked, first } = schedule.finish(changed, { ...read, pages: reading.page });
    await save();
    await options.markChecked(checked, reading.startedAt);
    if (first.length > 0) await options.markSynced(first);
  }

  return {
    schedule,
    rate,
    async setLists() {
      schedule.setLists(await options.readLists());
    },
    measure,
    tryLonger,
    async requestPage(request, purpose, signal) {
      const { state } = request;
      const horizon = schedule.horizon;
      const of = { state, horizon, lateDays: lateDays(), now: now(), perPage: maxPerPage };
      const reading = state.reading ?? beginReading({ ...of, sweeps: schedule.sweeps(request) });
      const changed = schedule.change(request, { state: { ...state, reading } });
      const { fromDay, page } = reading;
      const newestBy = reading.order === 'newest' ? schedule.newestBy : null;
      const { span } = reading;
      const filter = span === null ? request.merged.filter : filterWithin(request.merged.filter, span);
      rate.sent();
      try {
        const query = pageQuery({ filter, fromDay, newestBy, page, perPage: maxPerPage });
        const answer = await options.ask(query, purpose, signal);
        rate.answered();
        await take(changed, answer);
      } catch (error) {
        if (!(error instanceof FailureError)) throw error;
        if (!handleFailure(changed, error.failure)) throw error;
        await save();
      }
    },
  };
}

/** How many transactions a day there are since a day. */
function perDayOf(counts: Counts, fromDay: string, at: number): number {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  // After the clock was set back, its time means nothing.
  return total / Math.max(1, (at - Date.parse(fromDay)) / (24 * hourMs));
}

function byDay(slots: Iterable<readonly [string, number]>): Map<string, number> {
  const days = new Map<string, number>();
  for (const [slot, count] of slots) days.set(slot.slice(0, 10), (days.get(slot.slice(0, 10)) ?? 0) + count);
  return days;
}
