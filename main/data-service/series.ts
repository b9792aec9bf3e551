import { dayMs } from '../../preload/contract/days.ts';
import { z } from 'zod';
import { isBeyondDouble } from '../../preload/contract/exactNumbers.ts';
import { parseInstant } from '../../preload/contract/instants.ts';
import { readNumber } from '../../preload/contract/sentNumber.ts';
import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import type { Sort } from '../../preload/contract/query.ts';
import {
  unknownGroup,
  type AggregateAnswer,
  type Measure,
  type SeriesGroup,
  type TimeseriesAnswer,
} from '../../preload/contract/aggregates.ts';

export interface FigureLosses {
  /** Numbers beyond a double. */
  readonly rounded: number;
  /** Points without a readable day or value, or of a repeated day; unreadable values. */
  readonly leftOut: number;
}

export type OneValue = AggregateAnswer['results'][number] & FigureLosses;

export interface OneSeries extends FigureLosses {
  readonly measure: Measure;
  readonly group: SeriesGroup;
  readonly days: Int32Array;
  readonly values: Float64Array;
}

export interface Requested {
  readonly page: number;
  readonly perPage: number;
}

export function readOneValue(result: unknown): OneValue | null {
  if (!isJsonObject(result) || !('group' in result || 'value' in result)) return null;
  const { value } = result;
  return {
    measure: readMeasure(result['measure']),
    group: readGroup(result['group']),
    value: readNumber(value),
    rounded: Number(isRounded(value)),
    leftOut: Number(isUnread(value)),
  };
}

function isUnread(value: Json | undefined): boolean {
  return value !== null && readNumber(value) === null && !isRounded(value);
}

/** Points are pairs, or objects with `date` and `value`; sorted by day. */
export function readOneSeries(result: unknown): OneSeries | null {
  if (!isJsonObject(result) || !Array.isArray(result['points'])) return null;
  const points = result['points'] as Json[];
  let days = new Int32Array(points.length);
  let values = new Float64Array(points.length);
  let length = 0;
  let ordered = true;
  let rounded = 0;
  let leftOut = 0;
  for (const point of points) {
    const [date, value = null] = pairOf(point);
    const day = readDay(date);
    if (day === null || isUnread(value)) leftOut += 1;
    if (day === null) continue;
    if (length > 0 && day <= (days[length - 1] ?? 0)) ordered = false;
    days[length] = day;
    values[length] = readNumber(value) ?? NaN;
    if (isRounded(value)) rounded += 1;
    length += 1;
  }
  days = days.slice(0, length);
  values = values.slice(0, length);
  const sorted = ordered ? { days, values, replaced: 0 } : inOrder(days, values);
  return {
    measure: readMeasure(result['measure']),
    group: readGroup(result['group']),
    days: sorted.days,
    values: sorted.values,
    rounded,
    leftOut: leftOut + sorted.replaced,
  };
}

/** Keeps a requested order; else sorts by measure, name and id, because the service's order varies. */
export function inOrderOf<One extends Pick<OneSeries, 'measure' | 'group'>>(
  sort: Sort | undefined,
  all: readonly One[],
): readonly One[] {
  if (sort !== undefined) return all;
  return all
    .map((one) => ({ one, key: [one.measure.slug, one.group.name, one.group.id].join('\0') }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ one }) => one);
}

export function joinDays(series: readonly OneSeries[]): Pick<TimeseriesAnswer, 'days' | 'series'> {
  const [first] = series;
  if (first === undefined) return { days: new Int32Array(), series: [] };
  if (series.every(({ days }) => sameDays(days, first.days))) {
    return {
      days: first.days,
      series: series.map(({ measure, group, values }) => ({ measure, group, values })),
    };
  }
  const all = new Set<number>();
  for (const { days } of series) for (const day of days) all.add(day);
  const days = Int32Array.from(all).sort();
  const indexes = new Map<number, number>();
  days.forEach((day, index) => indexes.set(day, index));
  return {
    days,
    series: series.map((one) => {
      const values = new Float64Array(days.length).fill(NaN);
      one.days.forEach((day, index) => {
        values[indexes.get(day) ?? 0] = one.values[index] ?? NaN;
      });
      return { measure: one.measure, group: one.group, values };
    }),
  };
}

