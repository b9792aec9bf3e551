import type { Budget } from '../../../preload/contract/budgets.ts';
import { documentedPerHour, type Settings } from '../../../preload/contract/settings.ts';
import { limitedResource } from '../../data-service/assumptions.ts';
import type { BudgetLedger, GrantedLimit } from '../../data-service/budget.ts';
import { resourceNames, resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { longestHoldMs } from '../../store/cache/maintenance/budgets.ts';
import type { CacheStore } from '../../store/store.ts';

export interface RequestLimit {
  readonly perHour: number;
  readonly reserve: number;
}

/** Pause after a 429 without `Retry-After`, for an endpoint without a known limit. */
const defaultPauseMs = 30_000;

/** Takes several requests at once while many remain, to save calls to the store's thread. */
export interface HoldingLedger extends BudgetLedger {
  held(endpoint: string): number;
  limitOf(resource: ResourceName): RequestLimit | null;
  giveBack(): Promise<void>;
}

interface Held {
  readonly perHour: number;
  readonly untils: number[];
  readonly timer: NodeJS.Timeout;
}

/** The budget lives in the cache database, which the window and the command line share. */
export function createBudgetLedger(options: {
  cache: Pick<CacheStore, 'takeRequest' | 'giveBack' | 'emptyBudget' | 'readBudget'>;
  limitOf: (resource: ResourceName) => RequestLimit | null;
  now: () => number;
  /** Returns how long this computer has been running, in milliseconds; without it, only the clock counts. */
  uptime?: (() => number) | undefined;
  onChanged: () => void;
}): HoldingLedger {
  const { cache, now, uptime, onChanged } = options;
  const granted = new Map<string, number>();

  function limitOf(resource: ResourceName): RequestLimit | null {
    const stated = options.limitOf(resource);
    const perHour = granted.get(resources[resource].path) ?? 0;
    // A configured limit below the documented one is the user's choice, and stays.
    return stated === null || stated.perHour < documentedPerHour
      ? stated
      : { ...stated, perHour: Math.max(stated.perHour, perHour) };
  }

  async function raise(path: string, ofKey: GrantedLimit | null): Promise<void> {
    const before = bucketOf(path);
    granted.set(path, ofKey?.perHour ?? 0);
    const bucket = bucketOf(path);
    if (ofKey === null || bucket === null || before === null || bucket.perHour <= before.perHour) return;
    const { endpoint, perHour } = bucket;
    const asked = { endpoint, perHour, unused: release(endpoint), ...times() };
    await cache.giveBack(asked);
    const { left } = await cache.readBudget({ ...asked, unused: 0 });
    if (ofKey.left > left) await cache.giveBack({ ...asked, unused: ofKey.left - left });
  }

  const pauses = new Map<string, { readonly since: number; readonly until: number }>();

  const helds = new Map<string, Held>();
  const times = (): { now: number; uptime: number | undefined } => ({ now: now(), uptime: uptime?.() });

  function spend(endpoint: string, perHour: number, at: number): boolean {
    const held = helds.get(endpoint);
    const until = held?.perHour === perHour ? held.untils.at(-1) : undefined;
    // After the clock was set back, the time held is unknown.
    if (until === undefined || at > until || at < until - longestHoldMs(perHour)) return false;
    held?.untils.pop();
    return true;
  }

  function release(endpoint: string): number {
    const held = helds.get(endpoint);
    clearTimeout(held?.timer);
    helds.delete(endpoint);
    return held?.untils.length ?? 0;
  }

  function hold(endpoint: string, perHour: number, count: number, until: number): void {
    const known = helds.get(endpoint)?.untils ?? [];
    release(endpoint);
    const timer = setTimeout(() => void giveBackTo(endpoint, perHour), longestHoldMs(perHour));
    timer.unref();
    helds.set(endpoint, { perHour, untils: [...known, ...new Array<number>(count).fill(until)], timer });
  }

  /** Requests that cannot be given back expire within the hour. */
  async function giveBackTo(endpoint: string, perHour: number): Promise<void> {
    const unused = release(endpoint);
    if (unused > 0) await cache.giveBack({ endpoint, perHour, unused, ...times() }).catch(() => undefined);
  }

  function bucketOf(path: string): (RequestLimit & { endpoint: string }) | null {
    const resource = limitedResource(path);
    const limit = resource === null ? null : limitOf(resource);
    return resource === null || limit === null ? null : { ...limit, endpoint: resources[resource].path };
  }

  return {
    limitOf,
    async take(path, purpose, ofKey = null) {
      await raise(path, ofKey);
      const bucket = bucketOf(path);
      if (bucket === null) {
        const { since = 0, until = 0 } = pauses.get(path) ?? {};
        // After the clock was set back, the length of the pause is unknown.
        const isPaused = since <= now() && now() < until;
        return isPaused ? { granted: false, nextAt: until } : { granted: true, nextAt: null };
      }
      const { endpoint, perHour, reserve } = bucket;
      const keep = purpose === 'background' ? Math.min(reserve, perHour - 1) : 0;
      const asked = times();
      const at = asked.uptime ?? asked.now;
      if (spend(endpoint, perHour, at)) {
        onChanged();
        return { granted: true, nextAt: null };
      }
      const unused = release(endpoint);
      const grant = await cache.takeRequest({ endpoint, perHour, keep, reserve, unused, ...asked });
      if (grant.granted && grant.taken > 1)
        hold(endpoint, perHour, grant.taken - 1, at + longestHoldMs(perHour));
      onChanged();
      return grant;
    },
    async exhausted(path, retryAt) {
      const bucket = bucketOf(path);
      if (bucket === null) {
        pauses.set(path, { since: now(), until: retryAt ?? now() + defaultPauseMs });
        return;
      }
      const { endpoint, perHour } = bucket;
      release(endpoint);
      await cache.emptyBudget({ endpoint, perHour, retryAt, ...times() });
      onChanged();
    },
    held: (endpoint) => helds.get(endpoint)?.untils.length ?? 0,
    async giveBack() {
      await Promise.all([...helds].map(([endpoint, { perHour }]) => giveBackTo(endpoint, perHour)));
    },
  };
}

export function limitOf(settings: Settings, resource: ResourceName): RequestLimit | null {
  const perHour =
    resource === 'transactions' ? settings.transactionsPerHour : settings.requestsPerHour[resource];
  return perHour === undefined
    ? null
    : { perHour, reserve: Math.min(settings.reservedRequests, perHour - 1) };
}

export function readBudgets(of: {
  connectionId: string;
  cache: Pick<CacheStore, 'readBudget'>;
  ledger: Pick<HoldingLedger, 'held' | 'limitOf'>;
  waiting: readonly (Budget['waiting'][number] & { resource: ResourceName })[];
  now: number;
  uptime?: number;
}): Promise<Budget[]> {
  const { connectionId, cache, ledger, waiting, now, uptime } = of;
  return Promise.all(
    resourceNames.flatMap((resource): Promise<Budget>[] => {
      const limit = ledger.limitOf(resource);
      if (limit === null) return [];
      const { perHour, reserve } = limit;
      const endpoint = resources[resource].path;
      const own = waiting
        .filter((waiter) => waiter.resource === resource)
        .map(({ title, since, until }) => ({ title, since, until }));
      const asked = { endpoint, perHour, now, uptime, unused: ledger.held(endpoint) };
      return [
        cache.readBudget(asked).then(({ left, nextAt }) => ({
          ...{ connectionId, endpoint, perHour, left, nextAt, reserve },
          waiting: own,
        })),
      ];
    }),
  );
}
