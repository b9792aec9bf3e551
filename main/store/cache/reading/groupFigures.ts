import { lostBy, rounded, scaleOf } from '../../../../preload/contract/sum.ts';
import type { FieldMeasure } from '../../../../preload/contract/totals.ts';

interface GroupedNumbers {
  /** The group of each record, from 0; −1 for none. */
  readonly groupOf: Int32Array;
  readonly groupCount: number;
  /** One per record; NaN if it has none. */
  readonly values: Float64Array;
}

export function countGroups({
  groupOf,
  groupCount,
  values,
}: Omit<GroupedNumbers, 'values'> & Partial<GroupedNumbers>): Float64Array {
  const counts = new Float64Array(groupCount);
  for (let record = 0; record < groupOf.length; record += 1) {
    const group = groupOf[record] ?? -1;
    if (group < 0 || (values !== undefined && Number.isNaN(values[record]))) continue;
    counts[group] = (counts[group] ?? 0) + 1;
  }
  return counts;
}

/** Returns a figure per group: NaN without a number, infinite if it exceeds the range of doubles. */
export function figureOfGroups(kind: FieldMeasure, numbers: GroupedNumbers): Float64Array {
  switch (kind) {
    case 'sum':
      return withinRange((factor) => sums(numbers, factor));
    case 'mean': {
      const counts = countGroups(numbers);
      return withinRange((factor) => quotients(sums(numbers, factor), counts));
    }
    case 'min':
      return ends(numbers, (value, end) => value < end);
    case 'max':
      return ends(numbers, (value, end) => value > end);
    case 'median':
      return medians(numbers);
  }
}

/** Returns each group's mean, weighted by record; NaN if the weights of complete records sum to zero. */
export function weightedMeans(numbers: GroupedNumbers, weights: Float64Array): Float64Array {
  const { values } = numbers;
  const ofBoth = weights.map((weight, record) => (Number.isNaN(values[record]) ? NaN : weight));
  return withinRange((factor) => {
    const products = values.map((value, record) => value * factor * ((weights[record] ?? NaN) * factor));
    return quotients(sums({ ...numbers, values: products }, 1), sums({ ...numbers, values: ofBoth }, factor));
  });
}

/** Its square root is far from both ends of the range of doubles. */
const smallFactor = 2 ** -540;

/** Recomputes figures from scaled-down numbers if a step overflowed, since the result may be in range. */
function withinRange(compute: (factor: number) => Float64Array): Float64Array {
  const found = compute(1);
  if (!found.some(isInfinite)) return found;
  const small = compute(smallFactor);
  return found.map((figure, group) => (isInfinite(figure) ? (small[group] ?? NaN) / smallFactor : figure));
}

function isInfinite(figure: number): boolean {
  return figure === Infinity || figure === -Infinity;
}

/** NaN if the divisor is zero, infinite if either operand is. */
function quotients(dividends: Float64Array, divisors: Float64Array): Float64Array {
  return dividends.map((dividend, group) => {
    const divisor = divisors[group] ?? NaN;
    if (isInfinite(divisor)) return Infinity;
    return divisor === 0 ? NaN : dividend / divisor;
  });
}

/** Compensated sums like `Sum`; NaN for a group without a number, infinite if a step overflows. */
function sums({ groupOf, groupCount, values }: GroupedNumbers, factor: number): Float64Array {
  const found = new Float64Array(groupCount).fill(NaN);
  const rests = new Float64Array(groupCount);
  const scales = new Float64Array(groupCount).fill(1);
  for (let record = 0; record < values.length; record += 1) {
    const group = groupOf[record] ?? -1;
    const value = (values[record] ?? NaN) * factor;
    if (group < 0 || Number.isNaN(value)) continue;
    const before = found[group] ?? NaN;
    const sum = Number.isNaN(before) ? 0 : before;
    const next = sum + value;
    rests[group] = (rests[group] ?? 0) + lostBy(sum, value, next);
    found[group] = Number.isNaN(next) ? Infinity : next;
    scales[group] = scaleOf(value, scales[group] ?? 1);
  }
  return found.map((sum, group) =>
    isInfinite(sum) ? sum : rounded(sum + (rests[group] ?? 0), scales[group] ?? 1),
  );
}

function ends(
  { groupOf, groupCount, values }: GroupedNumbers,
  isFurther: (value: number, end: number) => boolean,
): Float64Array {
  const found = new Float64Array(groupCount).fill(NaN);
  for (let record = 0; record < values.length; record += 1) {
    const group = groupOf[record] ?? -1;
    const value = values[record] ?? NaN;
    if (group < 0 || Number.isNaN(value)) continue;
    const end = found[group] ?? NaN;
    // Adding 0 turns −0 into 0.
    if (Number.isNaN(end) || isFurther(value, end)) found[group] = value + 0;
  }
  return found;
}

function medians(numbers: GroupedNumbers): Float64Array {
  const { groupOf, groupCount, values } = numbers;
  const counts = countGroups(numbers);
  const starts = new Uint32Array(groupCount + 1);
  for (let group = 0; group < groupCount; group += 1)
    starts[group + 1] = (starts[group] ?? 0) + (counts[group] ?? 0);
  const free = starts.slice();
  const byGroup = new Float64Array(starts[groupCount] ?? 0);
  for (let record = 0; record < values.length; record += 1) {
    const group = groupOf[record] ?? -1;
    const value = values[record] ?? NaN;
    if (group < 0 || Number.isNaN(value)) continue;
    byGroup[free[group] ?? 0] = value + 0;
    free[group] = (free[group] ?? 0) + 1;
  }
  return counts.map((count, group) => {
    if (count === 0) return NaN;
    const sorted = byGroup.subarray(starts[group], starts[group + 1]).sort();
    const [below = NaN, above = NaN] = [sorted[(count - 1) >> 1], sorted[count >> 1]];
    return below === above ? below : below / 2 + above / 2;
  });
}
