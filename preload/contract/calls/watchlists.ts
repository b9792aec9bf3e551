import { z } from 'zod';
import {
  walletsReadSchema,
  watchlistContentSchema,
  watchlistId,
  watchlistSchema,
  watchlistStateSchema,
} from '../watchlists.ts';
import { daySchema } from './history.ts';
import { askedQuerySchema } from '../movingDates.ts';
import { call, connectionId, fieldNames, nothing, ticket } from './call.ts';
import { listSchema } from './records.ts';

/** Sums of transactions in US dollars; transactions without a value in dollars are counted in `unpriced` and summed nowhere. */
const flowSchema = z.object({ count: z.int(), dollars: z.number() });
export type Flow = z.infer<typeof flowSchema>;

/** The figures of a list, all from the cache. */
export const watchlistFiguresSchema = z.object({
  count: z.int(),
  unpriced: z.int(),
  /** All transactions, mints, burns, and mints less burns in US dollars. */
  volume: z.number(),
  minted: flowSchema,
  burned: flowSchema,
  netMinted: z.number(),
  /** The first and last day with a transaction; null where there is none. */
  firstDay: daySchema.nullable(),
  lastDay: daySchema.nullable(),
  /** For each wallet of the list, in its order: what reached it and what left it. */
  wallets: z.array(
    z.object({ address: z.string(), label: z.string(), in: flowSchema, out: flowSchema, net: z.number() }),
  ),
  /** Those on the other side: for a list with wallets what came from them and went to them, else all senders and recipients. The largest first. */
  counterparties: z.array(
    z.object({ address: z.string(), from: flowSchema, to: flowSchema, dollars: z.number() }),
  ),
  /** Days with transactions, the first first. `in` and `out` as the wallets of the list see them; 0 where it has none. */
  days: z.array(
    z.object({
      day: daySchema,
      count: z.int(),
      dollars: z.number(),
      minted: z.number(),
      burned: z.number(),
      in: z.number(),
      out: z.number(),
    }),
  ),
  /** When the service last answered for the list. */
  checkedAt: z.number().nullable(),
});
export type WatchlistFigures = z.infer<typeof watchlistFiguresSchema>;

/** What has happened to a list. Times in milliseconds since 1970 UTC. */
export const watchlistEventSchema = z.object({
  at: z.number(),
  /**
   * `made`, `changed` (its rules), `synced` (all of it was fetched for the first time), `arrived` (`count` new transactions),
   * `cached` (`count` were found in the cache), `late` (`count` arrived for days that had been looked at before).
   */
  kind: z.enum(['made', 'changed', 'synced', 'arrived', 'cached', 'late']),
  count: z.int(),
});
export type WatchlistEvent = z.infer<typeof watchlistEventSchema>;

/** Watchlists. */
export const watchlistCalls = {
  /** Those of a connection, by name. `notices`: lists that could not be read, in sentences. */
  listWatchlists: call(
    z.strictObject({ connectionId }),
    z.object({
      lists: z.array(watchlistStateSchema),
      /** Lists and wallets there are over all connections, see `watchLimits`. */
      used: z.object({ lists: z.int(), wallets: z.int() }),
      notices: z.array(z.string()),
    }),
  ),
  /**
   * Keeps a list: a new one without `id`, else in place of the one with this id. What is in the cache belongs to it at once,
   * as read. Refused as `bad-arguments` with a sentence: no rule and no wallet, a wallet that is not one of its chain, too
   * many lists or wallets.
   */
  saveWatchlist: call(
    z.strictObject({ id: watchlistId.optional(), content: watchlistContentSchema }),
    watchlistSchema,
  ),
  /** Removes lists with their alerts, marks and history; their transactions stay in the cache. */
  removeWatchlists: call(z.strictObject({ ids: z.array(watchlistId).min(1).max(200) }), nothing),
  /** How many cached transactions rules would match; asks nothing. */
  countWatchlist: call(
    z.strictObject({
      content: watchlistContentSchema.pick({ connectionId: true, query: true, wallets: true }),
    }),
    z.object({ count: z.int() }),
  ),
  /** Reads pasted text: an address on each line, or CSV with columns for address, label, chain, side. Keeps nothing. */
  readWallets: call(
    z.strictObject({ text: z.string().max(5_000_000, 'The text is larger than 5 MB.') }),
    walletsReadSchema,
  ),
  /** Asks for a file and reads it likewise. Null when the user closed the dialog. */
  importWallets: call(nothing, walletsReadSchema.extend({ path: z.string() }).nullable()),
  /** From the cache, for transactions of these days where they are named. */
  getWatchlistFigures: call(
    z.strictObject({
      listId: watchlistId,
      from: daySchema.optional(),
      to: daySchema.optional(),
      ticket: ticket.optional(),
    }),
    watchlistFiguresSchema,
  ),
  /**
   * A page of its cached transactions, the latest first where the query has no sort. The filter of the query narrows the list; `fields` as
   * in `listRecords`. Asks nothing.
   */
  listWatchlistRecords: call(
    z.strictObject({
      listId: watchlistId,
      query: askedQuerySchema,
      fields: fieldNames.optional(),
      ticket: ticket.optional(),
    }),
    listSchema,
  ),
  /** The latest first. */
  listWatchlistEvents: call(
    z.strictObject({ listId: watchlistId, limit: z.int().min(1).max(1000).default(200) }),
    z.array(watchlistEventSchema),
  ),
} as const;

export const watchlistEvents = {
  /** Lists, their rules or their counts have changed: list them again. */
  watchlistsChanged: z.object({ connectionId: z.string() }),
} as const;
