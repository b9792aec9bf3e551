import { dayMs } from '../../../preload/contract/days.ts';

export type Period = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** The first day of the period in which a day lies, both counted from 1970-01-01 UTC. Weeks begin on Monday. */
export function startOfPeriod(period: Period, day: number): number {
  if (period === 'day') return day;
  // 1970-01-01 was a Thursday.
  if (period === 'week') return day - ((((day + 3) % 7) + 7) % 7);
  const date = new Date(day * dayMs);
  const month = date.getUTCMonth();
  const first = period === 'month' ? month : period === 'quarter' ? month - (month % 3) : 0;
  return Math.floor(Date.UTC(date.getUTCFullYear(), first, 1) / dayMs);
}
