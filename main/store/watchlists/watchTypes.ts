import { z } from 'zod';
import type { Condition, Filter, Query } from '../../../preload/contract/query.ts';
import type { PageCounts, ResourceRecord } from '../../../preload/contract/records.ts';

/** The store's part of watchlists: derived from their rules, which are documents, and the records. */

export interface WatchRules {
  readonly id: string;
  /** If false, the list is neither matched nor counted. Its members stay. */
  readonly on: boolean;
  readonly filter: Filter;
  /** The filter in two parts, to look up an address once for all lists: conditions, and wallets. */
  readonly base: Filter | undefined;
  readonly wallets: readonly Condition[];
}

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

export type AlertHit = Readonly<z.infer<typeof alertHitSchema>>;

export interface WaitingHit {
  readonly number: number;
  /** Arrival of the transactions, in milliseconds since 1970 UTC. */
  readonly at: number;
  readonly hit: AlertHit;
}

export interface WatchState {
  readonly id: string;
  readonly count: number;
  readonly unread: number;
  readonly latestAt: number | null;
  /** The filter of the last complete check, which may be that of earlier rules. */
  readonly synced: Filter | null;
  readonly checkedAt: number | null;
  /** First day (`YYYY-MM-DD`, UTC) from which that check knew all; null: all days. */
  readonly completeSince: string | null;
  readonly lastDay: string | null;
}

export interface WatchAnswer {
  readonly query: Query;
  /** As in `RequestedPage`. */
  readonly isFurther?: boolean;
  readonly bytes: Uint8Array;
  /** Path and query of the request, as `listRequest` makes it. */
  readonly request: string;
  /** Milliseconds since 1970 UTC. */
  readonly fetchedAt: number;
}

export interface WatchIntakeResult {
  /** As the service echoed it. */
  readonly pagination: PageCounts;
  readonly count: number | null;
  /** Transactions in the answer, and those rejected, each with the reason. */
  readonly sent: number;
  readonly saysMore: boolean;
  readonly leftOut: readonly string[];
  readonly ids: readonly string[];
  /** For each list with matches: their number, and how many are new in the list. */
  readonly lists: readonly { readonly listId: string; readonly matched: number; readonly added: number }[];
  /** New transactions in the order of the answer, without a list's past. */
  readonly fresh: readonly {
    readonly record: ResourceRecord;
    readonly listIds: readonly string[];
  }[];
  readonly raised: number;
}

/**
 * Selects a feed's transactions. `since`: only transactions that arrived after this moment (milliseconds
 * since 1970 UTC).
 */
export interface FeedChoice {
  readonly listIds: readonly string[];
  readonly show: 'unread' | 'since' | 'all';
  readonly since: number;
}

/** Requests a list's cached transactions: the query's filter narrows the list; its sort and page apply. */
export interface MembersRequest {
  readonly listId: string;
  readonly query: Query;
  readonly fields?: readonly string[] | undefined;
}

export interface MarkRequest {
  readonly listIds: readonly string[];
  /** Default: all of the lists. */
  readonly ids?: readonly (string | number)[] | undefined;
  /** A day, `YYYY-MM-DD` in UTC. */
  readonly day?: string | undefined;
  readonly read: boolean;
  readonly until: number;
}
