import { z } from 'zod';
import type { AggregateResource } from '../../preload/contract/metadata.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import { FailureError, type Failure } from '../../preload/contract/failures.ts';
import type { Provenance } from '../../preload/contract/provenance.ts';
import { queryKey, type Query } from '../../preload/contract/query.ts';
import {
  aggregateAnswerSchema,
  measureSchema,
  seriesGroupSchema,
  type AggregateAnswer,
  type TimeseriesAnswer,
} from '../../preload/contract/series.ts';
import { aggregateRequest, type AggregateReader, type AggregateShape } from '../service/aggregates.ts';
import type { CacheStore, StoredAggregate } from '../store/store.ts';
import { RefreshLog } from './refreshLog.ts';

export interface AggregatesOptions {
  readonly connection: Connection;
  readonly client: AggregateReader;
  readonly cache: Pick<CacheStore, 'readAggregate' | 'writeAggregate'>;
  /** How long an answer counts as fresh, in milliseconds. */
  readonly freshForMs: () => number;
  readonly offline: () => boolean;
  readonly now: () => number;
  /** A stale answer was refreshed behind the caller, or the refresh failed: asking again tells. */
  readonly onRefreshed?: (what: { resource: AggregateResource; shape: AggregateShape; key: string }) => void;
}

interface Asking {
  /** Ask the service even when the cache is fresh. */
  readonly refresh?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Figures summed up by the service, answered from the cache where it is fresh or nothing else is to be had. Every answer says
 * where it comes from. Both methods throw `FailureError`.
 */
export interface Aggregates {
  aggregate(resource: AggregateResource, query: Query, asking?: Asking): Promise<AggregateAnswer>;
  timeseries(resource: AggregateResource, query: Query, asking?: Asking): Promise<TimeseriesAnswer>;
}

/** The refusals that mean the question is wrong: an older answer must not hide them. */
const questionIsWrong = new Set<Failure['code']>(['bad-query', 'not-found', 'cancelled', 'bad-arguments']);

export function createAggregates(options: AggregatesOptions): Aggregates {
  const { connection, client, cache, now } = options;
  const refreshes = new RefreshLog(now);

  function provenance(
    { fetchedAt, request }: Pick<StoredAggregate, 'fetchedAt' | 'request'>,
    source: 'service' | 'cache',
    reason?: string,
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
    };
  }

  function isFresh(fetchedAt: number): boolean {
    const age = now() - fetchedAt;
    // A negative age means that the clock was set back: nothing is known of the true age.
    return age >= 0 && age <= options.freshForMs();
  }

  /** One way for both shapes: the cached answer where it will do, else the service's, else the cached one with the reason. */
  async function answer<Body>(
    form: Form<Body>,
    resource: AggregateResource,
    query: Query,
    { refresh = false, signal }: Asking,
  ): Promise<Body & { provenance: Provenance }> {
    const { shape } = form;
    const key = queryKey(query);
    const name = `${resource} ${shape} ${key}`;
    const stored = await cache.readAggregate({ resource, shape, query: key });
    const kept = (entry: StoredAggregate, reason?: string): Body & { provenance: Provenance } => ({
      ...form.decode(entry),
      provenance: provenance(entry, 'cache', reason),
    });
    const fetch = async (caller?: AbortSignal): Promise<Body & { provenance: Provenance }> => {
      const body = await form.ask(client, resource, query, caller);
      const entry = {
        ...form.encode(body),
        fetchedAt: now(),
        request: aggregateRequest(resource, shape, query),
      };
      await cache.writeAggregate({ resource, shape, query: key, ...entry });
      return { ...body, provenance: provenance(entry, 'service') };
    };

    if (options.offline()) {
      if (stored !== null) return kept(stored);
      throw new FailureError(nothingCached);
    }
    if (stored !== null && !refresh) {
      if (isFresh(stored.fetchedAt)) return kept(stored);
      const failed = refreshes.recentFailure(name);
      if (failed !== null) return kept(stored, reasonOf(failed));
      refreshes.run(
        name,
        () => fetch(),
        () => options.onRefreshed?.({ resource, shape, key }),
      );
      return kept(stored);
    }
    try {
      return await fetch(signal);
    } catch (error) {
      if (stored === null || !(error instanceof FailureError) || questionIsWrong.has(error.failure.code)) {
        throw error;
      }
      return kept(stored, reasonOf(error.failure));
    }
  }

  return {
    aggregate: (resource, query, asking = {}) => answer(values, resource, query, asking),
    timeseries: (resource, query, asking = {}) => answer(points, resource, query, asking),
  };
}

/** How answers of one shape are asked for, and how they are kept. */
interface Form<Body> {
  readonly shape: AggregateShape;
  ask(
    client: AggregateReader,
    resource: AggregateResource,
    query: Query,
    signal?: AbortSignal,
  ): Promise<Body>;
  encode(body: Body): Pick<StoredAggregate, 'head' | 'days' | 'figures'>;
  decode(stored: StoredAggregate): Body;
}

const valuesHead = aggregateAnswerSchema.omit({ provenance: true });

const values: Form<Omit<AggregateAnswer, 'provenance'>> = {
  shape: 'value',
  ask: (client, resource, query, signal) => client.aggregate(resource, query, signal),
  encode: (body) => ({
    head: JSON.stringify(body),
    days: new Int32Array(),
    figures: new Float64Array(),
  }),
  decode: ({ head }) => valuesHead.parse(JSON.parse(head)),
};

const pointsHead = z.object({
  series: z.array(z.object({ measure: measureSchema, group: seriesGroupSchema })),
  pagination: valuesHead.shape.pagination,
});

const points: Form<Omit<TimeseriesAnswer, 'provenance'>> = {
  shape: 'points',
  ask: (client, resource, query, signal) => client.timeseries(resource, query, signal),
  encode({ days, series, pagination }) {
    const figures = new Float64Array(days.length * series.length);
    series.forEach(({ values: ofSeries }, index) => {
      figures.set(ofSeries, index * days.length);
    });
    const head = { series: series.map(({ measure, group }) => ({ measure, group })), pagination };
    return { head: JSON.stringify(head), days, figures };
  },
  decode({ head, days, figures }) {
    const { series, pagination } = pointsHead.parse(JSON.parse(head));
    return {
      days,
      series: series.map((one, index) => ({
        ...one,
        values: figures.slice(index * days.length, (index + 1) * days.length),
      })),
      pagination,
    };
  },
};

const nothingCached: Failure = {
  code: 'offline',
  message: 'This chart is not on this computer yet. Go online and open it once.',
};

/** The app's sentence, followed by the service's own words where there are any. */
function reasonOf(failure: Failure): string {
  return failure.detail === undefined ? failure.message : `${failure.message} (${failure.detail})`;
}
