import { z } from 'zod';
import { dayMs } from '../../../preload/contract/days.ts';
import type { AggregateResource } from '../../../preload/contract/metadata.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import { isGroup, queryKey, type Query } from '../../../preload/contract/query.ts';
import {
  aggregateAnswerSchema,
  measureSchema,
  seriesGroupSchema,
  type AggregateAnswer,
  type TimeseriesAnswer,
} from '../../../preload/contract/aggregates.ts';
import {
  aggregateRequest,
  type AggregateReader,
  type AggregateShape,
  type Noted,
} from '../../data-service/aggregates.ts';
import type { CacheStore } from '../../store/store.ts';
import type { LocalAggregate } from '../../store/cache/localAggregates.ts';
import type { StoredAggregate } from '../../store/cache/aggregates.ts';
import { startOfPeriod } from '../../../preload/contract/periods.ts';
import { localCoverage } from '../records/coverage.ts';
import { ignoreBadQuery } from '../../data-service/refusals.ts';
import type { AppEvents } from '../../platform/appEvents.ts';
import {
  createFreshness,
  staleWhileRevalidate,
  type FreshnessOptions,
} from '../../data-service/staleWhileRevalidate.ts';
import { wholeAggregate } from './wholeAggregate.ts';

export interface AggregatesOptions extends FreshnessOptions {
  readonly client: AggregateReader;
  readonly cache: Pick<CacheStore, 'readAggregate' | 'writeAggregate' | 'runAggregate' | 'runSeries'>;
  /** Emits `aggregateRefreshed` where a stale answer was refreshed behind the caller, or the refresh failed. */
  readonly events?: AppEvents;
}

