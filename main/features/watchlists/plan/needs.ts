import { hourMs } from '../../../../preload/contract/days.ts';
import type { MergedRequest } from './types.ts';

/** What a plan needs and what there is. */
export interface Needs {
  /** Requests an hour where no list waits longer than it should. */
  readonly needed: number;
  /** Requests an hour that lists may spend; null where there is no limit. */
  readonly had: number | null;
  /** From one check of everything to the next, on average. */
  readonly everyMs: number;
  /** So many times longer than wanted each list waits; 1 where there is enough. */
  readonly stretch: number;
}

/** The part of a merged request that lists share out: how many requests one check takes, as learnt. */
export type CostOf = (request: MergedRequest) => number;

export function needsOf(requests: readonly MergedRequest[], costOf: CostOf, had: number | null): Needs {
  const round = requests.reduce((sum, request) => sum + costOf(request), 0);
  const needed = requests.reduce((sum, one) => sum + (costOf(one) * hourMs) / one.intervalMs, 0);
  if (requests.length === 0) return { needed: 0, had, everyMs: 0, stretch: 1 };
  const spent = had === null ? needed : Math.min(needed, had);
  return {
    needed,
    had,
    everyMs: (round * hourMs) / spent,
    stretch: had === null ? 1 : Math.max(1, needed / had),
  };
}

/** What each list costs an hour: of a request that serves several, each its part. */
export function costsOfLists(
  requests: readonly MergedRequest[],
  costOf: CostOf,
  stretch: number,
): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  for (const request of requests) {
    const part = (costOf(request) * hourMs) / (request.intervalMs * stretch) / request.listIds.length;
    for (const id of request.listIds) costs.set(id, (costs.get(id) ?? 0) + part);
  }
  return costs;
}

/** For example `These watchlists need 310 requests an hour; your limit is 120. They are checked every 155 minutes.` */
export function sentenceOf({ needed, had, everyMs }: Needs): string {
  if (needed === 0) return 'All watchlists are off. No requests are sent.';
  const count = needed < 1 ? 'less than one request' : counted(Math.ceil(needed - 0.05), 'request');
  const limit = had === null ? '' : `; your limit is ${Math.floor(had).toString()}`;
  return `These watchlists need ${count} an hour${limit}. They are checked every ${lasting(everyMs)}.`;
}

function lasting(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes === 1 ? 'minute' : `${minutes.toString()} minutes`;
}

function counted(count: number, noun: string): string {
  return `${count.toString()} ${noun}${count === 1 ? '' : 's'}`;
}
