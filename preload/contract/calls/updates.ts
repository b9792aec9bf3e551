import { z } from 'zod';
import { call, nothing } from './call.ts';

/** Why no update is ever looked for. */
const updatesOffReasons = [
  'not-packed', // run from its sources
  'policy', // the administrator of this computer has switched them off
  'system', // on Linux: packages come by the package manager, and an AppImage carries no signature to check
  'no-feed', // whoever built the app has named no place to look
  'unsigned', // the signature of an update could not be checked against that of the app
] as const;

const version = z.string().max(100);

export const updateStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off'), reason: z.enum(updatesOffReasons) }),
  /** `checkedAt` in milliseconds since 1970 UTC; null before the first look. */
  z.object({ state: z.literal('current'), checkedAt: z.number().nullable() }),
  z.object({ state: z.literal('checking') }),
  z.object({ state: z.literal('available'), version }),
  z.object({ state: z.literal('downloading'), version, percent: z.number().min(0).max(100) }),
  z.object({ state: z.literal('ready'), version }),
  z.object({ state: z.literal('failed') }),
]);

export type UpdateState = z.infer<typeof updateStateSchema>;

/** New versions of the app. Each step is the user's: nothing is downloaded or installed by itself. */
export const updateCalls = {
  getUpdateState: call(nothing, updateStateSchema),
  checkForUpdate: call(nothing, updateStateSchema),
  downloadUpdate: call(nothing, updateStateSchema),
  /** Ends the app, installs, and starts the new version. */
  installUpdate: call(nothing, updateStateSchema),
} as const;

export const updateEvents = {
  updateChanged: updateStateSchema,
} as const;
