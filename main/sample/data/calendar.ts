import { dayMs } from '../../../preload/contract/days.ts';

/** Days are counted from 1970-01-01 UTC. */

/** The number of an ISO day such as `2026-01-31`. */
export function dayNumber(isoDay: string): number {
  return Math.floor(Date.parse(`${isoDay}T00:00:00Z`) / dayMs);
}

/** The ISO day of a day number. */
export function isoDay(day: number): string {
  return isoTime(day, 0).slice(0, 10);
}

/** The ISO timestamp, to the second, of a second of a day. */
export function isoTime(day: number, second: number): string {
  return `${new Date(day * dayMs + second * 1000).toISOString().slice(0, 19)}Z`;
}

/** Milliseconds since 1970 at a second of a day. */
export function timeMs(day: number, second: number): number {
  return day * dayMs + second * 1000;
}

export type Period = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** The first day of the period in which a day lies. Weeks begin on Monday. */
export function startOfPeriod(period: Period, day: number): number {
  if (period === 'day') return day;
  // 1970-01-01 was a Thursday.
  if (period === 'week') return day - ((((day + 3) % 7) + 7) % 7);
  const date = new Date(day * dayMs);
  const month = date.getUTCMonth();
  const first = period === 'month' ? month : period === 'quarter' ? month - (month % 3) : 0;
  return Math.floor(Date.UTC(date.getUTCFullYear(), first, 1) / dayMs);
}
