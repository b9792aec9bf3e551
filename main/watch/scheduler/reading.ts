import { dayOf, daysBefore, earlierOf } from '../plan/days.ts';
import type { Reading, RequestState } from './planState.ts';
import type { AnsweredPage } from './types.ts';

/**
 * How the pages of a request are read. Most checks take one page: the newest transactions come first, and the count of the answer
 * tells whether the older days hold what they held before. Once a day all pages are read, in an order that does not shift.
 */

const readAllEveryMs = 24 * 3_600_000;

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

export function beginReading(of: {
  state: RequestState;
  horizon: string | null;
  lateDays: number;
  now: number;
}): Reading {
  const { state, horizon, lateDays, now } = of;
  const sinceAll = state.readAt === null ? Infinity : now - state.readAt;
  // A clock that was set back tells nothing about the last reading.
  const isAllDue = state.days === null || sinceAll < 0 || sinceAll >= readAllEveryMs;
  return {
    order: isAllDue ? 'steady' : 'newest',
    fromDay: fromDayOf(state.through, horizon, lateDays, now),
    page: 1,
    startedAt: now,
    horizon: null,
    resultCount: null,
    days: {},
    grown: false,
    shrunk: false,
  };
}

/** What a page has brought: the reading goes on, or it is over. */
export type Read =
  | { readonly over: false; readonly reading: Reading }
  | {
      readonly over: true;
      /** Null where it is not known. */
      readonly days: Readonly<Record<string, number>> | null;
      /** True where all pages were read and none can have been missed. */
      readonly whole: boolean;
    };

/** `known`: the transactions of each day before this reading. */
export function takePage(reading: Reading, answer: AnsweredPage, known: RequestState['days']): Read {
  const { resultCount, pageCount } = answer;
  const before = reading.resultCount;
  const next: Reading = {
    ...reading,
    page: reading.page + 1,
    resultCount,
    days: joined(reading.days, answer.days),
    grown: reading.grown || (before !== null && resultCount > before),
    shrunk: reading.shrunk || (before !== null && resultCount < before),
  };
  const isSteady = !next.grown && !next.shrunk;
  if (reading.page >= pageCount) {
    const isAll = isSteady && totalOf(next.days) === resultCount;
    return { over: true, days: isAll ? next.days : null, whole: isAll || (next.grown && !next.shrunk) };
  }
  if (reading.order === 'newest') {
    const days = isSteady ? restAsKnown(next, answer, known) : null;
    if (days !== null) return { over: true, days, whole: false };
    if (pageCount > deepPages) return { over: false, reading: { ...beginAgain(reading) } };
  }
  return { over: false, reading: next };
}

/** True for an answer that is likely a fault of the service: it is empty where there were transactions. */
export function isDoubtful(reading: Reading, answer: AnsweredPage, known: RequestState['days']): boolean {
  if (answer.records > 0) return false;
  if (answer.resultCount > 0 && reading.page <= answer.pageCount) return true;
  return totalOf(since(known ?? {}, reading.fromDay)) > 0 || (reading.resultCount ?? 0) > 0;
}

/** How far everything is read once a reading of all pages is over. */
export function throughOf({ startedAt, horizon }: Reading): string {
  return earlierOf(dayOf(startedAt), horizon ?? dayOf(startedAt));
}

/** The transactions of all days, where those not on the pages read are as many as before; else null. */
function restAsKnown(
  reading: Reading,
  answer: AnsweredPage,
  known: RequestState['days'],
): Record<string, number> | null {
  if (known === null || answer.days.size === 0) return null;
  // The page may end in the middle of this day.
  const boundary = [...answer.days.keys()].reduce(earlierOf);
  const newer = Object.entries(reading.days).filter(([day]) => day > boundary);
  const older = Object.entries(since(known, reading.fromDay)).filter(([day]) => day <= boundary);
  const days = Object.fromEntries([...older, ...newer]);
  return totalOf(days) === answer.resultCount ? days : null;
}

function beginAgain(reading: Reading): Reading {
  return { ...reading, order: 'steady', page: 1, resultCount: null, days: {}, grown: false, shrunk: false };
}

function joined(days: Reading['days'], more: ReadonlyMap<string, number>): Record<string, number> {
  const sum = { ...days };
  for (const [day, count] of more) sum[day] = (sum[day] ?? 0) + count;
  return sum;
}

function since(days: Readonly<Record<string, number>>, from: string): Record<string, number> {
  return Object.fromEntries(Object.entries(days).filter(([day]) => day >= from));
}

function totalOf(days: Readonly<Record<string, number>>): number {
  return Object.values(days).reduce((sum, count) => sum + count, 0);
}
