import { z } from 'zod';
import { dayNumber } from '../../../preload/contract/days.ts';
import type { AggregateResource } from '../../../preload/contract/metadata.ts';
import {
  figuresLeftOutNotes,
  roundedNotes,
  unknownMemberNotes,
} from '../../../preload/contract/answerNotes.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import { allOf, conjunctsOf, isGroup, queryKey, type Query } from '../../../preload/contract/query.ts';
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
import type { AggregateKey, StoredAggregate } from '../../store/cache/writing/aggregates.ts';
import { periods, startOfPeriod } from '../../../preload/contract/periods.ts';
import type { AppEvents } from '../../platform/appEvents.ts';
import {
  createFreshness,
  staleWhileRevalidate,
  type FreshnessOptions,
  type FetchOptions,
} from '../../data-service/staleWhileRevalidate.ts';
import { firstPageOf, wholeAggregate } from './wholeAggregate.ts';

export interface AggregatesOptions extends FreshnessOptions {
  readonly client: AggregateReader;
  readonly cache: Pick<CacheStore, 'readAggregate' | 'readLongerAggregate' | 'writeAggregate'>;
  /** Emits `aggregateRefreshed` where a stale answer was refreshed behind the caller, or the refresh failed. */
  readonly events?: AppEvents;
}

/**
 * The service's aggregates, from the cache if it is fresh or nothing else is available. The app computes
 * none: without the service, figures that were never fetched fail. Every answer has its provenance. Both
 * methods throw `FailureError`.
 */
export interface Aggregates {
  /** `whole`: every group, whatever page the query asks for. */
  aggregate(
    resource: AggregateResource,
    query: Query,
    wanted?: FetchOptions & { readonly whole?: boolean | undefined },
  ): Promise<AggregateAnswer>;
  timeseries(resource: AggregateResource, query: Query, wanted?: FetchOptions): Promise<TimeseriesAnswer>;
}

export function createAggregates(options: AggregatesOptions): Aggregates {
  const { client, cache, now } = options;
  const freshness = createFreshness(options);
  const { provenance } = freshness;

  function showStored<Body>(
    form: Form<Body>,
    { head, days, figures, fetchedAt, request }: StoredAggregate,
    reason?: string,
  ): Body & { provenance: Provenance } {
    const read = form.decode({ head, days, figures });
    return {
      ...read.body,
      provenance: provenance({ source: 'cache', fetchedAt, request, ...saidOf(read) }, reason),
    };
  }

  /** Returns the newest cached answer that begins earlier, cut to the query's days; null if there is none. */
  async function cutFromLonger<Body>(
    form: Form<Body>,
    key: AggregateKey,
    query: Query,
    reason?: string,
  ): Promise<(Body & { provenance: Provenance }) | null> {
    const longer = await cache.readLongerAggregate(key);
    if (longer === null) return null;
    const shown = showStored(form, longer, reason);
    return { ...shown, ...form.cut?.(shown, key.since, query) };
  }

  /**
   * One way for both shapes.
   *
   * @param requested what the caller requested, of which `query` may be the first page
   */
  async function answer<Body>(
    form: Form<Body>,
    resource: AggregateResource,
    query: Query,
    wanted: FetchOptions,
    requested: Query = query,
  ): Promise<Body & { provenance: Provenance }> {
    const { shape } = form;
    const key = keyOf(form, resource, query);
    const stored = await cache.readAggregate(key);
    return staleWhileRevalidate(
      freshness,
      {
        key: `${resource} ${shape} ${queryKey(query)}`,
        stored,
        show: (entry, reason) => showStored(form, entry, reason),
        async fetch(caller) {
          // The first of several pages is as old as this.
          const fetchedAt = now();
          const asked = await form.ask({ client, now }, resource, query, caller);
          const read = { ...asked, notes: [...unknownMemberNotes(query), ...asked.notes] };
          const entry = { fetchedAt, request: aggregateRequest(resource, shape, query) };
          await cache.writeAggregate({ ...key, ...form.encode(read), ...entry });
          return { ...read.body, provenance: provenance({ source: 'service', ...entry, ...saidOf(read) }) };
        },
        local: (reason) => cutFromLonger(form, key, query, reason),
        cached: async () =>
          stored === null
            ? ((await cutFromLonger(form, key, query)) ?? throwNeverFetched())
            : showStored(form, stored),
        onRefreshed() {
          const connectionId = options.connection.id;
          options.events?.emit('aggregateRefreshed', {
            connectionId,
            resource,
            shape: shape === 'points' ? shape : 'value',
            key: queryKey(requested),
          });
        },
      },
      wanted,
    );
  }

  return {
    aggregate: (resource, query, { whole = false, ...wanted } = {}) =>
      whole
        ? answer(allValues, resource, firstPageOf(query), wanted, query)
        : answer(values, resource, query, wanted),
    timeseries: (resource, query, wanted = {}) => answer(points, resource, query, wanted),
  };
}

