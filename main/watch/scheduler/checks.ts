import { FailureError, type Failure } from '../../../preload/contract/failures.ts';
import { maxPerPage, maxRequestBytes } from '../../service/assumptions.ts';
import type { Purpose } from '../../service/budget.ts';
import { hourMs } from '../plan/intervals.ts';
import { pageQuery } from '../plan/planRequests.ts';
import { Board, type BoardRequest } from './board.ts';
import { makePace, type Pace } from './pace.ts';
import { readState } from './planState.ts';
import { beginReading, isDoubtful, takePage } from './reading.ts';
import type { AnsweredPage, SchedulerOptions } from './types.ts';

/** An answer that is likely a fault is asked for again, so many times in a row. */
const mostDoubts = 3;
const doubtMs = 60_000;

/** What fails is left until others had their turn, from half a minute to a quarter of an hour. */
const firstPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;

/** After a refusal that names no moment. */
const defaultWaitMs = 30_000;
/** A refusal for longer is looked at again: the clock may have been set. */
const longestWaitMs = hourMs;

const tooLong: ReadonlySet<number | undefined> = new Set([413, 414, 431]);

/** The plan of one connection as it is carried out, page by page. */
export interface Checks {
  readonly board: Board;
  readonly pace: Pace;
  /** Takes over the lists that are on. */
  setLists(): Promise<void>;
  /**
   * Asks for the next page of a request, and does with it what is to be done. A question that the service refuses changes the plan.
   * @throws FailureError for whatever else goes wrong, with plan and pace adjusted to it.
   */
  askPage(request: BoardRequest, purpose: Purpose, signal: AbortSignal): Promise<void>;
}

export async function openChecks(options: SchedulerOptions): Promise<Checks> {
  const { clock, lateDays, limit, random } = options;
  const { now, elapsed } = clock;
  const stored = readState(await options.loadState());
  const board = new Board(stored, { now, elapsed, lateDays, perPage: maxPerPage, maxBytes: maxRequestBytes });
  const pace = makePace({ limit, elapsed, random, share: stored.share });

  const save = (): Promise<void> => options.saveState(board.state(pace.share));

  /** Adjusts plan and pace; true where there is nothing more to it. */
  function meet(request: BoardRequest, failure: Failure): boolean {
    const { code, status, message, detail, retryAt } = failure;
    if (code === 'bad-query') {
      if (tooLong.has(status)) board.shorten();
      else if (request.state.reading?.order === 'newest' && board.newestBy !== 'date') board.sortByDay();
      else board.refuse(request, detail ?? message);
      return true;
    }
    if (code === 'rate-limited') {
      const waitMs = Math.min(Math.max((retryAt ?? now() + defaultWaitMs) - now(), 0), longestWaitMs);
      pace.refused(elapsed() + waitMs, status === 429);
    } else if (
      code === 'service-error' ||
      code === 'unreachable' ||
      code === 'timeout' ||
      code === 'bad-answer'
    ) {
      pace.failed();
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** request.failures);
      board.change(request, { failures: request.failures + 1, notBefore: elapsed() + pauseMs });
    }
    return false;
  }

  async function take(request: BoardRequest, hourly: AnsweredPage): Promise<void> {
    const { state } = request;
    const reading = state.reading;
    if (reading === null) return;
    // Sorted by day a page may end within a day, whatever the times of its transactions.
    const isByDay = board.newestBy === 'date';
    const answer = isByDay ? { ...hourly, hours: byDay(hourly.hours) } : hourly;
    const counts = state.counts && Object.entries(state.counts);
    const known = counts && Object.fromEntries(isByDay ? byDay(counts) : counts);
    if (isDoubtful(reading, answer, known) && request.doubts < mostDoubts) {
      board.change(request, { doubts: request.doubts + 1, notBefore: elapsed() + doubtMs });
      return;
    }
    board.sawHours(answer.hours.keys());
    board.sawAdded(answer.added);
    const begun = reading.page === 1 ? { ...reading, horizon: board.horizon } : reading;
    const read = takePage(begun, answer, known);
    if (!read.over) {
      board.change(request, { failures: 0, state: { ...state, reading: read.reading } });
      await save();
      return;
    }
    const asked = board.change(request, { failures: 0, state: { ...state, reading: begun } });
    const { checked, first } = board.finish(asked, { ...read, pages: reading.page });
    await save();
    await options.onChecked(checked, reading.startedAt);
    if (first.length > 0) await options.onSynced(first);
  }

  return {
    board,
    pace,
    async setLists() {
      board.setLists(await options.readLists());
    },
    async askPage(request, purpose, signal) {
      const { state } = request;
      const horizon = board.horizon;
      const reading = state.reading ?? beginReading({ state, horizon, lateDays: lateDays(), now: now() });
      const asked = board.change(request, { state: { ...state, reading } });
      const { fromDay, page } = reading;
      const newestBy = reading.order === 'newest' ? board.newestBy : null;
      const { filter } = request.merged;
      pace.sent();
      try {
        const query = pageQuery({ filter, fromDay, newestBy, page, perPage: maxPerPage });
        const answer = await options.ask(query, purpose, signal);
        pace.answered();
        await take(asked, answer);
      } catch (error) {
        if (!(error instanceof FailureError)) throw error;
        if (!meet(asked, error.failure)) throw error;
        await save();
      }
    },
  };
}

function byDay(hours: Iterable<readonly [string, number]>): Map<string, number> {
  const days = new Map<string, number>();
  for (const [hour, count] of hours) days.set(hour.slice(0, 10), (days.get(hour.slice(0, 10)) ?? 0) + count);
  return days;
}
