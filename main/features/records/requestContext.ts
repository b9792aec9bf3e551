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
import { RequestQueue } from './requestQueue.ts';

export interface RecordReaderOptions extends FreshnessOptions {
  readonly client: Client;
  readonly cache: CacheStore;
  /**
   * Adds the definitions of the computed columns that a query names; there are none where it is left out. Rejects with `bad-query`
   * where one was deleted.
   */
  readonly defineQuery?: (resource: ResourceName, query: Query) => Promise<Query>;
  /** Emits `refreshed` where a stale page or record was refreshed behind the caller, or the refresh failed: request it again to see which. */
  readonly events?: AppEvents;
}

/** How an answer is wanted. */
export interface RequestOptions {
  /** Ask the service even when the cache is fresh. */
  readonly refresh?: boolean | undefined;
  /**
   * Only answers fetched at or after this moment, in milliseconds since 1970 UTC, and no older one where that fails; working
   * offline, the cached records instead of cached pages. For work that puts many pages together.
   */
  readonly notBefore?: number | undefined;
  /**
   * Where the cached page is stale, wait for the refresh instead of being notified later; and rather fail than run the query
   * on what happens to be cached. For programs.
   */
  readonly wait?: boolean | undefined;
  /** Send no request, for this or behind it; fails with `offline` where the cache holds no such page. For scrolling on. */
  readonly cachedOnly?: boolean | undefined;
  /** The fields of the catalogue that are wanted; without it records are whole. Fields it does not know always come. */
  readonly fields?: readonly string[] | undefined;
  /** With `fields`: nothing else is wanted, and each value in one spelling, as its column in the cache has it. */
  readonly plain?: boolean | undefined;
  /** An empty answer to a filter is taken as it is. For what claims nothing from it. */
  readonly mayBeEmpty?: boolean | undefined;
  /** Background work leaves the reserve of the budget to the person; `person` where left out. */
  readonly purpose?: Purpose | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What the use cases of one connection share: the way to the service and to the cache, and what is said of an answer. */
export interface RequestContext extends RecordReaderOptions, Freshness {
  readonly offline: () => boolean;
  readonly waiting: RequestQueue;
  /** True once the service has refused to sort transactions by their time. */
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
