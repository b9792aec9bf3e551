import { z } from 'zod';
import { call, event, connectionId, recordId, ticket } from './call.ts';
import { daySchema } from './history.ts';
import type { ResourceRecord } from './records.ts';
import { watchlistId } from './watchlists.ts';

/** Which transactions a feed shows. `since`: those that arrived since the user last looked. */
export const feedShows = ['unread', 'since', 'all'] as const;

/** A transaction in the feed of a list. */
export interface FeedEntry {
  readonly transaction: ResourceRecord;
  readonly unread: boolean;
}

/** The transactions of a list on a day. */
export interface FeedGroup {
  readonly day: string;
  readonly listId: string;
  readonly count: number;
  readonly unread: number;
  /** Of all `count`, in US dollars. */
  readonly dollars: number;
  /** The latest first; the first of `count`. */
  readonly entries: FeedEntry[];
}

/** Counts for the badge and the sidebar. */
export interface Unread {
  readonly connectionId: string;
  readonly total: number;
  readonly lists: { listId: string; unread: number }[];
  /** Transactions that arrived since the user last looked, and when that was; null where never. */
  readonly sinceLook: number;
  readonly lookedAt: number | null;
}

const ofList = { connectionId, listId: watchlistId.optional(), show: z.enum(feedShows).default('all') };

/** What is new in the watchlists. */
export const feedCalls = {
  /**
   * Groups by day, the latest day first, and in a day by list, of one list or of all that are on. `next` is `before` of the
   * further days, null where there are none. `since` shows what arrived after `lookedAt`: hand over the one of the first call
   * where the view goes on being shown after `noteLook`.
   */
  getFeed: call({
    ...ofList,
    lookedAt: z.number().optional(),
    before: daySchema.optional(),
    /** Fewer where these have many entries. */
    days: z.int().min(1).max(100).default(14),
    /** Entries of each group. */
    entries: z.int().min(1).max(500).default(50),
    ticket: ticket.optional(),
  }).returns<{ groups: FeedGroup[]; next: string | null }>(),
  /** Further entries of one group. */
  getFeedEntries: call({
    ...ofList,
    listId: watchlistId,
    lookedAt: z.number().optional(),
    day: daySchema,
    offset: z.int().min(0).default(0),
    limit: z.int().min(1).max(500).default(100),
    ticket: ticket.optional(),
  }).returns<FeedEntry[]>(),
  getUnread: call({ connectionId }).returns<Unread>(),
  /** Marks transactions as read or unread: some of a list, all of a list or of a day of it, or all. What arrives after `until` stays as it is. */
  markRead: call({
    connectionId,
    what: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('transactions'),
        listId: watchlistId,
        ids: z.array(recordId).min(1).max(10_000),
      }),
      /** All of a list, or those of one day. */
      z.strictObject({ kind: z.literal('list'), listId: watchlistId, day: daySchema.optional() }),
      z.strictObject({ kind: z.literal('all') }),
    ]),
    read: z.boolean().default(true),
    until: z.number().optional(),
  }).returns<Unread>(),
  /** The user has looked: `since` means from now on. Answers with when that was. */
  noteLook: call({ connectionId }).returns<{ lookedAt: number }>(),
} as const;

export const feedEvents = {
  /** New transactions have arrived, or marks have changed. `arrived`: new ones in each list, empty where only marks changed. */
  feedChanged: event<Unread & { arrived: { listId: string; count: number }[] }>(),
} as const;
