import { z } from 'zod';
import { recordId, resource } from '../call.ts';
import { aggregatesLocationSchema } from './aggregates.ts';
import { timeseriesLocationSchema } from './timeseries.ts';
import { listQuerySchema, shallow } from '../querySchema.ts';
import { walletAddress } from '../wallets.ts';
import { totalsDefinitionSchema } from '../totals.ts';
import { changeKinds, comparedWithSchema } from '../history.ts';
import { feedShows } from '../feed.ts';
import { watchlistContentSchema, watchlistId } from '../watchlists.ts';

/**
 * Where the user is: one member for each view, distinguished by `view`. Everything that decides what a view shows is in its
 * location, so that back and forward, tabs and links restore it. Locations come back from links and from disk: they are
 * parsed with `locationSchema` before they are believed.
 */

/** The records of one resource, by a query. */
const browseLocationSchema = z
  .strictObject({
    view: z.literal('browse'),
    resource,
    /** Words looked for in the searchable fields; empty for none. */
    search: z.string().max(500),
    /** What must hold too. Without a sort: the order in which the resource opens. */
    query: listQuerySchema.readonly(),
    /** The record in the panel, if one is open. */
    recordId: recordId.optional(),
    /** The totals beside or over the table, if they are shown. */
    totals: totalsDefinitionSchema.optional(),
    /** The columns of a saved view or template, in place of the user's own while the place is shown. */
    columns: z.array(z.string().min(1).max(200)).min(1).max(500).readonly().optional(),
    /** How many of these stay in sight at the left, where the user has chosen. */
    pinned: z.int().min(0).max(500).optional(),
    /** The field whose summary stands beside the table, if one does. */
    summary: z.string().min(1).max(200).optional(),
    /** True while the query builder is open. */
    queryOpen: z.boolean().optional(),
    /** The first row on screen, from 0. */
    row: z.int().min(0).optional(),
  })
  .readonly();

export type BrowseLocation = z.infer<typeof browseLocationSchema>;

/** What has changed in the cached records of a resource. */
const changesLocationSchema = z
  .strictObject({
    view: z.literal('changes'),
    resource,
    /** Left out for the last visit. */
    since: comparedWithSchema.optional(),
    /** The assets of each class together. */
    by: z.literal('class').optional(),
    /** Left out for all kinds. */
    kind: z.enum(changeKinds).optional(),
    /** Left out for dollars before other units. */
    order: z.enum(['amount', 'percent']).optional(),
    page: z.int().min(1).optional(),
  })
  .readonly();

/** All watchlists: what is planned, and what each has. */
const watchlistsLocationSchema = z.strictObject({ view: z.literal('watchlists') }).readonly();

/** One watchlist: its figures, transactions, rules, alerts or past. */
const watchlistLocationSchema = z
  .strictObject({
    view: z.literal('watchlist'),
    id: watchlistId,
    /** Left out for the figures. */
    part: z.enum(['transactions', 'rules', 'alerts', 'past']).optional(),
    /** Of its transactions: left out for all of them, the latest first. */
    query: listQuerySchema.readonly().optional(),
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

const watchLocations = [
  watchlistsLocationSchema,
  watchlistLocationSchema,
  newWatchlistLocationSchema,
  feedLocationSchema,
  alertsLocationSchema,
] as const;

/** Records that can be compared side by side. */
const comparedRecords = { min: 2, max: 8 } as const;

const members = [
  z.strictObject({ view: z.literal('overview') }).readonly(),
  browseLocationSchema,
  /** One record on a page of its own. */
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
  /** What is known of an on-chain address. */
  z.strictObject({ view: z.literal('wallet'), address: walletAddress }).readonly(),
  /** What is known of the transactions between two addresses. */
  z.strictObject({ view: z.literal('walletPair'), address: walletAddress, other: walletAddress }).readonly(),
  /** What is known of the transactions of a token. */
  z.strictObject({ view: z.literal('tokenActivity'), id: recordId }).readonly(),
  /** SQL over the cached records. What is written there is no part of the place: a link never brings a statement. */
  z.strictObject({ view: z.literal('sql') }).readonly(),
  /** All private labels and notes. */
  z.strictObject({ view: z.literal('labels') }).readonly(),
  z.strictObject({ view: z.literal('jobs') }).readonly(),
  /** What runs at set times. */
  z.strictObject({ view: z.literal('schedules') }).readonly(),
  z.strictObject({ view: z.literal('settings') }).readonly(),
  z.strictObject({ view: z.literal('about') }).readonly(),
] as const;

/** Levels of objects and lists between a location and the filters in its query. */
const levelsAround = 4;

/** Accepts a location and nothing else. */
export const locationSchema = shallow(levelsAround).pipe(z.discriminatedUnion('view', members));

export type Location = z.infer<typeof locationSchema>;
export type ViewName = Location['view'];
export type LocationOf<View extends ViewName> = Extract<Location, { view: View }>;
