import { z } from 'zod';
import { recordId, resource } from '../call.ts';
import { aggregatesLocationSchema } from './aggregates.ts';
import { browseLocationSchema } from './browse.ts';
import { changesLocationSchema } from './changes.ts';
import { timeseriesLocationSchema } from './timeseries.ts';
import { watchLocations } from './watch.ts';
import { shallow } from '../querySchema.ts';
import { walletAddress } from '../wallets.ts';

/**
 * Where the user is: one member for each view, distinguished by `view`. Everything that decides what a view shows is in its
 * location, so that back and forward, tabs and links restore it. Locations come back from links and from disk: they are
 * parsed with `locationSchema` before they are believed.
 */

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
  /** The page that shows every control and state of the design. */
] as const;

/** Levels of objects and lists between a location and the filters in its query. */
const levelsAround = 4;

/** Accepts a location and nothing else. */
export const locationSchema = shallow(levelsAround).pipe(z.discriminatedUnion('view', members));

export type Location = z.infer<typeof locationSchema>;
export type ViewName = Location['view'];
export type LocationOf<View extends ViewName> = Extract<Location, { view: View }>;

export type { BrowseLocation } from './browse.ts';
