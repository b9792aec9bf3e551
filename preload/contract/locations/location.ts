import { z } from 'zod';
import { recordId, resource } from '../call.ts';
import { listQuerySchema, shallow, querySchema } from '../querySchema.ts';
import { walletAddress } from '../wallets.ts';
import { totalsDefinitionSchema } from '../totals.ts';
import { changeKinds, comparedWithSchema } from '../history.ts';
import { feedShows } from '../feed.ts';
import { watchlistContentSchema, watchlistId } from '../watchlists.ts';

/** Decides a view's content. Locations from links and disk are parsed with `locationSchema`. */

const browseLocationSchema = z
  .strictObject({
    view: z.literal('browse'),
    resource,
    search: z.string().max(500),
    /** Without a sort: the resource's default order. */
    query: listQuerySchema.readonly(),
    recordId: recordId.optional(),
    totals: totalsDefinitionSchema.optional(),
    /** Columns of a saved view or template, in place of the user's layout. */
    columns: z.array(z.string().min(1).max(200)).min(1).max(500).readonly().optional(),
    pinned: z.int().min(0).max(500).optional(),
    summary: z.string().min(1).max(200).optional(),
    queryOpen: z.boolean().optional(),
    row: z.int().min(0).optional(),
  })
  .readonly();

export type BrowseLocation = z.infer<typeof browseLocationSchema>;

const day = z.number().min(-1_000_000).max(1_000_000);

/** Absent members use the view's defaults. */
const timeseriesOptionsSchema = z.strictObject({
  kind: z.string().max(20).optional(),
  logarithmic: z.boolean().optional(),
  /** `index`, `change`, `average` or `year`. */
  transform: z.string().max(20).optional(),
  window: z.int().min(2).max(1000).optional(),
  /** Number of stacked series; default: those that make up most of the total. */
  top: z.int().min(1).max(100).optional(),
  second: z.string().min(1).max(200).optional(),
  /** Visible days since 1970 UTC. */
  view: z.tuple([day, day]).optional(),
  hidden: z.array(z.string().max(200)).max(1000).optional(),
  annotations: z
    .array(z.strictObject({ day: z.int(), text: z.string().min(1).max(200) }))
    .max(50)
    .optional(),
  table: z.boolean().optional(),
});
export type TimeseriesOptions = z.infer<typeof timeseriesOptionsSchema>;

const timeseriesLocationSchema = z
  .strictObject({
    view: z.literal('timeseries'),
    resource: resource.optional(),
    query: querySchema.optional(),
    options: timeseriesOptionsSchema.optional(),
  })
  .readonly();

/** Absent members use the view's defaults. */
const aggregatesOptionsSchema = z.strictObject({
  kind: z.string().max(20).optional(),
  top: z.int().min(1).max(100).optional(),
});
export type AggregatesOptions = z.infer<typeof aggregatesOptionsSchema>;

const aggregatesLocationSchema = z
  .strictObject({
    view: z.literal('aggregates'),
    resource: resource.optional(),
    query: querySchema.optional(),
    options: aggregatesOptionsSchema.optional(),
  })
  .readonly();

const changesLocationSchema = z
  .strictObject({
    view: z.literal('changes'),
    resource,
    /** Absent: the last visit. */
    since: comparedWithSchema.optional(),
    by: z.literal('class').optional(),
    kind: z.enum(changeKinds).optional(),
    /** Absent: dollars before other units. */
    order: z.enum(['amount', 'percent']).optional(),
    page: z.int().min(1).optional(),
  })
  .readonly();

const watchlistsLocationSchema = z.strictObject({ view: z.literal('watchlists') }).readonly();

const watchlistLocationSchema = z
  .strictObject({
    view: z.literal('watchlist'),
    id: watchlistId,
    /** Absent: the figures. */
    part: z.enum(['transactions', 'rules', 'alerts', 'past']).optional(),
    /** Absent: all transactions, latest first. */
    query: listQuerySchema.readonly().optional(),
  })
  .readonly();

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

const feedLocationSchema = z
  .strictObject({
    view: z.literal('feed'),
    listId: watchlistId.optional(),
    /** Absent: unread. */
    show: z.enum(feedShows).optional(),
  })
  .readonly();

const alertsLocationSchema = z
  .strictObject({ view: z.literal('alerts'), part: z.enum(['log']).optional() })
  .readonly();

const watchLocations = [
  watchlistsLocationSchema,
  watchlistLocationSchema,
  newWatchlistLocationSchema,
  feedLocationSchema,
  alertsLocationSchema,
] as const;

const comparedRecords = { min: 2, max: 8 } as const;

const members = [
  z.strictObject({ view: z.literal('overview') }).readonly(),
  browseLocationSchema,
  z.strictObject({ view: z.literal('record'), resource, id: recordId }).readonly(),
  z
    .strictObject({
      view: z.literal('compare'),
      resource,
      ids: z.array(recordId).min(comparedRecords.min).max(comparedRecords.max).readonly(),
    })
    .readonly(),
  aggregatesLocationSchema,
  timeseriesLocationSchema,
  z.strictObject({ view: z.literal('savedQueries') }).readonly(),
  changesLocationSchema,
  ...watchLocations,
  z.strictObject({ view: z.literal('wallet'), address: walletAddress }).readonly(),
  z.strictObject({ view: z.literal('walletPair'), address: walletAddress, other: walletAddress }).readonly(),
  z.strictObject({ view: z.literal('tokenActivity'), id: recordId }).readonly(),
  /** Without the statement, so that a link never brings one. */
  z.strictObject({ view: z.literal('sql') }).readonly(),
  z.strictObject({ view: z.literal('labels') }).readonly(),
  z.strictObject({ view: z.literal('jobs') }).readonly(),
  z.strictObject({ view: z.literal('schedules') }).readonly(),
  z.strictObject({ view: z.literal('settings') }).readonly(),
  z.strictObject({ view: z.literal('about') }).readonly(),
] as const;

/** Nesting levels between a location and the filters of its query. */
const levelsAround = 4;

export const locationSchema = shallow(levelsAround).pipe(z.discriminatedUnion('view', members));

export type Location = z.infer<typeof locationSchema>;
export type ViewName = Location['view'];
export type LocationOf<View extends ViewName> = Extract<Location, { view: View }>;
