import type { EventEmitter } from 'node:events';
import type { Filter } from '../../../preload/contract/query.ts';
import type { Watchlist } from '../../../preload/contract/watchlists.ts';
import type { WatchAnswer, WatchIntakeResult } from '../../store/watch/watchTypes.ts';

/**
 * Takes fetched transactions into the watchlists of one connection. Every caller that fetches transactions passes each answer here. The
 * answer is matched to all lists, not only to the one that it was requested for.
 */
export interface WatchIntake {
  /** The lists that are on, each with its whole filter. */
  listWatched(): Promise<WatchedList[]>;
  /**
   * Stores the answer to a list request of transactions and matches it to every list, together or not at all, on the store's
   * thread. What a list has not had before is new in it, unread, and may raise alerts; except for what is only its past:
   * transactions that do not match `WatchedList.synced`. The same answer handed over twice changes nothing.
   * @throws FailureError `bad-answer` where the bytes are no list of transactions, `storage` where the cache is full or cannot be written.
   */
  takeIn(answer: FetchedAnswer): Promise<IntakeResult>;
  /**
   * Everything that `filter` asks for was fetched: what the cache has of it belongs to the list, and it becomes the list's `synced`, so from now
   * on what comes and matches it is new. Call it when the first sync of a list is over, and again when that of its changed rules is. Does
   * nothing where the list has other rules by now.
   */
  markSynced(listId: string, filter: Filter): Promise<void>;
  /** Call after the service answered for these lists, with or without new transactions. */
  markChecked(listIds: readonly string[], at: number): Promise<void>;
  readonly events: Pick<EventEmitter<IntakeEvents>, 'on' | 'off'>;
}

export interface IntakeEvents {
  /** Lists were made, changed, switched or removed. */
  listsChanged: [];
  /** New transactions, each once. */
  fresh: [fresh: readonly FreshTransaction[]];
}

/** A list that is on. */
export interface WatchedList {
  readonly list: Watchlist;
  /** `watchlistFilter(list)`. */
  readonly filter: Filter;
  /**
   * What was fetched completely at least once: equal to `filter` (by `canonicalJson`) where nothing is missing, an older filter
   * after the rules were changed, null before the first sync.
   */
  readonly synced: Filter | null;
  /** In milliseconds since 1970 UTC; null before. */
  readonly checkedAt: number | null;
  /** The last day (`YYYY-MM-DD`, UTC) of its transactions in the cache; null where there is none. */
  readonly lastDay: string | null;
}

/** The answer to `GET /v4/transactions`, as `Client.list` gives it. */
export type FetchedAnswer = WatchAnswer;

/** What an answer contained. Its alerts are handled before this is returned. */
export type IntakeResult = Omit<WatchIntakeResult, 'raised'>;

/** A new transaction, and the lists it is new in. */
export type FreshTransaction = IntakeResult['fresh'][number];
