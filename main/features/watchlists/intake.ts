import type { EventEmitter } from 'node:events';
import { canonicalJson } from '../../../preload/contract/json.ts';
import { isGroup, type Filter } from '../../../preload/contract/query.ts';
import { braces, resolveMovingDates } from '../../../preload/contract/movingDates.ts';
import { watchlistFilter, type Watchlist } from '../../../preload/contract/watchlists.ts';
import { fromOperators, isFrom } from '../../store/watchlists/firstDay.ts';
import type { WatchAnswer, WatchIntakeResult } from '../../store/watchlists/watchTypes.ts';

export interface WatchIntake {
  listWatched(): Promise<WatchedList[]>;
  /**
   * Stores an answer and matches it to every list, in one transaction on the store's thread. Transactions
   * that are new in a list are unread and may raise alerts, unless they are its history (outside
   * `WatchedList.synced`). Idempotent.
   * @throws FailureError `bad-answer` if the bytes are no list of transactions, `storage` if the cache is
   * full or fails
   */
  takeIn(answer: FetchedAnswer): Promise<IntakeResult>;
  /**
   * Call after a complete check, or the first sync, that began `at`: later matches are new. If the rules were
   * not checked before, it fetched the days from `from` (`YYYY-MM-DD`, UTC). Does nothing if the list's rules
   * changed.
   */
  markChecked(checked: WatchedList, at: number, from: string): Promise<void>;
  readonly events: Pick<EventEmitter<IntakeEvents>, 'on' | 'off'>;
}

export interface IntakeEvents {
  listsChanged: [];
  fresh: [fresh: readonly FreshTransaction[]];
}

export interface WatchedList {
  readonly list: Watchlist;
  readonly filter: Filter;
  /** The filter of the last complete check, null before; see `isProven`. */
  readonly synced: Filter | null;
  /** Start of that check, in milliseconds since 1970 UTC. */
  readonly checkedAt: number | null;
  /** As in `WatchState`. */
  readonly completeSince: string | null;
  /** Last day (`YYYY-MM-DD`, UTC) of cached transactions. */
  readonly lastDay: string | null;
}

/** The filter of a list with the moving dates of a moment. */
export function filterAt(list: Watchlist, moment: number): Filter {
  return watchlistFilter({ ...list, query: resolveMovingDates(list.query, moment) }) ?? { filters: [] };
}

/** Whether the last complete check was one of the list's current rules, with the dates of today. */
export function isProven({ synced, filter }: Pick<WatchedList, 'synced' | 'filter'>): boolean {
  return canonicalJson(synced) === canonicalJson(filter);
}

/** Whether the last complete check was one of the list's current rules, with the dates of its day. */
export function wasProven({
  list,
  synced,
  checkedAt,
}: Pick<WatchedList, 'list' | 'synced' | 'checkedAt'>): boolean {
  return checkedAt !== null && isProven({ synced, filter: filterAt(list, checkedAt) });
}

/** First day from which all is known after a check at `at` that fetched new rules from `from`; null: all days. */
export function completeSinceOf(checked: WatchedList, at: number, from: string): string | null {
  const { list, filter, checkedAt, completeSince } = checked;
  const isPart = wasProven(checked) && Number(checkedAt) <= at && narrows(list.query.filter);
  const since = isProven(checked) || isPart ? completeSince : from;
  return since === null || isFrom(filter, since) ? null : since;
}

/** Whether moving dates only make the filter match less as time passes. */
function narrows(filter: Filter = { filters: [] }): boolean {
  if (isGroup(filter)) return filter.filters.every(narrows);
  return fromOperators.includes(filter.operator) || JSON.stringify(filter.value).match(braces) === null;
}

export type FetchedAnswer = WatchAnswer;

export type IntakeResult = Omit<WatchIntakeResult, 'raised'>;

export type FreshTransaction = IntakeResult['fresh'][number];
