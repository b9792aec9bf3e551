import { z } from 'zod';
import { dayNumber } from '../../../preload/contract/days.ts';
import type { AggregateResource } from '../../../preload/contract/metadata.ts';
import {
  figuresLeftOutNotes,
  roundedNotes,
  rowsLeftOutNotes,
  unknownMemberNotes,
} from '../../../preload/contract/answerNotes.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { PageCounts } from '../../../preload/contract/records.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import {
  allOf,
  conjunctsOf,
  isGroup,
  queryKey,
  type Query,
  type Sort,
} from '../../../preload/contract/query.ts';
import {
  aggregateAnswerSchema,
  measureSchema,
  seriesGroupSchema,
  type AggregateAnswer,
  type TimeseriesAnswer,
} from '../../../preload/contract/aggregates.ts';
import {
  aggregateRequest,
  sortOfSeries,
  type AggregateReader,
  type AggregateShape,
  type Rows,
} from '../../data-service/aggregates.ts';
import { joinDays, type FigureLosses, type OneSeries, type OneValue } from '../../data-service/series.ts';
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
import { onePage } from './onePage.ts';
import { firstPageOf, wholeAggregate, type Grouped } from './wholeAggregate.ts';

export interface AggregatesOptions extends FreshnessOptions {
  readonly client: AggregateReader;
  readonly cache: Pick<CacheStore, 'readAggregate' | 'readLongerAggregate' | 'writeAggregate'>;
  readonly events?: AppEvents;
}

/**
 * Aggregates of the service, from the cache if it is fresh or nothing else is available. The app computes
 * none, so figures that were never fetched fail without the service. A query without a page asks for all
 * groups or series. Both methods throw `FailureError`.
 */
export interface Aggregates {
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
    form: Stored<Body>,
    { head, days, figures, fetchedAt, request }: StoredAggregate,
    reason?: string,
  ): Body & { provenance: Provenance } {
    const read = form.decode({ head, days, figures });
    return {
      ...read.body,
      provenance: provenance({ source: 'cache', fetchedAt, request, ...saidOf(read) }, reason),
    };
  }

  async function cutFromLonger<Body>(
    form: Stored<Body>,
    key: AggregateKey,
    query: Query,
    reason?: string,
  ): Promise<(Body & { provenance: Provenance }) | null> {
    const longer = await cache.readLongerAggregate(key);
    if (longer === null) return null;
    const shown = showStored(form, longer, reason);
    return { ...shown, ...form.cut?.(shown, key.since, query) };
  }

  async function answer<Row extends FigureRow, Body>(
    form: Form<Row, Body>,
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
          // The answer is as old as its first page.
          const fetchedAt = now();
          const isWhole = query.pagination === undefined;
          const ask = (page: Query): Promise<Rows<Row>> => form.ask(client, resource, page, caller);
          const order = { row: form.row, sort: form.sortOf(query) };
          const rows = await (isWhole ? wholeAggregate(ask, query, now, order) : onePage(ask, query, order));
          const asked = readOf(form, rows);
          const read = { ...asked, notes: [...unknownMemberNotes(query), ...asked.notes] };
          const request = aggregateRequest(resource, shape, isWhole ? firstPageOf(query) : query);
          const entry = { fetchedAt, request };
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
          const key = queryKey(requested);
          options.events?.emit('aggregateRefreshed', { connectionId, resource, shape, key });
        },
      },
      wanted,
    );
  }

  return {
    aggregate(resource, query, { whole = false, ...wanted } = {}) {
      const { pagination: _, ...all } = query;
      return answer(values, resource, whole ? all : query, wanted, query);
    },
    timeseries: (resource, query, wanted = {}) => answer(points, resource, query, wanted),
  };
}

/** Returns the key of a stored answer. It omits the first day if the answer can be cut to days. */
function keyOf<Body>({ shape, cut }: Stored<Body>, resource: AggregateResource, query: Query): AggregateKey {
  const split = cut === undefined ? null : splitStart(query);
  return { resource, shape, query: queryKey(split?.query ?? query), since: split?.day ?? -Infinity };
}

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

type FigureRow = Grouped & FigureLosses;

interface Read<Body> {
  readonly body: Body;
  readonly isShort: boolean;
  readonly notes: readonly string[];
}

function readOf<Row extends FigureRow, Body>(
  { row, bodyOf }: Form<Row, Body>,
  { results, pagination, unreadable, shortfalls, notes }: Rows<Row>,
): Read<Body> {
  const rounded = results.reduce((sum, one) => sum + one.rounded, 0);
  const leftOut = results.reduce((sum, one) => sum + one.leftOut, 0);
  const losses = [
    ...rowsLeftOutNotes(unreadable, row),
    ...roundedNotes(rounded),
    ...figuresLeftOutNotes(leftOut, row === 'series'),
  ];
  return {
    body: bodyOf(results, pagination),
    isShort: unreadable + leftOut + shortfalls.length > 0,
    notes: [...losses, ...notes, ...shortfalls],
  };
}

function saidOf({ isShort, notes }: Read<unknown>): Pick<Provenance, 'notes' | 'coverage'> {
  return { notes, coverage: { kind: 'answer', ...(isShort ? { isShort } : {}) } };
}

type StoredFigures = Pick<StoredAggregate, 'head' | 'days' | 'figures'>;

interface Stored<Body> {
  readonly shape: AggregateShape;
  /** Omits points before `since`, in days since 1970 UTC; undefined if answers have no days. */
  cut?(body: Body, since: number, query: Query): Body;
  encode(read: Read<Body>): StoredFigures;
  decode(stored: StoredFigures): Read<Body>;
}

interface Form<Row, Body> extends Stored<Body> {
  readonly row: 'group' | 'series';
  ask(
    client: AggregateReader,
    resource: AggregateResource,
    query: Query,
    signal?: AbortSignal,
  ): Promise<Rows<Row>>;
  sortOf(query: Query): Sort | undefined;
  bodyOf(rows: readonly Row[], pagination: PageCounts): Body;
}

const said = { isShort: z.boolean(), notes: z.array(z.string()) };
const valuesHead = aggregateAnswerSchema.omit({ provenance: true }).extend(said);

const values: Form<OneValue, Omit<AggregateAnswer, 'provenance'>> = {
  shape: 'value',
  row: 'group',
  sortOf: ({ sort }) => sort,
  ask: (client, ...asked) => client.aggregate(...asked),
  bodyOf: (rows, pagination) => ({
    results: rows.map(({ measure, group, value }) => ({ measure, group, value })),
    pagination,
  }),
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

const pointsHead = z.object({
  series: z.array(z.object({ measure: measureSchema, group: seriesGroupSchema })),
  pagination: valuesHead.shape.pagination,
  ...said,
});

const points: Form<OneSeries, Omit<TimeseriesAnswer, 'provenance'>> = {
  shape: 'points',
  row: 'series',
  sortOf: sortOfSeries,
  ask: (client, ...asked) => client.timeseries(...asked),
  bodyOf: (rows, pagination) => ({ ...joinDays(rows), pagination }),
  cut({ days, series, pagination }, since, { aggregate }) {
    const period = periods.find((name) => name === aggregate?.interval) ?? 'day';
    const start = startOfPeriod(period, since);
    // The first period's total is unknown if its first days were not requested.
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
