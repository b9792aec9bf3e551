import type { DayRange } from './timeModel.ts';

/** Ranges in days since 1970 UTC. */

/** The closest zoom. */
const leastDays = 7;

/** Scales a range around `at`; null for all days. */
export function zoomed(range: DayRange, factor: number, at: number, days: Int32Array): DayRange | null {
  const whole = wholeOf(days);
  const span = Math.max((range.last - range.first) * factor, Math.min(leastDays, whole.last - whole.first));
  if (span >= whole.last - whole.first) return null;
  const share = (at - range.first) / Math.max(range.last - range.first, 1e-9);
  return within({ first: at - share * span, last: at + (1 - share) * span }, whole);
}

/** Moves a range within the days; null if all are visible. */
export function panned(range: DayRange, by: number, days: Int32Array): DayRange | null {
  const whole = wholeOf(days);
  if (range.last - range.first >= whole.last - whole.first) return null;
  return within({ first: range.first + by, last: range.last + by }, whole);
}

function wholeOf(days: Int32Array): DayRange {
  return { first: days[0] ?? 0, last: days[days.length - 1] ?? 0 };
}

function within(range: DayRange, whole: DayRange): DayRange {
  const shift = Math.max(whole.first - range.first, 0) + Math.min(whole.last - range.last, 0);
  return { first: range.first + shift, last: range.last + shift };
}
