import { dayMs } from '../../../preload/contract/days.ts';
import type { Metric } from '../../../preload/contract/metric.ts';
import type { TimeseriesAnswer } from '../../../preload/contract/aggregates.ts';

export interface Points {
  /** Days since 1970 UTC, ascending. */
  readonly days: Int32Array;
  /** One for each day; NaN for none. */
  readonly values: Float64Array;
}

/** Age in days of a metric's members. */
const memberAges = [
  ['val_90d', 90],
  ['val_30d', 30],
  ['val_7d', 7],
  ['val', 0],
] as const;

export function pointsOfSeries({ days, series }: TimeseriesAnswer): Points | null {
  const values = series[0]?.values;
  return values === undefined || !values.some((value) => !Number.isNaN(value)) ? null : { days, values };
}

/**
 * Combines daily values seen by the app with the record's earlier values; seen values win. `at`: the fetch of
 * the record, in milliseconds since 1970 UTC.
 */
export function pointsFromHere(
  seen: readonly (readonly [day: string, value: number | null])[],
  metric: Metric | null,
  at: number | null,
): Points | null {
  const known = new Map<number, number>();
  if (metric !== null && at !== null) {
    for (const [member, age] of memberAges) {
      const value = metric[member];
      if (typeof value === 'number') known.set(Math.floor(at / dayMs) - age, value);
    }
  }
  for (const [day, value] of seen) {
    const number = Date.parse(day) / dayMs;
    if (Number.isInteger(number)) known.set(number, value ?? NaN);
  }
  const points = [...known].sort(([a], [b]) => a - b);
  if (!points.some(([, value]) => !Number.isNaN(value))) return null;
  return {
    days: Int32Array.from(points, ([day]) => day),
    values: Float64Array.from(points, ([, value]) => value),
  };
}
