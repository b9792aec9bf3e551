import { z } from 'zod';
import { call, event, connectionId, recordId, ticket } from './call.ts';
import { daySchema } from './history.ts';
import type { ResourceRecord } from './records.ts';
import { watchlistId } from './watchlists.ts';

/** `since`: arrived since the user's last look. */
export const feedShows = ['unread', 'since', 'all'] as const;

export interface FeedEntry {
  readonly transaction: ResourceRecord;
  readonly unread: boolean;
}

export interface FeedGroup {
  readonly day: string;
  readonly listId: string;
  readonly count: number;
  readonly unread: number;
  /** US dollars of all `count`. */
  readonly dollars: number;
  readonly entries: FeedEntry[];
}

export interface Unread {
  readonly connectionId: string;
  readonly total: number;
  readonly lists: { listId: string; unread: number }[];
  /** Transactions since the last look, and its time; null if there was none. */
  readonly sinceLook: number;
  readonly lookedAt: number | null;
}

const ofList = { connectionId, listId: watchlistId.optional(), show: z.enum(feedShows).default('all') };

export const feedCalls = {
  /**
   * Latest day first, then by list. `next` is `before` of the next page. Later calls need the first
   * `lookedAt`, which `noteLook` moves.
   */
  getFeed: call({
    ...ofList,
    lookedAt: z.number().optional(),
    before: daySchema.optional(),
    /** May return fewer days. */
    days: z.int().min(1).max(100).default(14),
    entries: z.int().min(1).max(500).default(50),
    ticket: ticket.optional(),
  }).returns<{ groups: FeedGroup[]; next: string | null }>(),
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
  /** Transactions that arrive after `until` keep their state. */
  markRead: call({
    connectionId,
    what: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('transactions'),
        listId: watchlistId,
        ids: z.array(recordId).min(1).max(10_000),
      }),
      z.strictObject({ kind: z.literal('list'), listId: watchlistId, day: daySchema.optional() }),
      z.strictObject({ kind: z.literal('all') }),
    ]),
    read: z.boolean().default(true),
    until: z.number().optional(),
  }).returns<Unread>(),
  noteLook: call({ connectionId }).returns<{ lookedAt: number }>(),
} as const;

export const feedEvents = {
  /** `arrived` is empty if only read marks changed. */
  feedChanged: event<Unread & { arrived: { listId: string; count: number }[] }>(),
} as const;
