import type { Budget } from '../../../preload/contract/budgets.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { Settings } from '../../../preload/contract/settings.ts';
import type { CacheStore } from '../../store/store.ts';
import type { RequestLimit } from './budgetLedger.ts';

/** What the settings say of a resource's request rate; null where nothing is known of a limit. */
export function limitOf(settings: Settings, resource: ResourceName): RequestLimit | null {
  const perHour =
    resource === 'transactions' ? settings.transactionsPerHour : settings.requestsPerHour[resource];
  return perHour === undefined
    ? null
    : { perHour, reserve: Math.min(settings.reservedRequests, perHour - 1) };
}

/** The state of a resource's budget, for the window. */
export async function readBudget(of: {
  connectionId: string;
  resource: ResourceName;
  limit: RequestLimit;
  cache: CacheStore;
  /** Requests that were taken from the bucket and are not spent. */
  held: number;
  waiting: readonly (Budget['waiting'][number] & { resource: ResourceName })[];
  now: number;
  uptime?: number;
}): Promise<Budget> {
  const { connectionId, resource, limit, cache, held, waiting, now, uptime } = of;
  const { perHour, reserve } = limit;
  const endpoint = resources[resource].path;
  const { left, nextAt } = await cache.readBudget({ endpoint, perHour, now, uptime, unused: held });
  return {
    connectionId,
    endpoint,
    perHour,
    left,
    nextAt,
    reserve,
    waiting: waiting
      .filter((waiter) => waiter.resource === resource)
      .map(({ title, since, until }) => ({ title, since, until })),
  };
}
