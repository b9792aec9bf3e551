import type { AppEvents } from '../../platform/appEvents.ts';
import type { Purpose } from '../../data-service/budget.ts';
import type { Client } from '../../data-service/client.ts';
import {
  createFreshness,
  type Freshness,
  type FreshnessOptions,
} from '../../data-service/staleWhileRevalidate.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { CacheStore } from '../../store/store.ts';
import { RequestQueue } from '../../jobs/requestQueue.ts';

export interface RecordReaderOptions extends FreshnessOptions {
  readonly client: Client;
  readonly cache: CacheStore;
  /** Default: no computed columns exist. Rejects with `bad-query` if one was deleted. */
  readonly defineQuery?: (resource: ResourceName, query: Query) => Promise<Query>;
  /** Emits `refreshed` after a background refresh, even a failed one; request again for the result. */
  readonly events?: AppEvents;
}

export interface RequestOptions {
  readonly refresh?: boolean | undefined;
  /** Only answers since then (milliseconds since 1970 UTC), even after a failure; offline, cached records. */
  readonly notBefore?: number | undefined;
  /** Waits for a refresh, and fails instead of running the query on an incomplete cache. For programs. */
  readonly wait?: boolean | undefined;
  /** Never sends a request. Fails with `offline` without a cached page. For scrolling. */
  readonly cachedOnly?: boolean | undefined;
  readonly fields?: readonly string[] | undefined;
  /** With `fields`: omits all else, and returns each value as its cache column spells it. */
  readonly plain?: boolean | undefined;
  /** Accepts an empty answer to a filter; for callers that claim nothing from it. */
  readonly mayBeEmpty?: boolean | undefined;
  /** Background work leaves the budget's reserve to the user. Default: `person`. */
  readonly purpose?: Purpose | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RequestContext extends RecordReaderOptions, Freshness {
  readonly offline: () => boolean;
  readonly waiting: RequestQueue;
  /** True once the service has refused to sort transactions by time. */
  readonly sorting: { byDayOnly: boolean };
}

export function createRequestContext(options: RecordReaderOptions): RequestContext {
  return {
    ...options,
    ...createFreshness(options),
    waiting: new RequestQueue(() => options.events?.emit('requestsChanged', options.connection.id)),
    sorting: { byDayOnly: false },
  };
}
