import { call, event } from './call.ts';

/** Why no update is ever looked for. */
type UpdatesOff =
  | 'not-packed' // run from its sources
  | 'policy' // the administrator of this computer has switched them off
  | 'system' // on Linux: packages come by the package manager, and an AppImage carries no signature to check
  | 'no-feed' // the app was built without a feed
  | 'unsigned'; // the signature of an update could not be checked against that of the app

export type UpdateState =
  | { state: 'off'; reason: UpdatesOff }
  /** `checkedAt` in milliseconds since 1970 UTC; null before the first look. */
  | { state: 'current'; checkedAt: number | null }
  | { state: 'checking' }
  | { state: 'available'; version: string }
  | { state: 'downloading'; version: string; percent: number }
  | { state: 'ready'; version: string }
  | { state: 'failed' };

/** New versions of the app. Each step is the user's: nothing is downloaded or installed by itself. */
export const updateCalls = {
  getUpdateState: call().returns<UpdateState>(),
  checkForUpdate: call().returns<UpdateState>(),
  downloadUpdate: call().returns<UpdateState>(),
  /** Ends the app, installs, and starts the new version. */
  installUpdate: call().returns<UpdateState>(),
} as const;

export const updateEvents = {
  updateChanged: event<UpdateState>(),
} as const;
