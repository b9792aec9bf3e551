import { dayMs } from '../../../../preload/contract/days.ts';
import { isGroup, type Filter } from '../../../../preload/contract/query.ts';
import { canonicalJson } from '../../../../preload/contract/json.ts';
import { planGroup, planRequests } from './planRequests.ts';
import type { MergedRequest, PlanList, RequestShape } from './types.ts';

/**
 * Many wallets take many requests, in each of which there is little. Where it takes fewer, they are requested in one that leaves
 * wallets out: it brings more than the lists want, which is matched on this computer. How many transactions such a request
 * brings is asked of the service once, and learnt from its answers while it is in use.
 */

/** What is known of wide requests. */
export interface WideKnowledge {
  /** Transactions a day; null where the service does not answer such a request, undefined where it was never requested. */
  readonly perDayOf: (key: string) => number | null | undefined;
  /** Where wide and narrow cost about the same, it stays as it is. */
  readonly isWide: boolean;
  /** False where all pages of a wide request are read to find what appears late. */
  readonly sweeps: boolean;
  readonly lateDays: number;
  /** A first reading goes back so many days. */
  readonly firstDays: number;
}

export interface Choice {
  readonly requests: readonly MergedRequest[];
  /** A wide request of which it should be known how much it brings; null where none is worth that. */
  readonly measure: { readonly key: string; readonly filter: Filter } | null;
}

/** Fewer narrow requests are not worth a wide one. */
const fewestReplaced = 2;

/** What is stored for good: more a day would soon fill the cache. */
const maxPerDay = 20_000;

/** More is stored with a wide request: it must save so much. */
const leastSaving = 1.25;

/** As `planRequests`, with a wide request in the place of narrow ones where that takes fewer. */
export function chooseRequests(
  lists: readonly PlanList[],
  shape: RequestShape,
  knowledge: WideKnowledge,
): Choice {
  const groups = [...Map.groupBy(lists, ({ apart }) => apart)].sort(([a], [b]) => a - b);
  let measure: Choice['measure'] = null;
  const requests = groups.flatMap(([apart, members]) => {
    const narrow = planGroup(members, apart, shape);
    // Lists that are suspected are looked at one by one.
    if (apart > 1 || narrow.length < fewestReplaced) return narrow;
    const filter = wideFilter(members, shape);
    const key = canonicalJson(filter);
    const perDay = knowledge.perDayOf(key);
    if (perDay === undefined) measure = { key, filter };
    if (perDay === undefined || perDay === null || perDay > maxPerDay) return narrow;
    return isWorthIt(narrow, apart === 1, perDay, shape, knowledge)
      ? [wideRequest(narrow, members, key, filter, apart)]
      : narrow;
  });
  return { requests, measure };
}

/** A filter without its conditions on wallets, which matches no less; null where nothing is left: everything. */
export function withoutWallets(filter: Filter): Filter | null {
  if (!isGroup(filter)) return walletFields.has(filter.field) ? null : filter;
  const left = filter.filters.map(withoutWallets).filter((member) => member !== null);
  const isAll = left.length === filter.filters.length;
  if (left.length === 0 || (filter.operator === 'or' && !isAll)) return null;
  return { ...filter, filters: left };
}

const walletFields: ReadonlySet<string> = new Set(['from_address', 'to_address']);

const everything: Filter = { operator: 'and', filters: [] };

/** One filter that brings all that the lists ask for. */
function wideFilter(lists: readonly PlanList[], shape: RequestShape): Filter {
  const relaxed: PlanList[] = [];
  for (const list of lists) {
    const filter = withoutWallets(list.filter);
    if (filter === null) return everything;
    relaxed.push({ ...list, filter, importance: 'normal', perHour: null });
  }
  const [only, ...others] = planRequests(relaxed, shape);
  return only === undefined || others.length > 0 ? everything : only.filter;
}

/** Requests a day of narrow requests. */
function narrowCost(narrow: readonly MergedRequest[]): number {
  return narrow.reduce((sum, { intervalMs }) => sum + dayMs / intervalMs + 1, 0);
}

/** Requests a day of the wide one in their place. All pages are read once a day, and up to twice where much of it is late. */
function wideCost(
  narrow: readonly MergedRequest[],
  perDay: number,
  { perPage }: RequestShape,
  { lateDays, sweeps }: WideKnowledge,
): number {
  const all = sweeps ? 0 : 2 * Math.ceil((perDay * (lateDays + 1)) / perPage);
  return dayMs / soonest(narrow) + perDay / perPage + all;
}

/** Whether the wide request takes fewer: for a first reading in all, else a day. */
function isWorthIt(
  narrow: readonly MergedRequest[],
  isFirst: boolean,
  perDay: number,
  shape: RequestShape,
  knowledge: WideKnowledge,
): boolean {
  if (isFirst) return Math.ceil((perDay * knowledge.firstDays) / shape.perPage) < narrow.length;
  const factor = knowledge.isWide ? leastSaving : 1 / leastSaving;
  return wideCost(narrow, perDay, shape, knowledge) < narrowCost(narrow) * factor;
}

function soonest(requests: readonly MergedRequest[]): number {
  return requests.reduce((least, { intervalMs }) => Math.min(least, intervalMs), Infinity);
}

function wideRequest(
  replaced: readonly MergedRequest[],
  lists: readonly PlanList[],
  key: string,
  filter: Filter,
  apart: number,
): MergedRequest {
  return {
    key,
    filter,
    listIds: lists.map(({ id }) => id),
    fromDay: replaced.reduce((first, { fromDay }) => (fromDay < first ? fromDay : first), '9999-12-31'),
    intervalMs: soonest(replaced),
    apart,
    isWide: true,
  };
}
