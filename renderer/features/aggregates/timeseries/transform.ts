import { dayMs } from '../../../../preload/contract/days.ts';
import { Sum } from '../../../../preload/contract/sum.ts';
import { changeFrom, type Unit } from '../../../../preload/contract/units.ts';

export const transforms = ['none', 'index', 'change', 'average', 'year'] as const;
export type Transform = (typeof transforms)[number];

interface TransformOptions {
  readonly transform: Transform;
  /** Number of points in a moving average. */
  readonly window: number;
  /** Index of the first visible day: the base of an index or change. */
  readonly from: number;
  readonly unit?: Unit | undefined;
}

/** A value is NaN if one that it depends on is missing. */
export function transformed(days: Int32Array, values: Float64Array, options: TransformOptions): Float64Array {
  switch (options.transform) {
    case 'none':
      return values;
    case 'index':
      return againstFirst(values, options.from, (value, first) => (first > 0 ? (100 * value) / first : NaN));
    case 'change':
      return againstFirst(values, options.from, (value, first) => changeFrom(first, value, options.unit));
    case 'average':
      return movingAverage(values, options.window);
    case 'year':
      return overYear(days, values, options.unit);
  }
}

export function unitAfter(transform: Transform, unit: Unit | undefined): Unit | undefined {
  if (transform === 'change' || transform === 'year') return unit === 'percent' ? 'points' : 'percent';
  return transform === 'index' ? undefined : unit;
}

export function referenceOf(transform: Transform): number | undefined {
  if (transform === 'index') return 100;
  return transform === 'change' || transform === 'year' ? 0 : undefined;
}

function againstFirst(
  values: Float64Array,
  from: number,
  ratio: (value: number, first: number) => number,
): Float64Array {
  const start = values.findIndex((value, index) => index >= from && !Number.isNaN(value));
  const first = values[start] ?? NaN;
  return values.map((value, index) => (index >= start ? ratio(value, first) : NaN));
}

/** Returns moving averages; NaN where the window is short or has a gap. */
function movingAverage(values: Float64Array, window: number): Float64Array {
  let sum = new Sum();
  let run = 0;
  return values.map((value, index) => {
    if (Number.isNaN(value)) {
      sum = new Sum();
      run = 0;
      return NaN;
    }
    sum.add(value);
    run += 1;
    if (run > window) {
      sum.add(-(values[index - window] ?? 0));
      run = window;
    }
    return run === window ? sum.value / window : NaN;
  });
}

/** Compares with the same day a year before; February 29 with February 28. */
function overYear(days: Int32Array, values: Float64Array, unit: Unit | undefined): Float64Array {
  const indexes = new Map<number, number>();
  days.forEach((day, index) => indexes.set(day, index));
  return values.map((value, index) => {
    const before = values[indexes.get(yearBefore(days[index] ?? 0)) ?? -1] ?? NaN;
    return changeFrom(before, value, unit);
  });
}

function yearBefore(day: number): number {
  const date = new Date(day * dayMs);
  const year = date.getUTCFullYear() - 1;
  const month = date.getUTCMonth();
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth)) / dayMs;
}
