import { dayMs, momentAt, numberAt, textAt, valueAt, type RawRecord } from './answers.ts';
import { compareIds, compareTexts, kindOf, type Kinds } from './conditions.ts';
import { compareExact, negative, plus, quotient, sumOf, times, toDouble, zero, type Exact } from './exact.ts';

/**
 * Figures of groups of records, and of the values of one field. Imports nothing of the product.
 *
 * Rules: the project's guide, "Totals"; percentiles as SQL's `percentile_cont`.
 */

export interface Measure {
  readonly kind: 'count' | 'sum' | 'mean' | 'min' | 'max' | 'median';
  readonly field?: string;
}

/** A figure, and the sum of absolute values to bound errors of doubles. Null without numbers. */
export interface Figure {
  readonly value: number | null;
  readonly size: number;
}

export function numbersOf(records: readonly RawRecord[], field: string): readonly Exact[] {
  return records.flatMap((record) => numberAt(record, field) ?? []);
}

export function figureOf(records: readonly RawRecord[], { kind, field = '' }: Measure): Figure {
  if (kind === 'count') return { value: records.length, size: 0 };
  const numbers = numbersOf(records, field).toSorted(compareExact);
  if (numbers.length === 0) return { value: null, size: 0 };
  const count = { units: BigInt(numbers.length), scale: 0 };
  const size = numbers.reduce((sum, number) => sum + Math.abs(toDouble(number)), 0);
  const [least = zero, largest = zero] = [numbers[0], numbers.at(-1)];
  if (kind === 'min') return { value: toDouble(least), size: 0 };
  if (kind === 'max') return { value: toDouble(largest), size: 0 };
  if (kind === 'median') return { value: percentile(numbers, 50), size };
  if (kind === 'sum') return { value: toDouble(sumOf(numbers)), size };
  return { value: quotient(sumOf(numbers), count), size: size / numbers.length };
}

/** Interpolates linearly. */
export function percentile(rising: readonly Exact[], percent: number): number | null {
  const place = (rising.length - 1) * percent;
  const below = rising[Math.floor(place / 100)];
  const above = rising[Math.ceil(place / 100)];
  if (below === undefined || above === undefined) return null;
  const share = { units: BigInt(place % 100), scale: 2 };
  return toDouble(plus(below, times(plus(above, negative(below)), share)));
}

export type Period = 'day' | 'week' | 'month' | 'quarter' | 'year';
export interface Level {
  readonly field: string;
  readonly period?: Period;
}

/** Returns the group as text: a period by its start in milliseconds, true as 1; null without a value. */
export function groupOf(kinds: Kinds, record: RawRecord, { field, period }: Level): string | null {
  if (period !== undefined) {
    const moment = momentAt(record, field);
    return moment === null ? null : startOf(period, moment).toString();
  }
  const kind = kindOf(kinds, field);
  if (kind === 'number') {
    const number = numberAt(record, field);
    return number === null ? null : toDouble(number).toString();
  }
  if (kind === 'day' || kind === 'moment') return momentAt(record, field)?.toString() ?? null;
  const value = valueAt(record, field);
  return typeof value === 'boolean' ? Number(value).toString() : textAt(record, field);
}

/** UTC; weeks start on Monday. */
function startOf(period: Period, moment: number): number {
  const day = Math.floor(moment / dayMs) * dayMs;
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (period === 'day') return day;
  if (period === 'week') return day - ((date.getUTCDay() + 6) % 7) * dayMs;
  return Date.UTC(year, period === 'year' ? 0 : period === 'month' ? month : month - (month % 3), 1);
}

/** Returns the 20 most frequent values, equally frequent ones by value. */
export function distributionOf(kinds: Kinds, records: readonly RawRecord[], field: string) {
  const values = records.flatMap((record) => groupOf(kinds, record, { field }) ?? []);
  const kind = kindOf(kinds, field);
  const isText = kind === 'text' || kind === 'id';
  const compare = (a: string, b: string): number =>
    kind === 'id' ? compareIds(a, b) : isText ? compareTexts(a, b) : Number(a) - Number(b);
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, all]) => ({
    value,
    count: all.length,
  }));
  const rising = counts.toSorted((a, b) => compare(a.value, b.value));
  return {
    rows: records.length,
    empty: records.length - values.length,
    distinct: counts.length,
    smallest: rising[0]?.value ?? null,
    largest: rising.at(-1)?.value ?? null,
    frequent: rising.toSorted((a, b) => b.count - a.count).slice(0, 20),
  };
}
