import { rounded, scaleOf } from './sum.ts';

export const percentiles = [1, 25, 50, 75, 99] as const;

export interface NumberFigures {
  readonly distinct: number;
  readonly smallest: number;
  readonly largest: number;
  readonly mean: number;
  /** Null if it exceeds every double. */
  readonly sum: number | null;
  /** In the order of `percentiles`. */
  readonly percentiles: readonly number[];
}

/** Sorts `numbers` in place. Returns null for none. */
export function figuresOf(numbers: Float64Array): NumberFigures | null {
  const count = numbers.length;
  if (count === 0) return null;
  numbers.sort();
  let [sum, rest, scaled, distinct, scale] = [0, 0, 0, 0, 1];
  let before = NaN;
  // Inlined from `Sum`, whose method call for each number is slow.
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
    // −0 + 0 is 0.
    smallest: (numbers[0] ?? 0) + 0,
    largest: (numbers[count - 1] ?? 0) + 0,
    mean,
    sum: Number.isFinite(total) ? total : null,
    percentiles: percentiles.map((percent) => percentile(numbers, percent)),
  };
}

/** Interpolates, as SQL's `percentile_cont` does. */
function percentile(sorted: Float64Array, percent: number): number {
  // In whole hundredths: 147.51 − 147 is 0.50999999999999 in doubles.
  const place = (sorted.length - 1) * percent;
  const below = sorted[Math.floor(place / 100)] ?? 0;
  const above = sorted[Math.ceil(place / 100)] ?? 0;
  const share = (place % 100) / 100;
  return below === above ? below + 0 : below * (1 - share) + above * share;
}
