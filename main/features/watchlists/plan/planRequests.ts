import { isEverything, type Filter, type Query } from '../../../../preload/contract/query.ts';
import { listRequest } from '../../../data-service/client.ts';
import { joinBranches, type Branch, type Run } from './branches.ts';
import { intervalOf } from './intervals.ts';
import { filterOf, keyOf, pack, type Piece } from './pack.ts';
import type { MergedRequest, PlanList, RequestShape } from './types.ts';

/**
 * The requests that bring all that the lists ask for, as few as the query language and the length of a URL allow. Lists that may
 * wait least come first, and lists that wait alike go together.
 */
export function planRequests(lists: readonly PlanList[], shape: RequestShape): MergedRequest[] {
  const groups = Map.groupBy(lists, ({ apart }) => apart);
  return [...groups]
    .sort(([a], [b]) => a - b)
    .flatMap(([apart, members]) => planGroup(members, apart, shape));
}

/** The query of a page of a merged request. `newestBy`: the newest first; null: in the order that does not shift between pages. */
export function pageQuery(of: {
  filter: Filter;
  fromDay: string;
  newestBy: 'timestamp' | 'date' | null;
  page: number;
  perPage: number;
}): Query {
  const { filter, fromDay, newestBy, page, perPage } = of;
  const since: Filter = { operator: 'gte', field: 'date', value: fromDay };
  // Some services take no group without members.
  return {
    filter: isEverything(filter) ? since : { operator: 'and', filters: [since, filter] },
    sort: newestBy === null ? { field: 'id', direction: 'asc' } : { field: newestBy, direction: 'desc' },
    pagination: { page, perPage },
  };
}

/** Bytes of a request beside its conditions. */
const frameBytes = listRequest(
  'transactions',
  pageQuery({
    filter: { operator: 'or', filters: [] },
    fromDay: '2026-01-01',
    newestBy: 'timestamp',
    page: 1000,
    perPage: 1000,
  }),
).length;

/** Lists that may be requested together. */
export function planGroup(lists: readonly PlanList[], apart: number, shape: RequestShape): MergedRequest[] {
  const intervals = lists.map(intervalOf);
  const soonest = (indexes: readonly number[]): number =>
    indexes.reduce((least, index) => Math.min(least, intervals[index] ?? Infinity), Infinity);
  const pieces = joinBranches(lists)
    .flatMap((branch) => piecesOf(branch, soonest))
    .sort((a, b) => a.intervalMs - b.intervalMs || (a.branch.key < b.branch.key ? -1 : 1));
  return pack(pieces, shape.maxBytes - frameBytes).map((load) => {
    const filter = filterOf(load.pieces);
    const indexes = new Set<number>();
    for (const { branch, runs } of load.pieces) {
      if (branch.choice === null) for (const index of branch.lists) indexes.add(index);
      for (const { lists: wanting } of runs) for (const index of wanting) indexes.add(index);
    }
    const served = [...indexes].sort((a, b) => a - b).flatMap((index) => lists[index] ?? []);
    return {
      key: keyOf(load.pieces),
      filter,
      listIds: served.map(({ id }) => id),
      fromDay: served.reduce((first, { fromDay }) => (fromDay < first ? fromDay : first), '9999-12-31'),
      intervalMs: load.intervalMs,
      apart,
      isWide: false,
    };
  });
}

/** The values of a branch, those apart that may wait longer. */
function piecesOf(branch: Branch, soonest: (indexes: readonly number[]) => number): Piece[] {
  if (branch.choice === null) return [{ branch, runs: [], intervalMs: soonest(branch.lists) }];
  const byInterval: Map<number, Run[]> = Map.groupBy(branch.choice.runs, ({ lists }) => soonest(lists));
  return [...byInterval].map(([intervalMs, runs]) => ({ branch, runs, intervalMs }));
}
