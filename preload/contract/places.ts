import { z } from 'zod';
import { call, event, connectionId } from './call.ts';
import type { CommandId } from './commands.ts';
import { locationSchema } from './locations/location.ts';

/** More open views are not stored. */
export const maxSavedTabs = 40;

/** The views that are open: where they are, and which of them is in front. */
const tabsSchema = z.object({
  places: z.array(locationSchema).max(maxSavedTabs),
  active: z.int().min(0),
});

export type SavedTabs = z.infer<typeof tabsSchema>;

/** Places in the app: the open views, and links from outside. */
export const placeCalls = {
  /** The views that were open when the app was last used on this connection. Null where there are none, or in safe mode. */
  readTabs: call({ connectionId }).returns<SavedTabs | null>(),
  writeTabs: call({ connectionId, tabs: tabsSchema }).returns<undefined>(),
  /** The link that the app is to open and that the window has not read yet. */
  takeLink: call().returns<string | null>(),
} as const;

export const placeEvents = {
  /** The system handed a link over: `takeLink` has it. */
  linkArrived: event<null>(),
  /** The user chose a command in the native menu. */
  commandChosen: event<{ id: CommandId }>(),
} as const;
