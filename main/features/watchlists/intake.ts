import type { EventEmitter } from 'node:events';
import type { Filter } from '../../../preload/contract/query.ts';
import type { Watchlist } from '../../../preload/contract/watchlists.ts';
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
  /** Call after a sync of `filter`: later matches are new. Does nothing if the list's rules changed. */
  markSynced(listId: string, filter: Filter): Promise<void>;
  markChecked(listIds: readonly string[], at: number): Promise<void>;
  readonly events: Pick<EventEmitter<IntakeEvents>, 'on' | 'off'>;
}

export interface IntakeEvents {
  listsChanged: [];
  fresh: [fresh: readonly FreshTransaction[]];
}

export interface WatchedList {
  readonly list: Watchlist;
  readonly filter: Filter;
  /** The last completely synced filter (`canonicalJson`); null before. Equals `filter` if complete. */
  readonly synced: Filter | null;
  /** Milliseconds since 1970 UTC. */
  readonly checkedAt: number | null;
  /** Last day (`YYYY-MM-DD`, UTC) of cached transactions. */
  readonly lastDay: string | null;
}

export type FetchedAnswer = WatchAnswer;

export type IntakeResult = Omit<WatchIntakeResult, 'raised'>;

export type FreshTransaction = IntakeResult['fresh'][number];
