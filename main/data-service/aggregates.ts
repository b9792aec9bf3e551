import type { AggregateResource } from '../../preload/contract/metadata.ts';
import { lastDayNotes, roundedNotes } from '../../preload/contract/answerNotes.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { sentQuery, type Query } from '../../preload/contract/query.ts';
import { resources } from '../../preload/contract/resources.ts';
import { badAnswer } from './failures.ts';
import { readSliced } from './jsonSlices.ts';
import {
  inOrderOf,
  joinDays,
  readOneSeries,
  readPagination,
  readValues,
  type Requested,
  type SeriesRead,
  type ValuesRead,
} from './series.ts';

/** One value for each group of a page, or of all pages, or a series of points. */
export type AggregateShape = 'value' | 'whole' | 'points';

/** What an answer holds, and what of it could not be read as it came, in sentences. */
export interface Noted<Body> {
  readonly body: Body;
  readonly notes: readonly string[];
}

export interface AggregateReader {
  aggregate(resource: AggregateResource, query: Query, signal?: AbortSignal): Promise<Noted<ValuesRead>>;
  /** A page of series. Reading it never holds the thread for longer than a few milliseconds. */
  timeseries(resource: AggregateResource, query: Query, signal?: AbortSignal): Promise<Noted<SeriesRead>>;
}

/** Assumed: as for the lists whose page size is documented. */
const defaultPerPage = 25;

/** Path and query string of an aggregate request. */
export function aggregateRequest(resource: AggregateResource, shape: AggregateShape, query: Query): string {
  const path = `${resources[resource].path}/aggregates`;
  return withQuery(shape === 'points' ? `${path}/timeseries` : path, query);
}

/** Asks the aggregate endpoints; `getText` gives the body of a successful answer. */
export function aggregateReader(
  getText: (
    pathAndQuery: string,
    signal?: AbortSignal,
  ) => Promise<{ text: string; notes: readonly string[] }>,
): AggregateReader {
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
      const { rounded, ...body } = read;
      const results = [...inOrderOf(query.sort, body.results)];
      return {
        body: { ...body, results },
        notes: [...notes, ...(sliced?.notes ?? []), ...roundedNotes(rounded), ...lastDayNotes(results)],
      };
    },
    async timeseries(resource, query, signal) {
      const request = aggregateRequest(resource, 'points', query);
      const { text, notes } = await getText(request, signal);
      const sliced = await readSliced(text, readOneSeries);
      const series = sliced?.elements.filter((one) => one !== null) ?? [];
      if (sliced === null || series.length < sliced.elements.length) {
        throw new FailureError(badAnswer('The response is not a list of series.', request));
      }
      const pagination = asObject(sliced.rest)['pagination'];
      const rounded = series.reduce((sum, one) => sum + one.rounded, 0);
      // By `date` points are sorted, not series. Rule: service notes, "Aggregates and timeseries".
      const sort = query.sort?.field === 'date' ? undefined : query.sort;
      return {
        body: {
          ...joinDays(inOrderOf(sort, series)),
          pagination: readPagination(pagination, requestedOf(query), series.length),
        },
        notes: [
          ...notes,
          ...sliced.notes,
          ...roundedNotes(rounded),
          ...lastDayNotes(series, query.aggregate),
        ],
      };
    },
  };
}

/** A path with the query object, as the service takes it and as JSON, in its one parameter `query`. */
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
