import { z } from 'zod';
import { feedShows } from '../feed.ts';
import { filterSchema, sortSchema } from '../querySchema.ts';
import { watchlistContentSchema, watchlistId } from '../watchlists.ts';

/** All watchlists: what is planned, and what each has. */
const watchlistsLocationSchema = z.strictObject({ view: z.literal('watchlists') }).readonly();

/** One watchlist: its figures, transactions, rules, alerts or past. */
const watchlistLocationSchema = z
  .strictObject({
    view: z.literal('watchlist'),
    id: watchlistId,
    /** Left out for the figures. */
    part: z.enum(['transactions', 'rules', 'alerts', 'past']).optional(),
    /** Of its transactions: left out for the latest first, and for all of them. */
    sort: sortSchema.optional(),
    filters: z.array(filterSchema).max(200).readonly().optional(),
  })
  .readonly();

/** A list that is being made, begun from what the user saw, for example a wallet in a grid. */
const newWatchlistLocationSchema = z
  .strictObject({
    view: z.literal('newWatchlist'),
    begin: watchlistContentSchema
      .pick({ name: true, query: true, wallets: true })
      .partial()
      .extend({ wallets: watchlistContentSchema.shape.wallets.unwrap().max(50).optional() })
      .optional(),
  })
  .readonly();

/** What is new, of one list or of all. */
const feedLocationSchema = z
  .strictObject({
    view: z.literal('feed'),
    listId: watchlistId.optional(),
    /** Left out for what is unread. */
    show: z.enum(feedShows).optional(),
  })
  .readonly();

/** The alerts, and the log of those that were raised. */
const alertsLocationSchema = z
  .strictObject({ view: z.literal('alerts'), part: z.enum(['log']).optional() })
  .readonly();

export const watchLocations = [
  watchlistsLocationSchema,
  watchlistLocationSchema,
  newWatchlistLocationSchema,
  feedLocationSchema,
  alertsLocationSchema,
] as const;
