import { z } from 'zod';
import { recordSchema } from '../records.ts';
import { watchlistId } from '../watchlists.ts';
import { daySchema } from './history.ts';
import { call, connectionId, recordId, ticket } from './call.ts';

/** Which transactions a feed shows. `since`: those that arrived since the user last looked. */
export const feedShows = ['unread', 'since', 'all'] as const;

/** A transaction in the feed of a list. */
export const feedEntrySchema = z.object({
  transaction: recordSchema,
  unread: z.boolean(),
  /** When this app first saw it in the list, in milliseconds since 1970 UTC. */
  arrivedAt: z.number(),
});
export type FeedEntry = z.infer<typeof feedEntrySchema>;

/** The transactions of a list on a day. */
export const feedGroupSchema = z.object({
  day: daySchema,
  listId: z.string(),
  count: z.int(),
  unread: z.int(),
  /** Of all `count`, in US dollars. */
  dollars: z.number(),
  /** The latest first; the first of `count`. */
  entries: z.array(feedEntrySchema),
});
export type FeedGroup = z.infer<typeof feedGroupSchema>;

/** Counts for the badge and the sidebar. */
export const unreadSchema = z.object({
  connectionId: z.string(),
  total: z.int(),
  lists: z.array(z.object({ listId: z.string(), unread: z.int() })),
  /** Transactions that arrived since the user last looked, and when that was; null where never. */
  sinceLook: z.int(),
  lookedAt: z.number().nullable(),
});
export type Unread = z.infer<typeof unreadSchema>;

const ofList = { connectionId, listId: watchlistId.optional(), show: z.enum(feedShows).default('all') };

/** What is new in the watchlists. */
export const feedCalls = {
  /**
   * Groups by day, the latest day first, and in a day by list, of one list or of all that are on. `next` is `before` of the
   * further days, null where there are none. `since` shows what arrived after `lookedAt`: hand over the one of the first call
   * where the view goes on being shown after `noteLook`.
   */
  getFeed: call(
    z.strictObject({
      ...ofList,
      lookedAt: z.number().optional(),
      before: daySchema.optional(),
      days: z.int().min(1).max(100).default(14),
      /** Entries of each group. */
      entries: z.int().min(1).max(500).default(50),
      ticket: ticket.optional(),
    }),
    z.object({ groups: z.array(feedGroupSchema), next: daySchema.nullable() }),
  ),
  /** Further entries of one group. */
  getFeedEntries: call(
    z.strictObject({
      ...ofList,
      listId: watchlistId,
      lookedAt: z.number().optional(),
      day: daySchema,
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(500).default(100),
      ticket: ticket.optional(),
    }),
    z.array(feedEntrySchema),
  ),
  getUnread: call(z.strictObject({ connectionId }), unreadSchema),
  /** Marks transactions as read or unread: some of a list, all of a list or of a day of it, or all. What arrives after `until` stays as it is. */
  markRead: call(
    z.strictObject({
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
    }),
    unreadSchema,
  ),
  /** The user has looked: `since` means from now on. Answers with when that was. */
  noteLook: call(z.strictObject({ connectionId }), z.object({ lookedAt: z.number() })),
} as const;

export const feedEvents = {
  /** New transactions have arrived, or marks have changed. `arrived`: new ones in each list, empty where only marks changed. */
  feedChanged: unreadSchema.extend({
    arrived: z.array(z.object({ listId: z.string(), count: z.int() })),
  }),
} as const;