interface RequestOptions {
  /** Ask the service even when the cache is fresh. */
  readonly refresh?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Figures summed up by the service, answered from the cache where it is fresh or nothing else is to be had. Every answer says
 * where it comes from. Both methods throw `FailureError`.
 */
export interface Aggregates {
  /** `whole`: every group, whatever page the query asks for. */
  aggregate(
    resource: AggregateResource,
    query: Query,
    requestOptions?: RequestOptions & { readonly whole?: boolean | undefined },
  ): Promise<AggregateAnswer>;
  timeseries(
    resource: AggregateResource,
    query: Query,
    requestOptions?: RequestOptions,
  ): Promise<TimeseriesAnswer>;
}

export function createAggregates(options: AggregatesOptions): Aggregates {
  const { client, cache, now } = options;
  const freshness = createFreshness(options);
  const { provenance } = freshness;

  /** The answer of the cached records; null where there are none. */
  async function sumUp<Body>(
    form: Form<Body>,
    resource: AggregateResource,
    query: Query,
    signal?: AbortSignal,
    reason?: string,
  ): Promise<(Body & { provenance: Provenance }) | null> {
    const local = await form.sumUp(cache, resource, query, now(), signal);
    const { oldestFetchedAt, cachedRecords, completeAsOf, notes } = local;
    if (cachedRecords === 0 && completeAsOf === null) return null;
    const of = {
      source: 'local' as const,
      fetchedAt: completeAsOf ?? oldestFetchedAt,
      request: aggregateRequest(resource, form.shape, query),
      coverage: local.coverage ?? localCoverage(local),
      notes,
    };
    return { ...local.body, provenance: provenance(of, reason) };
  }

  /** The cached answer for all days, cut to those that the query asks for; null where it is not cached. */
  async function cutFromAllDays<Body>(
    form: Form<Body>,
    resource: AggregateResource,
    query: Query,
    reason?: string,
  ): Promise<(Body & { provenance: Provenance }) | null> {
    const since = form.cut === undefined ? null : splitStart(query);
    if (since === null) return null;
    const all = await cache.readAggregate({ resource, shape: form.shape, query: queryKey(since.query) });
    if (all === null) return null;
    const { body, notes } = form.decode(all);
    const cut = form.cut?.(body, since.day, query) ?? body;
    const { fetchedAt, request } = all;
    return { ...cut, provenance: provenance({ source: 'cache', fetchedAt, request, notes }, reason) };
  }

  /**
   * One way for both shapes.
   *
   * @param requested what the caller requested, of which `query` may be a page
   */
  async function answer<Body>(
    form: Form<Body>,
    resource: AggregateResource,
    query: Query,
    { refresh, signal }: RequestOptions,
    requested: Query = query,
  ): Promise<Body & { provenance: Provenance }> {
    const { shape } = form;
    const key = queryKey(query);
    const stored = await cache.readAggregate({ resource, shape, query: key });
    const show = (entry: StoredAggregate, reason?: string): Body & { provenance: Provenance } => {
      const { body, notes } = form.decode(entry);
      const { fetchedAt, request } = entry;
      return { ...body, provenance: provenance({ source: 'cache', fetchedAt, request, notes }, reason) };
    };
    return staleWhileRevalidate(
      freshness,
      {
        key: `${resource} ${shape} ${key}`,
        stored,
        show,
        async fetch(caller) {
          const read = await form.ask(client, resource, query, caller);
          const entry = { fetchedAt: now(), request: aggregateRequest(resource, shape, query) };
          await cache.writeAggregate({ resource, shape, query: key, ...form.encode(read), ...entry });
          return { ...read.body, provenance: provenance({ source: 'service', ...entry, notes: read.notes }) };
        },
        async local(reason) {
          const cut = await cutFromAllDays(form, resource, query, reason);
          if (cut !== null) return cut;
          const local = await sumUp(form, resource, query, signal, reason).catch(ignoreBadQuery);
          // No cached record says nothing: others may exist, and the failure tells what to do.
          return local?.provenance.fetchedAt === null ? null : local;
        },
        cached: async () =>
          stored === null
            ? ((await cutFromAllDays(form, resource, query)) ??
              (await sumUp(form, resource, query, signal)) ??
              throwNothingCached())
            : show(stored),
        onRefreshed() {
          const connectionId = options.connection.id;
          options.events?.emit('aggregateRefreshed', {
            connectionId,
            resource,
            shape,
            key: queryKey(requested),
          });
        },
      },
      { refresh, signal },
    );
  }

  return {
    aggregate: (resource, query, { whole = false, ...requestOptions } = {}) =>
      whole
        ? wholeAggregate((page) => answer(values, resource, page, requestOptions, query), query)
        : answer(values, resource, query, requestOptions),
    timeseries: (resource, query, requestOptions = {}) => answer(points, resource, query, requestOptions),
  };
}

const periods = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** A query without the day from which it asks, and that day; null where it names none. */
function splitStart({ filter, ...query }: Query): { query: Query; day: number } | null {
  const parts = filter === undefined || !isGroup(filter) || filter.operator === 'or' ? [] : filter.filters;
  const starts = parts.filter(
    (part) => !isGroup(part) && part.field === 'date' && part.operator === 'onOrAfter',
  );
  const [start] = starts;
  if (start === undefined || starts.length > 1 || isGroup(start)) return null;
  const day = Math.floor(Date.parse(String(start.value)) / dayMs);
  const [only, ...others] = parts.filter((part) => part !== start);
  if (Number.isNaN(day) || only === undefined) return null;
  return {
    query: { ...query, filter: others.length === 0 ? only : { operator: 'and', filters: [only, ...others] } },
    day,
  };
}

/** What cached records add up to, and what is known of them. */
interface SummedUp<Body> extends Pick<
  LocalAggregate,
  'oldestFetchedAt' | 'cachedRecords' | 'completeAsOf' | 'missingFields' | 'notes'
> {
  readonly body: Body;
  /** Where it is not that of the records. */
  readonly coverage?: Provenance['coverage'];
}

/** How answers of one shape are requested, and how they are stored. */
interface Form<Body> {
  readonly shape: AggregateShape;
  ask(
    client: AggregateReader,
    resource: AggregateResource,
    query: Query,
    signal?: AbortSignal,
  ): Promise<Noted<Body>>;
  /** Computes it from cached records. */
  sumUp(
    cache: Pick<CacheStore, 'runAggregate' | 'runSeries'>,
    resource: AggregateResource,
    query: Query,
    now: number,
    signal?: AbortSignal,
  ): Promise<SummedUp<Body>>;
  /** Leaves out what lies before a day since 1970 UTC, as the service does; undefined where an answer has no days. */
  cut?(body: Body, since: number, query: Query): Body;
  encode(read: Noted<Body>): Pick<StoredAggregate, 'head' | 'days' | 'figures'>;
  decode(stored: StoredAggregate): Noted<Body>;
}

/** Answers that were stored before there were notes have none. */
const notesSchema = z.array(z.string()).default([]);
const valuesHead = aggregateAnswerSchema.omit({ provenance: true }).extend({ notes: notesSchema });

const values: Form<Omit<AggregateAnswer, 'provenance'>> = {
  shape: 'value',
  ask: (client, resource, query, signal) => client.aggregate(resource, query, signal),
  async sumUp(cache, resource, query, _now, signal) {
    const { results, pagination, ...known } = await cache.runAggregate({ resource, query }, signal);
    return { ...known, body: { results, pagination } };
  },
  encode: ({ body, notes }) => ({
    head: JSON.stringify({ ...body, notes }),
    days: new Int32Array(),
    figures: new Float64Array(),
  }),
  decode({ head }) {
    const { notes, ...body } = valuesHead.parse(JSON.parse(head));
    return { body, notes };
  },
};

const pointsHead = z.object({
  series: z.array(z.object({ measure: measureSchema, group: seriesGroupSchema })),
  pagination: valuesHead.shape.pagination,
  notes: notesSchema,
});

const points: Form<Omit<TimeseriesAnswer, 'provenance'>> = {
  shape: 'points',
  ask: (client, resource, query, signal) => client.timeseries(resource, query, signal),
  async sumUp(cache, resource, query, now, signal) {
    const { days, series, pagination, seenDays, ...known } = await cache.runSeries(
      { resource, query, now },
      signal,
    );
    const { cachedRecords } = known;
    return {
      ...known,
      completeAsOf: null,
      missingFields: [],
      body: { days, series, pagination },
      coverage: { kind: 'partial', cachedRecords, days: seenDays },
    };
  },
  cut({ days, series, pagination }, since, { aggregate }) {
    const period = periods.find((name) => name === aggregate?.interval) ?? 'day';
    const start = startOfPeriod(period, since);
    // The total of a period whose first days are not requested is not known.
    const first = days.findIndex((day) => (aggregate?.mode === 'flow' ? day >= since : day >= start));
    const from = first < 0 ? days.length : first;
    const cut = series
      .map((one) => ({ ...one, values: one.values.slice(from) }))
      .filter(({ values: ofSeries }) => ofSeries.some((value) => !Number.isNaN(value)));
    const resultCount = pagination.resultCount - (series.length - cut.length);
    return { days: days.slice(from), series: cut, pagination: { ...pagination, resultCount } };
  },
  encode({ body: { days, series, pagination }, notes }) {
    const figures = new Float64Array(days.length * series.length);
    series.forEach(({ values: ofSeries }, index) => figures.set(ofSeries, index * days.length));
    const head = { series: series.map(({ measure, group }) => ({ measure, group })), pagination, notes };
    return { head: JSON.stringify(head), days, figures };
  },
  decode({ head, days, figures }) {
    const { series, pagination, notes } = pointsHead.parse(JSON.parse(head));
    const body = {
      days,
      series: series.map((one, index) => ({
        ...one,
        values: figures.slice(index * days.length, (index + 1) * days.length),
      })),
      pagination,
    };
    return { body, notes };
  },
};

function throwNothingCached(): never {
  throw new FailureError({
    code: 'offline',
    message: 'This chart is not cached yet. Go online and open it once.',
  });
}
