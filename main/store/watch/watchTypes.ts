import { z } from 'zod';
import type { FeedEntry, FeedGroup } from '../../../preload/contract/calls/feed.ts';
import type { WatchlistEvent, WatchlistFigures } from '../../../preload/contract/calls/watchlists.ts';
import type { Condition, Filter, Query } from '../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import type { LocalAnswer } from '../storeTypes.ts';

/** What the store keeps of watchlists. Their rules are the user's own things; here is what follows from them and the records. */

/** A list as transactions are matched to it. */
export interface WatchRules {
  readonly id: string;
  /** False: neither matched nor counted, what it has stays. */
  readonly on: boolean;
  /** Everything it asks for. */
  readonly filter: Filter;
  /** The same in two parts, so that one look at an address serves all lists: what must hold, and the wallets one of which must. */
  readonly base: Filter | undefined;
  readonly wallets: readonly Condition[];
}

/** An alert on the new transactions of a list. */
export type AlertRules = { readonly id: string; readonly listId: string; readonly since: number } & (
  | { readonly kind: 'transaction'; readonly filter: Filter | undefined }
  | {
      readonly kind: 'sum';
      /** The spellings of the wallet; null for any. */
      readonly wallet: readonly string[] | null;
      readonly direction: 'in' | 'out' | 'either';
      readonly moreThan: number;
      readonly hours: number;
    }
);

export const alertHitSchema = z.object({
  alertId: z.string(),
  listId: z.string(),
  /** Of the transactions, the latest first; at most fifty of `count`. */
  ids: z.array(z.union([z.string(), z.number()])).readonly(),
  count: z.number(),
  /** Their sum in US dollars; null where the only one has no value. */
  dollars: z.number().nullable(),
  /** The time of the first and the last, in milliseconds since 1970 UTC. */
  from: z.number(),
  to: z.number(),
});

/** An alert that new transactions raise: for each cause one. */
export type AlertHit = Readonly<z.infer<typeof alertHitSchema>>;

/** A hit that waits until it stands in the log of alerts. */
export interface WaitingHit {
  readonly number: number;
  /** When the transactions arrived, in milliseconds since 1970 UTC. */
  readonly at: number;
  readonly hit: AlertHit;
}

/** What is known of a list. Times in milliseconds since 1970 UTC. */
export interface WatchState {
  readonly id: string;
  readonly count: number;
  readonly unread: number;
  readonly latestAt: number | null;
  /** What was fetched completely at least once. */
  readonly synced: Filter | null;
  readonly syncedAt: number | null;
  readonly checkedAt: number | null;
  readonly lastDay: string | null;
}

/** The answer to a list request of transactions. */
export interface WatchAnswer {
  /** The query as sent. */
  readonly query: Query;
  readonly bytes: Uint8Array;
  /** Path and query of the request, as `listRequest` makes it. */
  readonly request: string;
  /** In milliseconds since 1970 UTC. */
  readonly fetchedAt: number;
}

/** What an answer held. */
export interface WatchTaken {
  /** As the service echoed it. */
  readonly pagination: {
    readonly page: number;
    readonly perPage: number;
    readonly pageCount: number;
    readonly resultCount: number;
  };
  /** Transactions in the answer. */
  readonly records: number;
  /** Those of them that were not in the cache before. */
  readonly unknown: number;
  /** How many of them lie in each ten minutes, `YYYY-MM-DDTHH:M` in UTC, or on a day as a whole where they have no time. */
  readonly slots: ReadonlyMap<string, number>;
  /** Their days (`YYYY-MM-DD`, UTC), the first and the last; null where the answer was empty. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  /** For each list that the answer had something for: all of it, and what the list did not have before. */
  readonly lists: readonly { readonly listId: string; readonly matched: number; readonly added: number }[];
  /** What is new, in the order of the answer. What is only a list's past is not among it. */
  readonly fresh: readonly {
    readonly record: ResourceRecord;
    /** `YYYY-MM-DD`, UTC; null where the record names none. */
    readonly day: string | null;
    readonly listIds: readonly string[];
  }[];
  /** How many alerts new transactions raise: `readHits` gives them. */
  readonly raised: number;
}

/** Which transactions a feed shows: `since` names the moment after which they arrived. */
export interface FeedChoice {
  readonly listIds: readonly string[];
  readonly show: 'unread' | 'since' | 'all';
  readonly since: number;
}

/** Asks for the cached transactions of a list: of the query its filter, which narrows the list, its sort and its page. */
export interface MembersRequest {
  readonly listId: string;
  readonly query: Query;
  /** The fields of the catalogue that are wanted; all where left out. */
  readonly fields?: readonly string[] | undefined;
}

export interface MarkRequest {
  readonly listIds: readonly string[];
  /** Only these; all of the lists where left out. */
  readonly ids?: readonly (string | number)[] | undefined;
  /** Only those of this day, `YYYY-MM-DD` in UTC. */
  readonly day?: string | undefined;
  readonly read: boolean;
  readonly until: number;
}

/** The state of watchlists in the cache of one connection. */
export interface WatchStore {
  /**
   * States what is watched from now on. What belonged to other lists is forgotten. Gives the lists whose rules are new to the
   * store: `findMembers` and `setMembers` bring them up to date.
   */
  setRules(
    lists: readonly WatchRules[],
    alerts: readonly AlertRules[],
  ): Promise<{ listId: string; isNew: boolean }[]>;
  /** The keys of the cached transactions that match. Rejects with `bad-query` where the filter cannot be answered. */
  findMembers(filter: Filter, signal?: AbortSignal): Promise<Float64Array>;
  /** The members of a list by `filter`; those that it did not have are its past. What arrived after `asOf` stays. Gives how many were added. */
  setMembers(request: {
    listId: string;
    filter: Filter;
    keys: Float64Array;
    asOf: number;
    now: number;
  }): Promise<number>;
  takeIn(answer: WatchAnswer, limit: number): Promise<WatchTaken | { readonly problem: string }>;
  /** What new transactions have raised and was not settled, the earliest first. */
  readHits(): Promise<WaitingHit[]>;
  /** They stand in the log of alerts. */
  settleHits(numbers: readonly number[]): Promise<void>;
  markSynced(listId: string, filter: Filter, at: number): Promise<void>;
  markChecked(listIds: readonly string[], at: number): Promise<void>;
  markRead(request: MarkRequest): Promise<void>;
  noteLook(at: number): Promise<void>;
  readStates(): Promise<WatchState[]>;
  readUnread(): Promise<{
    lists: { id: string; unread: number; sinceLook: number }[];
    lookedAt: number | null;
  }>;
  readFeed(
    request: FeedChoice & { before: string | null; days: number; entries: number },
    signal?: AbortSignal,
  ): Promise<{ groups: FeedGroup[]; next: string | null }>;
  readEntries(
    request: FeedChoice & { day: string; offset: number; limit: number },
    signal?: AbortSignal,
  ): Promise<FeedEntry[]>;
  /** Rejects with `bad-query` where the query cannot be answered. */
  readMembers(request: MembersRequest, signal?: AbortSignal): Promise<LocalAnswer>;
  readFigures(
    request: {
      listId: string;
      wallets: readonly { address: string; label: string; spellings: readonly string[] }[];
      from: string | null;
      to: string | null;
    },
    signal?: AbortSignal,
  ): Promise<WatchlistFigures>;
  readEvents(listId: string, limit: number): Promise<WatchlistEvent[]>;
}
