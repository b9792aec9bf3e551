import { dayMs } from '../../../preload/contract/days.ts';

/** Days are counted from 1970-01-01 UTC. */

/** The ISO timestamp, to the second, of a second of a day. */
export function isoTime(day: number, second: number): string {
  return `${new Date(day * dayMs + second * 1000).toISOString().slice(0, 19)}Z`;
}

/** Milliseconds since 1970 at a second of a day. */
export function timeMs(day: number, second: number): number {
  return day * dayMs + second * 1000;
}
