import { z } from 'zod';
import type { AggregateResource } from '../../../preload/contract/metadata.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import { FailureError, type Failure } from '../../../preload/contract/failures.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import { queryKey, type Query } from '../../../preload/contract/query.ts';
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
import type { CacheStore, LocalAggregate, StoredAggregate } from '../../store/store.ts';
import { localCoverage } from '../records/coverage.ts';
import { noted } from '../records/listRecords.ts';
import { RefreshLog } from '../records/refreshLog.ts';
import { noAnswer, questionIsWrong, reasonOf } from '../records/refusals.ts';
import { wholeAggregate } from './wholeAggregate.ts';

export interface AggregatesOptions {
  readonly connection: Connection;
  readonly client: AggregateReader;
  readonly cache: Pick<CacheStore, 'readAggregate' | 'writeAggregate' | 'runAggregate' | 'runSeries'>;
  /** How long an answer counts as fresh, in milliseconds. */
  readonly freshForMs: () => number;
  readonly offline: () => boolean;
  readonly now: () => number;
  /** A stale answer was refreshed behind the caller, or the refresh failed: asking again tells. */
  readonly onRefreshed?: (what: { resource: AggregateResource; shape: AggregateShape; key: string }) => void;
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
    asking?: RequestOptions & { readonly whole?: boolean | undefined },
  ): Promise<AggregateAnswer>;
  timeseries(resource: AggregateResource, query: Query, asking?: RequestOptions): Promise<TimeseriesAnswer>;
}

export function createAggregates(options: AggregatesOptions): Aggregates {
  const { connection, client, cache, now } = options;
  const refreshes = new RefreshLog(now);

  function provenance(
    { fetchedAt, request }: Pick<StoredAggregate, 'fetchedAt' | 'request'>,
    {
      source,
      notes,
      reason,
    }: { source: 'service' | 'cache'; notes: readonly string[]; reason?: string | undefined },
  ): Provenance {
    return {
      connectionId: connection.id,
      sample: connection.sample,
      source,
      fetchedAt,
      request,
      stale: !isFresh(fetchedAt) || reason !== undefined,
      ...(reason === undefined ? {} : { staleReason: reason }),
      coverage: { kind: 'answer' },
      ...noted(notes),
    };
  }

  function isFresh(fetchedAt: number): boolean {
    const age = now() - fetchedAt;
    // A negative age means that the clock was set back: nothing is known of the true age.
    return age >= 0 && age <= options.freshForMs();
  }

  /** The answer of the cached records; null where there are none. */
  async function summedUp<Body>(
    form: Form<Body>,
    resource: AggregateResource,
    query: Query,
    signal?: AbortSignal,
    reason?: string,
  ): Promise<(Body & { provenance: Provenance }) | null> {
    const local = await form.sumUp(cache, resource, query, now(), signal);
    const { oldestFetchedAt, cachedRecords, completeAsOf, notes } = local;
    if (cachedRecords === 0 && completeAsOf === null) return null;
    const fetchedAt = completeAsOf ?? oldestFetchedAt;
    return {
      ...local.body,
      provenance: {
        connectionId: connection.id,
        sample: connection.sample,
        source: 'local',
        fetchedAt,
        request: aggregateRequest(resource, form.shape, query),
        stale: (fetchedAt !== null && !isFresh(fetchedAt)) || reason !== undefined,
        ...(reason === undefined ? {} : { staleReason: reason }),
        coverage: local.coverage ?? localCoverage(local),
        ...noted(notes),
      },
    };
  }

  /**
   * One way for both shapes: the cached answer where it will do, else the service's, else the cached one with the reason.
   *
   * @param asked what the caller asked for, of which `query` may be a page
   */
  async function answer<Body>(
    form: Form<Body>,
    resource: AggregateResource,
    query: Query,
    { refresh = false, signal }: RequestOptions,
    asked: Query = query,
  ): Promise<Body & { provenance: Provenance }> {
    const { shape } = form;
    const key = queryKey(query);
    const name = `${resource} ${shape} ${key}`;
    const stored = await cache.readAggregate({ resource, shape, query: key });
    const kept = (entry: StoredAggregate, reason?: string): Body & { provenance: Provenance } => {
      const { body, notes } = form.decode(entry);
      return { ...body, provenance: provenance(entry, { source: 'cache', notes, reason }) };
    };
    const fetch = async (caller?: AbortSignal): Promise<Body & { provenance: Provenance }> => {
      const read = await form.ask(client, resource, query, caller);
      const entry = {
        ...form.encode(read),
        fetchedAt: now(),
        request: aggregateRequest(resource, shape, query),
      };
      await cache.writeAggregate({ resource, shape, query: key, ...entry });
      return { ...read.body, provenance: provenance(entry, { source: 'service', notes: read.notes }) };
    };

    if (options.offline()) {
      if (stored !== null) return kept(stored);
      const local = await summedUp(form, resource, query, signal);
      if (local !== null) return local;
      throw new FailureError(nothingCached);
    }
    if (stored !== null && !refresh) {
      if (isFresh(stored.fetchedAt)) return kept(stored);
      const failed = refreshes.recentFailure(name);
      if (failed !== null) return kept(stored, reasonOf(failed));
      refreshes.run(
        name,
        () => fetch(),
        () => options.onRefreshed?.({ resource, shape, key: queryKey(asked) }),
      );
      return kept(stored);
    }
    try {
      return await fetch(signal);
    } catch (error) {
      if (!(error instanceof FailureError) || questionIsWrong.has(error.failure.code)) throw error;
      if (stored !== null) return kept(stored, reasonOf(error.failure));
      if (!noAnswer.has(error.failure.code)) throw error;
      const local = await summedUp(form, resource, query, signal, reasonOf(error.failure)).catch(() => null);
      // No cached record says nothing: others may exist, and the failure tells what to do.
      if (local === null || local.provenance.fetchedAt === null) throw error;
      return local;
    }
  }

  return {
    aggregate: (resource, query, { whole = false, ...asking } = {}) =>
      whole
        ? wholeAggregate((page) => answer(values, resource, page, asking, query), query)
        : answer(values, resource, query, asking),
    timeseries: (resource, query, asking = {}) => answer(points, resource, query, asking),
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

/** How answers of one shape are asked for, and how they are kept. */
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
  encode({ body: { days, series, pagination }, notes }) {
    const figures = new Float64Array(days.length * series.length);
    series.forEach(({ values: ofSeries }, index) => {
      figures.set(ofSeries, index * days.length);
    });
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

const nothingCached: Failure = {
  code: 'offline',
  message: 'This chart is not cached yet. Go online and open it once.',
};
