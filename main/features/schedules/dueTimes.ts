import { Cron } from 'croner';
import { dayMs } from '../../../preload/contract/days.ts';
import type { ScheduleTimes } from '../../../preload/contract/schedules.ts';

/**
 * Due times of schedules in local time; moments are milliseconds since 1970 UTC. Rule: croner's
 * documentation, "Pattern": a skipped time of day is due after the jump, a repeated one the first time.
 */

export function nextDue(times: ScheduleTimes, after: number): number {
  return dueAfter(new Cron(patternOf(times)), after);
}

/** Limits counting if the clock is years off: a year of hours takes a quarter of a second. */
const longestCountedMs = 366 * dayMs;

/** Returns the latest due time after `from` up to `to`, and how many precede it within a year, or null. */
export function latestDue(
  times: ScheduleTimes,
  from: number,
  to: number,
): { readonly dueAt: number; readonly missed: number } | null {
  const cron = new Cron(patternOf(times));
  let latest: { dueAt: number; missed: number } | null = null;
  const counted = Math.max(from, to - longestCountedMs);
  for (let dueAt = dueAfter(cron, counted); dueAt <= to; dueAt = dueAfter(cron, dueAt))
    latest = { dueAt, missed: latest === null ? 0 : latest.missed + 1 };
  return latest;
}

function dueAfter(cron: Cron, moment: number): number {
  return cron.nextRun(new Date(moment))?.getTime() ?? Infinity;
}

function patternOf(times: ScheduleTimes): string {
  if (times.kind === 'hourly') return `${times.minute.toString()} * * * *`;
  const time = `${(times.at % 60).toString()} ${Math.floor(times.at / 60).toString()}`;
  switch (times.kind) {
    case 'daily':
      return `${time} * * *`;
    case 'weekly':
      return `${time} * * ${times.weekday.toString()}`;
    case 'monthly':
      return `${time} ${times.day === 'last' ? 'L' : times.day.toString()} * *`;
  }
}
