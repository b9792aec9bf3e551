import { dayMs } from './days.ts';

/** Calendar periods in UTC. Weeks start on Monday. */
export const periods = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Period = (typeof periods)[number];

/** Days of the longest one of each. */
export const longestDays: Readonly<Record<Period, number>> = {
  day: 1,
  week: 7,
  month: 31,
  quarter: 92,
  year: 366,
};

/** Both days count from 1970-01-01 UTC. */
export function startOfPeriod(period: Period, day: number): number {
  if (period === 'day') return day;
  // 1970-01-01 was a Thursday.
  if (period === 'week') return day - ((((day + 3) % 7) + 7) % 7);
  const date = new Date(day * dayMs);
  const month = date.getUTCMonth();
  const first = period === 'month' ? month : period === 'quarter' ? month - (month % 3) : 0;
  return Math.floor(Date.UTC(date.getUTCFullYear(), first, 1) / dayMs);
}

export function startOfNextPeriod(period: Period, start: number): number {
  return startOfPeriod(period, start + longestDays[period]);
}