const count = z.coerce.number().int().min(0).optional().catch(undefined);
const paginationSchema = z
  .looseObject({ page: count, perPage: count, pageCount: count, resultCount: count })
  .catch({});

export function readCount(pagination: unknown): number | null {
  return paginationSchema.parse(pagination).resultCount ?? null;
}

export function readPagination(
  pagination: unknown,
  requested: Requested,
  length: number,
): AggregateAnswer['pagination'] {
  const read = paginationSchema.parse(pagination);
  const page = read.page ?? requested.page;
  const perPage = read.perPage ?? requested.perPage;
  const atLeast = (page - 1) * perPage + length;
  const resultCount = length > 0 ? Math.max(read.resultCount ?? 0, atLeast) : (read.resultCount ?? atLeast);
  const pageCount = read.pageCount ?? Math.ceil(resultCount / Math.max(perPage, 1));
  return { page, perPage, pageCount, resultCount };
}

function readMeasure(value: Json | undefined): Measure {
  if (typeof value === 'string') return { id: null, slug: value, name: value, unit: '' };
  const measure = isJsonObject(value) ? value : {};
  const slug = textOf(measure['slug']) ?? textOf(measure['name']) ?? '';
  return {
    id: idOf(measure['id']),
    slug,
    name: textOf(measure['name']) ?? slug,
    unit: textOf(measure['unit']) ?? '',
  };
}

function readGroup(value: Json | undefined): SeriesGroup {
  if (typeof value === 'string' || typeof value === 'number') {
    return { id: value, type: '', name: String(value), color: null };
  }
  const group = isJsonObject(value) ? value : {};
  const id = idOf(group['id']);
  const color = textOf(group['color']) ?? textOf(group['color_hex']);
  return {
    id,
    type: textOf(group['type']) ?? '',
    name: textOf(group['name']) ?? (id === null ? unknownGroup : String(id)),
    color: color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : null,
  };
}

function pairOf(point: Json): [Json | undefined, Json | undefined] {
  if (Array.isArray(point)) return [(point as Json[])[0], (point as Json[])[1]];
  return isJsonObject(point)
    ? [point['date'] ?? point['x'], point['value'] ?? point['y']]
    : [undefined, undefined];
}

/** Returns days since 1970 UTC of a year, month, day or timestamp; null for others. */
export function readDay(date: unknown): number | null {
  if (typeof date !== 'string') return null;
  const ms = parseInstant(/^\d{4}(-\d\d)?$/.test(date) ? `${date}-01-01`.slice(0, 10) : date);
  return ms === null ? null : Math.floor(ms / dayMs);
}

/** `replaced`: number of figures replaced by a later value of the same day. */
function inOrder(
  days: Int32Array,
  values: Float64Array,
): Pick<OneSeries, 'days' | 'values'> & { replaced: number } {
  // The last value of a repeated day counts.
  const byDay = new Map<number, number>();
  let replaced = 0;
  days.forEach((day, index) => {
    const before = byDay.get(day);
    const value = values[index] ?? NaN;
    if (before !== undefined && !Number.isNaN(before) && before !== value) replaced += 1;
    byDay.set(day, value);
  });
  const sorted = [...byDay].sort(([a], [b]) => a - b);
  return {
    days: Int32Array.from(sorted, ([day]) => day),
    values: Float64Array.from(sorted, ([, value]) => value),
    replaced,
  };
}

function sameDays(days: Int32Array, others: Int32Array): boolean {
  return days.length === others.length && days.every((day, index) => day === others[index]);
}

function idOf(value: Json | undefined): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isRounded(value: unknown): boolean {
  return typeof value === 'string' && isBeyondDouble(value);
}
