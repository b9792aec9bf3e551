import { dayMs, dayNumber, dayText } from '../../../preload/contract/days.ts';

/** Days are counted from 1970-01-01 UTC. */

/**
 * The newest day of the data in files. A service of another day adds the days between when it reads them, so files are made once. What
 * follows from the calendar, such as figures of the month so far, is computed for its own day instead.
 */
export const storedDay = dayNumber('2026-01-01');

/** The same moment of another day, spelled the same; `moment` begins with `YYYY-MM-DD`. Beyond the years of four digits it stays what it is. */
export function shiftDays(moment: string, days: number): string {
  const shifted = dayText(dayNumber(moment.slice(0, 10)) + days);
  return /^\d{4}-/.test(shifted) ? shifted + moment.slice(10) : moment;
}

/** The ISO timestamp, to the second, of a second of a day. */
export function isoTime(day: number, second: number): string {
  return `${new Date(day * dayMs + second * 1000).toISOString().slice(0, 19)}Z`;
}

/** Milliseconds since 1970 at a second of a day. */
export function timeMs(day: number, second: number): number {
  return day * dayMs + second * 1000;
}
