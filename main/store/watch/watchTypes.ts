import { z } from 'zod';
import type { Condition, Filter, Query } from '../../../preload/contract/query.ts';
import type { PageCounts, ResourceRecord } from '../../../preload/contract/records.ts';

/** The store's part of watchlists: derived from their rules, which are documents, and the records. */

/** A list as transactions are matched to it. */
export interface WatchRules {
  readonly id: string;
  /** If false, the list is neither matched nor counted. Its members stay. */
  readonly on: boolean;
  /** Its whole filter. */
  readonly filter: Filter;
  /** The filter in two parts, to look up an address once for all lists: conditions, and wallets. */
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
  /** Ids of the latest of `count` transactions, at most fifty. */
  ids: z.array(z.union([z.string(), z.number()])).readonly(),
  count: z.number(),
  /** Their sum in US dollars; null if the only one has no value. */
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

/** The state of a list. Times in milliseconds since 1970 UTC. */
export interface WatchState {
  readonly id: string;
  readonly count: number;
  readonly unread: number;
  readonly latestAt: number | null;
  /** The filter that was fetched completely at least once. */
  readonly synced: Filter | null;
  readonly syncedAt: number | null;
  readonly checkedAt: number | null;
  readonly lastDay: string | null;
}

/** The answer to a list request of transactions. */
export interface WatchAnswer {
  /** The query as sent. */
  readonly query: Query;
  /** As in `RequestedPage`. */
  readonly isFurther?: boolean;
  readonly bytes: Uint8Array;
  /** Path and query of the request, as `listRequest` makes it. */
  readonly request: string;
  /** In milliseconds since 1970 UTC. */
  readonly fetchedAt: number;
}

/** The contents of an answer. */
export interface WatchIntakeResult {
  /** As the service echoed it. */
  readonly pagination: PageCounts;
  /** Transactions at the service, as it counts them; null if it does not. */
  readonly count: number | null;
  /** Transactions in the answer, and those of them that cannot be kept, each with the reason. */
  readonly sent: number;
  readonly leftOut: readonly string[];
  /** Ids of the answer's transactions, in its order. */
  readonly ids: readonly string[];
  /** For each list that the answer had something for: all of it, and what the list did not have before. */
  readonly lists: readonly { readonly listId: string; readonly matched: number; readonly added: number }[];
  /** New transactions in the order of the answer, without those of a list's past. */
  readonly fresh: readonly {
    readonly record: ResourceRecord;
    readonly listIds: readonly string[];
  }[];
  /** Number of alerts that new transactions raise; `readHits` returns them. */
  readonly raised: number;
}

/** Which transactions a feed shows: `since` names the moment after which they arrived. */
export interface FeedChoice {
  readonly listIds: readonly string[];
  readonly show: 'unread' | 'since' | 'all';
  readonly since: number;
}

/** Requests a list's cached transactions: the query's filter narrows the list; its sort and page apply. */
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
