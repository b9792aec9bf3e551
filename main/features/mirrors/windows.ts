import { dayMs, dayOf } from '../../../preload/contract/days.ts';
import { isDated } from '../../../preload/contract/mirrors.ts';
import type { Filter, Query } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { MirrorPass, MirrorWindow } from './mirrorState.ts';

/** The windows in which a mirror reads a resource: whole days of transactions, everything of any other. */

/** A window of so many pages is read again at little cost when the service changes meanwhile. */
const pagesAtMost = 20;
const pagesWanted = 10;
const longestSpan = 366;

/** Returns the window after those that a pass has covered; null where it has covered all. */
export function nextWindow(
  resource: ResourceName,
  { nextDay, lastDay, span }: MirrorPass,
): MirrorWindow | null {
  if (!isDated(resource)) return { kind: 'all' };
  if (nextDay === null) return null;
  if (nextDay > lastDay) return { kind: 'undated' };
  const to = addDays(nextDay, span - 1);
  return { kind: 'days', from: nextDay, to: to < lastDay ? to : lastDay };
}

/** Returns the first half of a window that has more pages than are read at once; null where it is short enough, or a single day. */
export function shortened(window: MirrorWindow, pages: number): MirrorWindow | null {
  if (window.kind !== 'days' || pages <= pagesAtMost || window.from === window.to) return null;
  const days = Math.max(1, Math.floor((daysOf(window) * pagesWanted) / pages));
  return { ...window, to: addDays(window.from, days - 1) };
}

/** Returns how many days the next window takes, after one that had so many pages. */
export function spanAfter(window: MirrorWindow, pages: number): number {
  if (window.kind !== 'days') return 1;
  const span = Math.floor((daysOf(window) * pagesWanted) / Math.max(1, pages));
  return Math.max(1, Math.min(longestSpan, span, 4 * daysOf(window)));
}

/** Returns the query of a page: in the order of ids, which stays when records are added. Rule: service notes, "Paging". */
export function queryOf(
  window: MirrorWindow,
  filter: Filter | undefined,
  pagination: { page: number; perPage: number },
): Query {
  const filters = [...(filter === undefined ? [] : [filter]), ...conditionsOf(window)];
  const [only, ...others] = filters;
  return {
    ...(only === undefined ? {} : { filter: others.length === 0 ? only : { operator: 'and', filters } }),
    sort: { field: 'id', direction: 'asc' },
    pagination,
  };
}

function conditionsOf(window: MirrorWindow): Filter[] {
  switch (window.kind) {
    case 'all':
      return [];
    case 'undated':
      return [{ operator: 'equals', field: 'date', value: null }];
    case 'days':
      return [
        { operator: 'gte', field: 'date', value: window.from },
        { operator: 'lte', field: 'date', value: window.to },
      ];
  }
}

export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * dayMs);
}

function daysOf({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}
