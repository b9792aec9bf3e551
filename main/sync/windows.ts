import { dayMs, dayOf } from '../../preload/contract/days.ts';
import type { Filter, Query } from '../../preload/contract/query.ts';
import type { SyncProgress, SyncWindow } from './proof/types.ts';

/**
 * Windows in which long lists of transactions are read: whole days, in order. Deep pages of transactions time
 * out (service notes, "Paging"), and a resumed run does not read a window again.
 */

const pagesWanted = 20;
const pagesAtMost = 40;
const longestSpan = 3660;

/** True if a window has too many pages and can be shortened. */
export function isTooLong({ window, count, perPage }: SyncProgress): boolean {
  if (count === null || count <= pagesAtMost * perPage) return false;
  return window.kind === 'all' || (window.kind === 'days' && window.from !== window.to);
}

export function firstWindow({ count, perPage }: SyncProgress, oldest: string, today: string): SyncWindow {
  return days(oldest, spanOf(count, perPage, daysBetween(oldest, today)), today);
}

/** The beginning of a window that is too long, of about the right size. */
export function halveWindow({ window, count, perPage }: SyncProgress, today: string): SyncWindow {
  if (window.kind !== 'days') return window;
  const length = daysBetween(window.from, window.to ?? today);
  return days(window.from, Math.min(spanOf(count, perPage, length), length - 1), today);
}

/** The next window; null after the last. */
export function windowAfter({ window, count, perPage }: SyncProgress, today: string): SyncWindow | null {
  if (window.kind !== 'days' || window.to === null) return null;
  const length = daysBetween(window.from, window.to);
  return days(addDays(window.to, 1), Math.min(spanOf(count, perPage, length), 4 * length), today);
}

export function queryOf(
  filter: Filter | undefined,
  window: SyncWindow,
  pagination: { page: number; perPage: number },
  direction: 'asc' | 'desc' = 'asc',
): Query {
  const filters = [...(filter === undefined ? [] : [filter]), ...conditionsOf(window)];
  const [only, ...others] = filters;
  return {
    ...(only === undefined ? {} : { filter: others.length === 0 ? only : { operator: 'and', filters } }),
    sort: { field: 'id', direction },
    pagination,
  };
}

function conditionsOf(window: SyncWindow): Filter[] {
  switch (window.kind) {
    case 'all':
      return [];
    case 'undated':
      return [{ operator: 'equals', field: 'date', value: null }];
    case 'days': {
      const from: Filter = { operator: 'gte', field: 'date', value: window.from };
      return window.to === null ? [from] : [from, { operator: 'lte', field: 'date', value: window.to }];
    }
  }
}

/** The last window has no end, because a record may have a date in the future. */
function days(from: string, span: number, today: string): SyncWindow {
  const to = addDays(from, Math.max(span, 1) - 1);
  return { kind: 'days', from, to: to >= today ? null : to };
}

/** Days of a window of the right size, if `length` days have `count` records. */
function spanOf(count: number | null, perPage: number, length: number): number {
  const wanted = (pagesWanted * perPage * length) / Math.max(count ?? 0, 1);
  return Math.min(Math.floor(wanted), longestSpan);
}

function addDays(day: string, count: number): string {
  return dayOf(Date.parse(day) + count * dayMs);
}

function daysBetween(from: string, to: string): number {
  return Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1);
}
