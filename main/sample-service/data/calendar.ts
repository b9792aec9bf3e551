import { dayMs } from '../../../preload/contract/days.ts';

export { startOfPeriod, type Period } from '../../store/query/periods.ts';

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
