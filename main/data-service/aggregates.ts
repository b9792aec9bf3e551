import type { AggregateResource } from '../../preload/contract/metadata.ts';
import { repeatedNotes, uncheckedTotalsNote } from '../../preload/contract/answerNotes.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { sentQuery, type Query } from '../../preload/contract/query.ts';
import { repeatsDays } from '../../preload/contract/repeatedDays.ts';
import { isOfLastDay } from '../../preload/contract/resources/additive.ts';
import { resources } from '../../preload/contract/resources.ts';
import { badAnswer } from './failures.ts';
import { readSliced } from './jsonSlices.ts';
import {
  inOrderOf,
  joinDays,
  readCount,
  readOneSeries,
  readPagination,
  readValues,
  type FigureLosses,
  type OneSeries,
  type Requested,
  type SeriesRead,
  type ValuesRead,
} from './series.ts';

export type AggregateShape = 'value' | 'whole' | 'points';

/** `notes`: sentences about what could not be read exactly, but for counted figures. */
export interface Noted<Body> extends FigureLosses {
  readonly body: Body;
  /** Number of groups in all; null if the service does not say. */
  readonly count?: number | null;
  readonly notes: readonly string[];
}

export interface AggregateReader {
  aggregate(resource: AggregateResource, query: Query, signal?: AbortSignal): Promise<Noted<ValuesRead>>;
  /** Reads a page of series without blocking the thread for more than a few milliseconds. */
  timeseries(resource: AggregateResource, query: Query, signal?: AbortSignal): Promise<Noted<SeriesRead>>;
}

/** Assumed: as for lists with a documented page size. */
const defaultPerPage = 25;

/** Returns the path and query string of an aggregate request. */
export function aggregateRequest(resource: AggregateResource, shape: AggregateShape, query: Query): string {
  const path = `${resources[resource].path}/aggregates`;
  return withQuery(shape === 'points' ? `${path}/timeseries` : path, query);
}

/** `getText` returns the body of a successful answer. */
export function aggregateReader(
  getText: (
    pathAndQuery: string,
    signal?: AbortSignal,
  ) => Promise<{ text: string; notes: readonly string[] }>,
): AggregateReader {
  async function readSeries(resource: AggregateResource, query: Query, signal?: AbortSignal) {
    const request = aggregateRequest(resource, 'points', query);
    const { text, notes } = await getText(request, signal);
    const sliced = await readSliced(text, readOneSeries);
    const series = sliced?.elements.filter((one) => one !== null) ?? [];
    if (sliced === null || series.length < sliced.elements.length) {
      throw new FailureError(badAnswer('The response is not a list of series.', request));
    }
    const rounded = series.reduce((sum, one) => sum + one.rounded, 0);
    const leftOut = series.reduce((sum, one) => sum + one.leftOut, 0);
    return {
      series,
      pagination: asObject(sliced.rest)['pagination'],
      losses: { rounded, leftOut },
      notes: [...notes, ...sliced.notes],
    };
  }

  /** Groups that repeat a figure on several days. Rule: service notes, "Aggregates and timeseries". */
  async function checkTotals(
    resource: AggregateResource,
    query: Query,
    nameOf: NameOf,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly seen: ReadonlySet<string>; readonly repeated: ReadonlySet<string> }> {
    const ofDays = { ...query, aggregate: { ...query.aggregate, interval: 'day' } };
    try {
      const { series } = await readSeries(resource, ofDays, signal);
      const repeated = series.filter(({ days, values }) => repeatsDays(days, values));
      return { seen: new Set(series.map(nameOf)), repeated: new Set(repeated.map(nameOf)) };
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.code !== 'bad-query') throw error;
      return { seen: new Set(), repeated: new Set() };
    }
  }

  return {
    async aggregate(resource, query, signal) {
      const request = aggregateRequest(resource, 'value', query);
      const { text, notes } = await getText(request, signal);
      const sliced = await readSliced(text, (result) => result);
      const read =
        sliced === null
          ? null
          : readValues({ ...asObject(sliced.rest), results: sliced.elements }, requestedOf(query));
      if (read === null) throw new FailureError(badAnswer('The response is not a list of groups.', request));
      const { rounded, leftOut, ...body } = read;
      const sorted = inOrderOf(query.sort, body.results);
      const count = readCount(asObject(sliced?.rest)['pagination']);
      const said = { count, rounded, leftOut, notes: [...notes, ...(sliced?.notes ?? [])] };
      if (query.aggregate?.mode !== 'flow' || sorted.length === 0)
        return { ...said, body: { ...body, results: [...sorted] } };
      // Grouped by day, one series has all groups.
      const nameOf: NameOf = query.aggregate.groupBy === 'date' ? ({ measure }) => measure.slug : keyOf;
      const { kept, totalNotes } = withhold(
        sorted,
        await checkTotals(resource, query, nameOf, signal),
        nameOf,
        (one) => ({ ...one, value: null }),
      );
      return { ...said, body: { ...body, results: kept }, notes: [...said.notes, ...totalNotes] };
    },
    async timeseries(resource, query, signal) {
      const { series, pagination, losses, notes } = await readSeries(resource, query, signal);
      const { mode, interval = 'day' } = query.aggregate ?? {};
      const isTotal = mode === 'flow' && interval !== 'day' && series.length > 0;
      const { kept, totalNotes } = isTotal
        ? withhold(series, await checkTotals(resource, query, keyOf, signal), keyOf, (one) => ({
            ...one,
            values: one.values.map(() => NaN),
          }))
        : { kept: series, totalNotes: repeatedNotes(repeatedDaily(series, mode)) };
      // `date` sorts points, not series. Rule: service notes, "Aggregates and timeseries".
      const sort = query.sort?.field === 'date' ? undefined : query.sort;
      return {
        body: {
          ...joinDays(inOrderOf(sort, kept)),
          pagination: readPagination(pagination, requestedOf(query), series.length),
        },
        ...losses,
        notes: [...notes, ...totalNotes],
      };
    },
  };
}

type Grouped = Pick<OneSeries, 'measure' | 'group'>;
/** Returns the key that a total shares with the series of its days. */
type NameOf = (one: Grouped) => string;

function keyOf({ measure, group }: Grouped): string {
  return JSON.stringify([measure.slug, group.id, group.name]);
}

function repeatedDaily(series: readonly OneSeries[], mode: string | undefined): Grouped['group'][] {
  return series.flatMap(({ measure, group, days, values }) =>
    (mode === 'flow' || isOfLastDay(measure.slug)) && repeatsDays(days, values) ? group : [],
  );
}

/** Removes totals that are none, and notes that. */
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

/** Returns a path with the query object as JSON in the parameter `query`. */
export function withQuery(path: string, query: Query): string {
  return Object.keys(query).length === 0
    ? path
    : `${path}?query=${encodeURIComponent(JSON.stringify(sentQuery(query)))}`;
}

function requestedOf(query: Query): Requested {
  return { page: query.pagination?.page ?? 1, perPage: query.pagination?.perPage ?? defaultPerPage };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
