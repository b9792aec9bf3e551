import { dayMs, hourMs, minuteMs } from '../../../preload/contract/days.ts';
import type { ScheduleTimes } from '../../../preload/contract/schedules.ts';
import { clockTimeAt, momentOfClockTime, offsetAt } from './zoneTime.ts';

/** When something is due. */
export interface Due {
  readonly times: ScheduleTimes;
  readonly timeZone: string;
}

/**
 * The moments after `from` and up to `to` at which a schedule is due, in milliseconds since 1970 UTC and in their order. A time that a
 * clock jumps over is due once, when the clock has jumped; one that comes twice is due once, the first time.
 */
export function dueTimes({ times, timeZone }: Due, from: number, to: number): number[] {
  const found = new Set<number>();
  // A clock may have jumped over a whole day.
  const firstDay = Math.floor(clockTimeAt(timeZone, from) / dayMs) - 2;
  const lastDay = Math.floor(clockTimeAt(timeZone, to) / dayMs) + 1;
  for (let day = firstDay; day <= lastDay; day += 1) {
    if (!isDueOn(times, day)) continue;
    const midnight = day * dayMs;
    const before = offsetAt(timeZone, midnight - dayMs);
    const isSteady = before === offsetAt(timeZone, midnight + 2 * dayMs);
    for (const minute of minutesOf(times)) {
      const time = midnight + minute * minuteMs;
      const moment = isSteady ? time - before : momentOfClockTime(timeZone, time);
      if (moment > from && moment <= to) found.add(moment);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** The next due time after now. */
export function nextDue(due: Due, now: number): number {
  for (let days = 2; ; days *= 2) {
    const [next] = dueTimes(due, now, now + days * dayMs);
    if (next !== undefined) return next;
  }
}

/** @param day counted from 1970-01-01 */
function isDueOn(times: ScheduleTimes, day: number): boolean {
  if (times.kind === 'weekdays') return times.days.includes(weekdayOf(day));
  if (times.kind !== 'monthly') return true;
  const date = new Date(day * dayMs);
  const lastDate = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === (times.day === 'last' ? lastDate : Math.min(times.day, lastDate));
}

/** 1 is Monday. 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** The times of a day, in minutes after midnight. */
function minutesOf(times: ScheduleTimes): number[] {
  if (times.kind !== 'hourly' && times.kind !== 'hours') return [times.at];
  const hours = times.kind === 'hourly' ? 1 : times.every;
  const minutesApart = (hours * hourMs) / minuteMs;
  return Array.from({ length: 24 / hours }, (_, index) => index * minutesApart + times.minute);
}
