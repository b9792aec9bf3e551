import { z } from 'zod';
import { call, event } from './call.ts';

export interface BackgroundState {
  readonly canStartAtLogin: boolean;
  /** True if macOS waits for the user's consent. */
  readonly startIsRefused: boolean;
  /** Why checks of watchlists are paused, other than by the user. */
  readonly pausedBy: 'battery' | 'metered' | null;
}

export const backgroundCalls = {
  getBackground: call().returns<BackgroundState>(),
  /** `savesData`: the system asks programs to save data. */
  tellNetwork: call({ savesData: z.boolean() }).returns<undefined>(),
} as const;

export const backgroundEvents = { backgroundChanged: event<BackgroundState>() } as const;
