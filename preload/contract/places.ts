import { z } from 'zod';
import { call, event, connectionId } from './call.ts';
import type { CommandId } from './commands.ts';
import { locationSchema } from './locations/location.ts';

export const maxSavedTabs = 40;

const tabsSchema = z.object({
  places: z.array(locationSchema).max(maxSavedTabs),
  active: z.int().min(0),
});

export type SavedTabs = z.infer<typeof tabsSchema>;

export const placeCalls = {
  /** The views of the last session. Null in safe mode or without any. */
  readTabs: call({ connectionId }).returns<SavedTabs | null>(),
  writeTabs: call({ connectionId, tabs: tabsSchema }).returns<undefined>(),
  takeLink: call().returns<string | null>(),
  takeCommand: call().returns<CommandId | null>(),
} as const;

export const placeEvents = {
  linkArrived: event<null>(),
  commandChosen: event<null>(),
} as const;
