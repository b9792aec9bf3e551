import { z } from 'zod';
import { call, event } from './call.ts';

export interface BackgroundState {
  /** False where the app was not installed, so that the system has nothing to start. */
  readonly canStartAtLogin: boolean;
  /** True where the setting is on and macOS does not heed it: the user has to allow it there. */
  readonly startIsRefused: boolean;
  /** Why no request is sent for watchlists, though the user has not paused them; null where nothing holds them. */
  readonly pausedBy: 'battery' | 'metered' | null;
}

/** The app behind its window. */
export const backgroundCalls = {
  getBackground: call().returns<BackgroundState>(),
  /** What the window knows of the network: whether the system asks programs to save data. */
  tellNetwork: call({ savesData: z.boolean() }).returns<undefined>(),
} as const;

export const backgroundEvents = { backgroundChanged: event<BackgroundState>() } as const;
