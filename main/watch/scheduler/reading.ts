import { dayOf, daysBefore, earlierOf, hoursBefore, laterOf } from '../plan/days.ts';
import { hourMs } from '../plan/intervals.ts';
import type { Counts, Reading, RequestState } from './planState.ts';
import type { AnsweredPage } from './types.ts';

/**
 * How the pages of a request are read. A check reads the newest transactions and stops as soon as the count of the answer tells
 * that the others are those it had before; mostly that takes one page. All pages are read once a day, and within hours where the
 * count tells that something has appeared among the older ones.
 */

const readAllEveryMs = 24 * hourMs;
const findLateWithinMs = 6 * hourMs;

/** What appears among the transactions of so many hours before the newest known counts as new; what appears before, as late. */
const newHours = 6;

/** A list begins with the transactions of so many days. */
const firstDays = 30;

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

export function beginReading(of: {
  state: RequestState;
  horizon: string | null;
  lateDays: number;
  now: number;
}): Reading {
  const { state, horizon, lateDays, now } = of;
  const isLong = (since: number | null, limitMs: number): boolean =>
    // A clock that was set back tells nothing.
    since === null || now < since || now - since >= limitMs;
  const isAllDue =
    state.counts === null ||
    isLong(state.readAt, readAllEveryMs) ||
    (state.owedSince !== null && isLong(state.owedSince, findLateWithinMs));
  return {
    order: isAllDue ? 'steady' : 'newest',
    fromDay: fromDayOf(state.through, horizon, lateDays, now),
    page: 1,
    startedAt: now,
    horizon: null,
    resultCount: null,
    counts: {},
    grown: 0,
    shrunk: 0,
  };
}

/** What a page has brought: the reading goes on, or it is over. */
export type Read =
  | { readonly over: false; readonly reading: Reading }
  | {
      readonly over: true;
      /** How many transactions lie in each hour, as far as it can be told: the next reading finds what is not so. */
      readonly counts: Counts;
      /** True where all pages were read and none can have been skipped. */
      readonly whole: boolean;
      /** True where something has appeared among the older ones, which a reading of all pages is to find. */
      readonly owed: boolean;
    };

/** `known`: the transactions of each hour before this reading. */
export function takePage(reading: Reading, answer: AnsweredPage, known: Counts | null): Read {
  const { resultCount, pageCount } = answer;
  const change = resultCount - (reading.resultCount ?? resultCount);
  const next: Reading = {
    ...reading,
    page: reading.page + 1,
    resultCount,
    counts: joined(reading.counts, answer.hours),
    grown: reading.grown + Math.max(0, change),
    shrunk: reading.shrunk + Math.max(0, -change),
  };
  if (reading.page >= pageCount)
    return { over: true, counts: next.counts, whole: next.shrunk === 0, owed: false };
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
  return totalOf(since(known ?? {}, reading.fromDay)) > 0 || (reading.resultCount ?? 0) > 0;
}

/** How far everything is read once a reading of all pages is over. */
export function throughOf({ startedAt, horizon }: Reading): string {
  return earlierOf(dayOf(startedAt), horizon ?? dayOf(startedAt));
}

/** The end of a reading of the newest, where the pages so far are enough; else null. */
function newestRead(reading: Reading, answer: AnsweredPage, known: Counts | null): Read | null {
  if (known === null || answer.hours.size === 0) return null;
  // The page may end in the middle of this hour.
  const boundary = [...answer.hours.keys()].reduce((a, b) => earlierOf(a, b));
  const newer = Object.entries(reading.counts).filter(([hour]) => hour > boundary);
  const older = Object.entries(since(known, reading.fromDay)).filter(([hour]) => hour <= boundary);
  const counts = Object.fromEntries([...older, ...newer]);
  const isAsKnown = totalOf(counts) === answer.resultCount && reading.shrunk === 0;
  if (!isAsKnown && boundary >= firstNewHour(known)) return null;
  if (reading.grown === 0 || !isAsKnown) return { over: true, counts, whole: false, owed: !isAsKnown };
  // What came while the pages were read has moved others to the next page, where they were counted again: it is still to be found.
  const latest = Object.keys(reading.counts).reduce((a, b) => laterOf(a, b));
  const less = { ...counts, [latest]: (counts[latest] ?? 0) - reading.grown };
  return { over: true, counts: less, whole: false, owed: false };
}

/** Where the hours begin in which transactions count as new. */
function firstNewHour(known: Counts): string {
  const latest = Object.keys(known).reduce((a, b) => laterOf(a, b), '');
  return latest === '' ? '' : hoursBefore(latest, newHours);
}

function beginAgain(reading: Reading): Reading {
  return { ...reading, order: 'steady', page: 1, resultCount: null, counts: {}, grown: 0, shrunk: 0 };
}

function joined(counts: Counts, more: ReadonlyMap<string, number>): Counts {
  const sum: Record<string, number> = { ...counts };
  for (const [hour, count] of more) sum[hour] = (sum[hour] ?? 0) + count;
  return sum;
}

function since(counts: Counts, from: string): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([hour]) => hour >= from));
}

function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
