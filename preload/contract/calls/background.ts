import { z } from 'zod';
import { call, nothing } from './call.ts';

/** Why nothing is asked for watchlists, though the user has not paused them. */
const holdReasons = ['battery', 'metered'] as const;

export const backgroundSchema = z.object({
  /** False where the app was not installed, so that the system has nothing to start. */
  canStartAtLogin: z.boolean(),
  /** Null where nothing holds watchlists. */
  held: z.enum(holdReasons).nullable(),
});
export type BackgroundState = z.infer<typeof backgroundSchema>;

/** The app behind its window. */
export const backgroundCalls = {
  getBackground: call(nothing, backgroundSchema),
  /** What the window knows of the network: whether the system asks programs to save data. */
  tellNetwork: call(z.strictObject({ savesData: z.boolean() }), nothing),
} as const;

export const backgroundEvents = { backgroundChanged: backgroundSchema } as const;
