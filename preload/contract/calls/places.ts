import { z } from 'zod';
import { commandIds } from '../commands.ts';
import { locationSchema } from '../locations/location.ts';
import { call, connectionId, nothing } from './call.ts';

/** More open views are not kept. */
export const maxKeptTabs = 40;

/** The views that are open: where they are, and which of them is in front. */
export const tabsSchema = z.object({
  places: z.array(locationSchema).max(maxKeptTabs),
  active: z.int().min(0),
});

export type KeptTabs = z.infer<typeof tabsSchema>;

/** Places in the app: the open views, and links from outside. */
export const placeCalls = {
  /** The views that were open when the app was last used on this connection. Null where there are none, or in safe mode. */
  readTabs: call(z.strictObject({ connectionId }), tabsSchema.nullable()),
  writeTabs: call(z.strictObject({ connectionId, tabs: tabsSchema }), nothing),
  /** The link that the app was asked to open and that nobody has taken yet. */
  takeLink: call(nothing, z.string().nullable()),
} as const;

export const placeEvents = {
  /** The system handed a link over: `takeLink` has it. */
  linkArrived: z.null(),
  /** The user chose a command in the native menu. */
  commandChosen: z.object({ id: z.enum(commandIds) }),
} as const;
