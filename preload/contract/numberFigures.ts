import { rounded, scaleOf } from './sum.ts';

/** Figures of many numbers. All functions take them in rising order. */

/** The percentiles that are computed. */
export const percentiles = [1, 25, 50, 75, 99] as const;

export interface NumberFigures {
  readonly distinct: number;
  readonly smallest: number;
  readonly largest: number;
  readonly mean: number;
  /** Null where it is larger than every double. */
  readonly sum: number | null;
  /** One for each of `percentiles`. */
  readonly percentiles: readonly number[];
}

/** Returns the figures of numbers; null where there are none. Sorts `numbers` in place. */
export function figuresOf(numbers: Float64Array): NumberFigures | null {
  const count = numbers.length;
  if (count === 0) return null;
  numbers.sort();
  let [sum, rest, scaled, distinct, scale] = [0, 0, 0, 0, 1];
  let before = NaN;
  // As `Sum` does, which costs a call for each number.
  for (const value of numbers) {
    if (value !== before) distinct += 1;
    before = value;
    const next = sum + value;
    rest += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
    scaled += value / count;
    scale = scaleOf(value, scale);
  }
  const exact = rounded(sum + rest, scale);
  const mean = Number.isFinite(exact) ? exact / count : scaled;
  const total = Number.isFinite(exact) ? exact : mean * count;
  return {
    distinct,
    // Adding 0 makes 0 of −0.
    smallest: (numbers[0] ?? 0) + 0,
    largest: (numbers[count - 1] ?? 0) + 0,
    mean,
    sum: Number.isFinite(total) ? total : null,
    percentiles: percentiles.map((percent) => percentile(numbers, percent)),
  };
}

/** Returns a percentile, between two numbers in proportion, as SQL's `percentile_cont` does. */
function percentile(sorted: Float64Array, percent: number): number {
  // In hundredths, which are whole numbers: a place of 147.51 less 147 is 0.50999999999999 in doubles.
  const place = (sorted.length - 1) * percent;
  const below = sorted[Math.floor(place / 100)] ?? 0;
  const above = sorted[Math.ceil(place / 100)] ?? 0;
  const share = (place % 100) / 100;
  return below === above ? below + 0 : below * (1 - share) + above * share;
}
