import type { AggregateResource } from '../../preload/contract/metadata.ts';
import {
  isAtGroupLimit,
  isPartialAnswer,
  partialAnswer,
  saysMore,
  repeatedNotes,
  uncheckedTotalsNote,
} from '../../preload/contract/answerNotes.ts';
import { counted } from '../../preload/contract/counted.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { sentQuery, type Query, type Sort } from '../../preload/contract/query.ts';
import { repeatsDays } from '../../preload/contract/repeatedDays.ts';
import { isOfLastDay } from '../../preload/contract/resources/additive.ts';
import { resources } from '../../preload/contract/resources.ts';
import type { PageCounts } from '../../preload/contract/records.ts';
import { badAnswer } from './failures.ts';
import { readSliced } from './jsonSlices.ts';
import { mismatches } from './mismatches.ts';
import {
  readCount,
  readDay,
  readOneSeries,
  readOneValue,
  readPagination,
  type FigureLosses,
  type OneSeries,
  type OneValue,
  type Requested,
} from './series.ts';

export type AggregateShape = 'value' | 'points';

export interface Rows<Row> {
  readonly results: readonly Row[];
  readonly pagination: PageCounts;
  /** Total number of rows; null if the service does not state it. */
  readonly count: number | null;
  /** True if the answer itself says that more rows follow. */
  readonly saysMore: boolean;
  readonly unreadable: number;
  /** Why this is not everything that the query requests, as sentences; empty if it is. */
  readonly shortfalls: readonly string[];
  /** Notes on inexact values, except counted figures. */
  readonly notes: readonly string[];
}

export interface AggregateReader {
  aggregate(resource: AggregateResource, query: Query, signal?: AbortSignal): Promise<Rows<OneValue>>;
  /** Reads a page of series without blocking the thread for more than a few milliseconds. */
  timeseries(resource: AggregateResource, query: Query, signal?: AbortSignal): Promise<Rows<OneSeries>>;
}

/** Assumed: as for lists with a documented page size. */
export const defaultPerPage = 25;

export function aggregateRequest(resource: AggregateResource, shape: AggregateShape, query: Query): string {
  const path = `${resources[resource].path}/aggregates`;
  return withQuery(shape === 'points' ? `${path}/timeseries` : path, query);
}

export function aggregateReader(
  getText: (
    pathAndQuery: string,
    signal?: AbortSignal,
  ) => Promise<{ text: string; notes: readonly string[] }>,
): AggregateReader {
  async function readRows<Row extends Grouped & FigureLosses>(
    resource: AggregateResource,
    shape: AggregateShape,
    query: Query,
    { readOne, daysOf, signal }: Reading<Row>,
  ): Promise<Rows<Row>> {
    const request = aggregateRequest(resource, shape, query);
    const { text, notes } = await getText(request, signal);
    const sliced = await readSliced(text, readOne);
    const results = sliced?.elements.filter((one) => one !== null) ?? [];
    const unreadable = (sliced?.elements.length ?? 0) - results.length;
    const requested = requestedOf(query);
    if (sliced === null || (requested.page === 1 && results.length === 0 && unreadable > 0)) {
      const rows = shape === 'points' ? 'series' : 'groups';
      throw new FailureError(badAnswer(`The response is not a list of ${rows}.`, request));
    }
    const { pagination, ...echoes } = asObject(sliced.rest);
    return {
      results,
      pagination: readPagination(pagination, requested, results.length),
      count: readCount(pagination),
      saysMore: saysMore(pagination) || isAtGroupLimit(echoes, results.length),
      unreadable,
      shortfalls: [
        ...(isPartialAnswer(echoes) ? [partialAnswer] : []),
        ...twiceNotes(results),
        ...mismatches(
          query,
          echoes,
          results.map((row) => ({ row, days: daysOf(row) })),
        ),
      ],
      notes: [...notes, ...sliced.notes],
    };
  }

  const readSeries = (
    resource: AggregateResource,
    query: Query,
    signal?: AbortSignal,
  ): Promise<Rows<OneSeries>> =>
    readRows(resource, 'points', query, { readOne: readOneSeries, daysOf: daysWithFigures, signal });

  /**
   * Withholds totals of groups that repeat daily figures. Rule: service notes, "Aggregates and timeseries".
   */
  async function checkTotals(
    resource: AggregateResource,
    query: Query,
    nameOf: NameOf,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly seen: ReadonlySet<string>; readonly repeated: ReadonlySet<string> }> {
    const ofDays = { ...query, aggregate: { ...query.aggregate, interval: 'day' } };
    try {
      const { results } = await readSeries(resource, ofDays, signal);
      const repeated = results.filter(({ days, values }) => repeatsDays(days, values));
      return { seen: new Set(results.map(nameOf)), repeated: new Set(repeated.map(nameOf)) };
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.code !== 'bad-query') throw error;
      return { seen: new Set(), repeated: new Set() };
    }
  }

  return {
    async aggregate(resource, query, signal) {
      const isOfDays = query.aggregate?.groupBy === 'date';
      const read = await readRows(resource, 'value', query, {
        readOne: readOneValue,
        daysOf: ({ group }) => (isOfDays ? [readDay(group.name)].filter((day) => day !== null) : []),
        signal,
      });
      const { results } = read;
      if (query.aggregate?.mode !== 'flow' || results.length === 0) return read;
      // Grouped by day, one series has all groups.
      const nameOf: NameOf = isOfDays ? ({ measure }) => measure.slug : keyOf;
      const checked = await checkTotals(resource, query, nameOf, signal);
      const { kept, totalNotes } = withhold(results, checked, nameOf, (one) => ({ ...one, value: null }));
      return { ...read, results: kept, notes: [...read.notes, ...totalNotes] };
    },
    async timeseries(resource, query, signal) {
      const read = await readSeries(resource, query, signal);
      const { mode, interval = 'day' } = query.aggregate ?? {};
      const isTotal = mode === 'flow' && interval !== 'day' && read.results.length > 0;
      const { kept, totalNotes } = isTotal
        ? withhold(read.results, await checkTotals(resource, query, keyOf, signal), keyOf, (one) => ({
            ...one,
            values: one.values.map(() => NaN),
          }))
        : { kept: read.results, totalNotes: repeatedNotes(repeatedDaily(read.results, mode)) };
      return { ...read, results: kept, notes: [...read.notes, ...totalNotes] };
    },
  };
}

