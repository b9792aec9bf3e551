import { limitedResource } from '../../data-service/assumptions.ts';
import type { BudgetLedger } from '../../data-service/budget.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { CacheStore } from '../../store/store.ts';

/** What limits the requests to one endpoint. */
export interface RequestLimit {
  readonly perHour: number;
  /** Requests that background work leaves to the person. */
  readonly reserve: number;
}

/** After a 429 without a word on when to come back, an endpoint without a known limit is left alone for this long. */
const defaultPauseMs = 30_000;

/** The budget of a connection, stored in its cache database, so that the window and the command line spend from one bucket. */
export function createBudgetLedger(options: {
  cache: Pick<CacheStore, 'takeRequest' | 'emptyBudget'>;
  /** Null for a resource whose limit is not known. */
  limitOf: (resource: ResourceName) => RequestLimit | null;
  now: () => number;
  /** How long this computer has been running, in milliseconds; where left out, the clock alone is believed. */
  uptime?: (() => number) | undefined;
  onChanged: () => void;
}): BudgetLedger {
  const { cache, limitOf, now, uptime, onChanged } = options;
  /** Until when an endpoint without a known limit is left alone, because the service said so. */
  const pauses = new Map<string, number>();

  /** The bucket that pays for the requests of a path, where there is one. */
  function bucketOf(path: string): (RequestLimit & { endpoint: string }) | null {
    const resource = limitedResource(path);
    const limit = resource === null ? null : limitOf(resource);
    return resource === null || limit === null ? null : { ...limit, endpoint: resources[resource].path };
  }

  return {
    async take(path, purpose) {
      const bucket = bucketOf(path);
      if (bucket === null) {
        const until = pauses.get(path) ?? 0;
        return until > now() ? { granted: false, nextAt: until } : { granted: true, nextAt: null };
      }
      const { endpoint, perHour, reserve } = bucket;
      const keep = purpose === 'background' ? Math.min(reserve, perHour - 1) : 0;
      const grant = await cache.takeRequest({ endpoint, perHour, keep, now: now(), uptime: uptime?.() });
      onChanged();
      return grant;
    },
    async exhausted(path, retryAt) {
      const bucket = bucketOf(path);
      if (bucket === null) {
        pauses.set(path, retryAt ?? now() + defaultPauseMs);
        return;
      }
      const { endpoint, perHour } = bucket;
      await cache.emptyBudget({ endpoint, perHour, now: now(), uptime: uptime?.(), retryAt });
      onChanged();
    },
  };
}
