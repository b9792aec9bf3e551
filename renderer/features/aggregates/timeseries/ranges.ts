import { dayOf } from '../../../../preload/contract/days.ts';

export const ranges = ['1M', '3M', 'YTD', '1Y', '2Y', 'All'] as const;
type Range = (typeof ranges)[number];

const months: Readonly<Partial<Record<Range, number>>> = { '1M': 1, '3M': 3, '1Y': 12, '2Y': 24 };

/** Returns the first day, `2025-06-01`; null for all. `now`: milliseconds since 1970 UTC. */
export function startOf(range: Range, now: number): string | null {
  const today = new Date(now);
  const year = today.getUTCFullYear();
  if (range === 'YTD') return dayOf(Date.UTC(year, 0, 1));
  const back = months[range];
  return back === undefined ? null : dayOf(Date.UTC(year, today.getUTCMonth() - back, today.getUTCDate()));
}

/** Returns the range between two days; undefined for a custom one. */
export function rangeOf(from: string | null, to: string | null, now: number): Range | undefined {
  return to === null ? ranges.find((range) => startOf(range, now) === from) : undefined;
}