/** Names an answer: by the first day apart from the rest, where the answer can be cut to days. */
function keyOf<Body>({ shape, cut }: Form<Body>, resource: AggregateResource, query: Query): AggregateKey {
  const split = cut === undefined ? null : splitStart(query);
  return { resource, shape, query: queryKey(split?.query ?? query), since: split?.day ?? -Infinity };
}

/** A query without the day from which it asks, and that day; null if it names none. */
function splitStart({ filter, ...query }: Query): { query: Query; day: number } | null {
  const parts = conjunctsOf(filter);
  const starts = parts.filter(
    (part) => !isGroup(part) && part.field === 'date' && part.operator === 'onOrAfter',
  );
  const [start] = starts;
  if (start === undefined || starts.length > 1 || isGroup(start)) return null;
  const text = String(start.value);
  const others = allOf(parts.filter((part) => part !== start));
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(dayNumber(text)) || others === undefined) return null;
  return { query: { ...query, filter: others }, day: dayNumber(text) };
}

/** An answer as it is shown. `isShort`: groups or figures are missing, as the notes say. */
interface Read<Body> {
  readonly body: Body;
  readonly isShort: boolean;
  readonly notes: readonly string[];
}

function readOf<Body>(
  { body, rounded, leftOut, notes, isShort = false }: Noted<Body> & { readonly isShort?: boolean },
  days: boolean,
): Read<Body> {
  const losses = [...roundedNotes(rounded), ...figuresLeftOutNotes(leftOut, days)];
  return { body, isShort: isShort || leftOut > 0, notes: [...losses, ...notes] };
}

function saidOf({ isShort, notes }: Read<unknown>): Pick<Provenance, 'notes' | 'coverage'> {
  return { notes, coverage: { kind: 'answer', ...(isShort ? { isShort } : {}) } };
}

type StoredFigures = Pick<StoredAggregate, 'head' | 'days' | 'figures'>;

/** Requests and stores answers of one shape. */
interface Form<Body> {
  readonly shape: AggregateShape;
  ask(
    { client, now }: Pick<AggregatesOptions, 'client' | 'now'>,
    resource: AggregateResource,
    query: Query,
    signal?: AbortSignal,
  ): Promise<Read<Body>>;
  /** Leaves out points before a day since 1970 UTC, like the service; undefined if answers have no days. */
  cut?(body: Body, since: number, query: Query): Body;
  encode(read: Read<Body>): StoredFigures;
  decode(stored: StoredFigures): Read<Body>;
}

const said = { isShort: z.boolean(), notes: z.array(z.string()) };
const valuesHead = aggregateAnswerSchema.omit({ provenance: true }).extend(said);

const values: Form<Omit<AggregateAnswer, 'provenance'>> = {
  shape: 'value',
  ask: async ({ client }, resource, query, signal) =>
    readOf(await client.aggregate(resource, query, signal), false),
  encode: ({ body, ...read }) => ({
    head: JSON.stringify({ ...body, ...read }),
    days: new Int32Array(),
    figures: new Float64Array(),
  }),
  decode({ head }) {
    const { isShort, notes, ...body } = valuesHead.parse(JSON.parse(head));
    return { body, isShort, notes };
  },
};

const allValues: typeof values = {
  ...values,
  shape: 'whole',
  ask: async ({ client, now }, resource, query, signal) =>
    readOf(await wholeAggregate((page) => client.aggregate(resource, page, signal), query, now), false),
};

const pointsHead = z.object({
  series: z.array(z.object({ measure: measureSchema, group: seriesGroupSchema })),
  pagination: valuesHead.shape.pagination,
  ...said,
});

const points: Form<Omit<TimeseriesAnswer, 'provenance'>> = {
  shape: 'points',
  ask: async ({ client }, resource, query, signal) =>
    readOf(await client.timeseries(resource, query, signal), true),
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
  encode({ body: { days, series, pagination }, ...read }) {
    const figures = new Float64Array(days.length * series.length);
    series.forEach(({ values: ofSeries }, index) => figures.set(ofSeries, index * days.length));
    const head = { series: series.map(({ measure, group }) => ({ measure, group })), pagination, ...read };
    return { head: JSON.stringify(head), days, figures };
  },
  decode({ head, days, figures }) {
    const { series, pagination, ...read } = pointsHead.parse(JSON.parse(head));
    const body = {
      days,
      series: series.map((one, index) => ({
        ...one,
        values: figures.slice(index * days.length, (index + 1) * days.length),
      })),
      pagination,
    };
    return { body, ...read };
  },
};

function throwNeverFetched(): never {
  throw new FailureError({
    code: 'offline',
    message:
      'These figures are not in the cache. Go online once to fetch them. Then they are also available offline.',
  });
}