interface Reading<Row> {
  readonly readOne: (entry: unknown) => Row | null;
  /** Days of the figures since 1970 UTC, ascending. */
  readonly daysOf: (row: Row) => ArrayLike<number>;
  readonly signal: AbortSignal | undefined;
}

/** `date` sorts points, not series. Rule: service notes, "Aggregates and timeseries". */
export function sortOfSeries({ sort }: Query): Sort | undefined {
  return sort?.field === 'date' ? undefined : sort;
}

function daysWithFigures({ days, values }: OneSeries): Int32Array {
  return days.filter((_, index) => !Number.isNaN(values[index]));
}

type Grouped = Pick<OneSeries, 'measure' | 'group'>;
/** Returns the key that a total shares with the series of its days. */
type NameOf = (one: Grouped) => string;

function keyOf({ measure, group }: Grouped): string {
  return JSON.stringify([measure.slug, group.id, group.name]);
}

function twiceNotes(rows: readonly Grouped[]): string[] {
  const twice = rows.length - new Set(rows.map(keyOf)).size;
  return twice === 0
    ? []
    : [`${counted(twice, 'group')} came twice in one answer: their figures may be parts of one.`];
}

function repeatedDaily(series: readonly OneSeries[], mode: string | undefined): Grouped['group'][] {
  return series.flatMap(({ measure, group, days, values }) =>
    (mode === 'flow' || isOfLastDay(measure.slug)) && repeatsDays(days, values) ? group : [],
  );
}

function withhold<One extends Grouped>(
  groups: readonly One[],
  { seen, repeated }: { readonly seen: ReadonlySet<string>; readonly repeated: ReadonlySet<string> },
  nameOf: NameOf,
  withoutTotal: (one: One) => One,
): { kept: One[]; totalNotes: string[] } {
  const isRepeated = (one: One): boolean => repeated.has(nameOf(one));
  return {
    kept: groups.map((one) => (isRepeated(one) ? withoutTotal(one) : one)),
    totalNotes: [
      ...repeatedNotes(groups.filter(isRepeated).map(({ group }) => group)),
      ...(groups.every((one) => seen.has(nameOf(one))) ? [] : [uncheckedTotalsNote]),
    ],
  };
}

export function withQuery(
  path: string,
  query: Query,
  write: (query: Query) => string = JSON.stringify,
): string {
  return Object.keys(query).length === 0
    ? path
    : `${path}?query=${encodeURIComponent(write(sentQuery(query)))}`;
}

function requestedOf(query: Query): Requested {
  return { page: query.pagination?.page ?? 1, perPage: query.pagination?.perPage ?? defaultPerPage };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
