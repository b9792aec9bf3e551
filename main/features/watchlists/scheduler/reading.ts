import { dayOf, hourMs } from '../../../../preload/contract/days.ts';
import { daysBefore, earlierOf } from '../plan/days.ts';
import type { Counts, Reading, RequestState } from './planState.ts';
import { beside, spanOf, within } from './sweep.ts';
import type { AnsweredPage } from './types.ts';

/**
 * How the pages of a request are read. A check reads the newest transactions and stops as soon as the count of the answer shows
 * that the others are those it had before; mostly that takes one page. Where the count shows that something has appeared among the older
 * ones, it reads on. All pages are read once a day, unless checks look through them by themselves (`sweep.ts`).
 */

const readAllEveryMs = 24 * hourMs;

/** A list begins with the transactions of so many days. */
export const firstDays = 30;

/** With so many pages it is cheaper to read them in the steady order, in which deep pages do not time out. */
const deepPages = 10;

/** The day that a request is to reach back to. */
export function fromDayOf(
  through: string | null,
  horizon: string | null,
  lateDays: number,
  now: number,
): string {
  if (through !== null) return daysBefore(through, lateDays);
  return daysBefore(earlierOf(dayOf(now), horizon ?? dayOf(now)), firstDays);
}

/**
 * Decides which pages a request reads next, and in which order: all of them a day after the last time, else the newest. `now`
 * in milliseconds since 1970 UTC.
 */
export function beginReading(of: {
  state: RequestState;
  horizon: string | null;
  lateDays: number;
  now: number;
  perPage: number;
  /** True where it may look through slots. */
  sweeps: boolean;
}): Reading {
  const { state, horizon, lateDays, now, perPage, sweeps } = of;
  const isLong = (since: number | null): boolean =>
    // After the clock was set back, its time means nothing.
    since === null || now < since || now - since >= readAllEveryMs;
  const fromDay = fromDayOf(state.through, horizon, lateDays, now);
  const isMuch = totalOf(since(state.counts ?? {}, fromDay)) > perPage;
  const span = sweeps && isMuch ? spanOf(state, fromDay, perPage) : null;
  const isAllDue = state.counts === null || (span === null && isLong(state.readAt));
  return {
    order: isAllDue ? 'steady' : 'newest',
    fromDay,
    span,
    page: 1,
    startedAt: now,
    horizon: null,
    resultCount: null,
    counts: {},
    grown: 0,
    shrunk: 0,
  };
}

/** Adds what a page has: the reading continues, or it is complete. */
export type Read =
  | { readonly over: false; readonly reading: Reading }
  | {
      readonly over: true;
      /** How many transactions lie in each slot, as far as it can be determined: the next reading finds what is not so. */
      readonly counts: Counts;
      /** True where all pages were read and none can have been skipped. */
      readonly whole: boolean;
    };

/** `known`: the transactions of each slot before this reading. */
export function takePage(reading: Reading, answer: AnsweredPage, known: Counts | null): Read {
  const { resultCount, pageCount } = answer;
  const change = resultCount - (reading.resultCount ?? resultCount);
  // What has come since the page before has moved others onto this page, where they are again.
  const slots = reading.order === 'newest' && change > 0 ? withoutNewest(answer.slots, change) : answer.slots;
  const next: Reading = {
    ...reading,
    page: reading.page + 1,
    resultCount,
    counts: joined(reading.counts, slots),
    grown: reading.grown + Math.max(0, change),
    shrunk: reading.shrunk + Math.max(0, -change),
  };
  if (reading.page >= pageCount) {
    const counts = { ...outside(known, reading), ...next.counts };
    return { over: true, counts, whole: next.shrunk === 0 };
  }
  if (reading.order === 'newest') {
    const over = newestRead(next, answer, known);
    if (over !== null) return over;
    if (pageCount > deepPages) return { over: false, reading: beginAgain(reading) };
  }
  return { over: false, reading: next };
}

/** True for an answer that is likely a fault of the service: it is empty where there were transactions. */
export function isDoubtful(reading: Reading, answer: AnsweredPage, known: Counts | null): boolean {
  if (answer.records > 0) return false;
  if (answer.resultCount > 0 && reading.page <= answer.pageCount) return true;
  const requested = within(since(known ?? {}, reading.fromDay), reading.span);
  return totalOf(requested) > 0 || (reading.resultCount ?? 0) > 0;
}

/** The end of a reading of the newest, where the pages so far are enough; else null. */
function newestRead(reading: Reading, answer: AnsweredPage, known: Counts | null): Read | null {
  if (known === null || answer.slots.size === 0) return null;
  // The page may end in the middle of these ten minutes.
  const boundary = [...answer.slots.keys()].reduce((a, b) => earlierOf(a, b));
  const newer = Object.entries(reading.counts).filter(([slot]) => slot > boundary);
  const requested = within(since(known, reading.fromDay), reading.span);
  const older = Object.entries(requested).filter(([slot]) => slot <= boundary);
  const counts = Object.fromEntries([...older, ...newer]);
  // What came while the pages were read is not on them: it is still to be found.
  const isAsKnown = totalOf(counts) === answer.resultCount - reading.grown && reading.shrunk === 0;
  if (!isAsKnown) return null;
  return {
    over: true,
    counts: { ...outside(known, reading), ...counts },
    // Of what was requested, that is: of some slots.
    whole: reading.span !== null,
  };
}

/** What is known of slots that were not requested. */
function outside(known: Counts | null, { span, fromDay }: Reading): Counts {
  return known === null ? {} : beside(since(known, fromDay), span);
}

function withoutNewest(slots: ReadonlyMap<string, number>, count: number): Map<string, number> {
  const left = new Map([...slots].sort(([a], [b]) => (a > b ? -1 : 1)));
  let gone = count;
  for (const [slot, of] of left) {
    left.set(slot, Math.max(0, of - gone));
    gone = Math.max(0, gone - of);
  }
  return left;
}

function beginAgain(reading: Reading): Reading {
  return {
    ...reading,
    order: 'steady',
    span: null,
    page: 1,
    resultCount: null,
    counts: {},
    grown: 0,
    shrunk: 0,
  };
}

function joined(counts: Counts, more: ReadonlyMap<string, number>): Counts {
  const sum: Record<string, number> = { ...counts };
  for (const [slot, count] of more) sum[slot] = (sum[slot] ?? 0) + count;
  return sum;
}

function since(counts: Counts, from: string): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([slot]) => slot >= from));
}

function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
