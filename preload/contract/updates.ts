import { call, event } from './call.ts';

type UpdatesOff =
  | 'not-packed' // run from its sources
  | 'policy' // the administrator's policy
  | 'system' // on Linux: package managers update packages, and an AppImage has no signature to check
  | 'no-feed' // the build names no feed
  | 'unsigned'; // the signature of an update cannot be checked against that of the app

export type UpdateState =
  | { state: 'off'; reason: UpdatesOff }
  /** `checkedAt` in milliseconds since 1970 UTC. */
  | { state: 'current'; checkedAt: number | null }
  | { state: 'checking' }
  | { state: 'available'; version: string }
  | { state: 'downloading'; version: string; percent: number }
  | { state: 'ready'; version: string }
  /** On macOS the system first unpacks and checks it, for up to half a minute. */
  | { state: 'installing'; version: string }
  | { state: 'failed' };

/** Nothing is downloaded or installed without the user. */
export const updateCalls = {
  getUpdateState: call().returns<UpdateState>(),
  checkForUpdate: call().returns<UpdateState>(),
  downloadUpdate: call().returns<UpdateState>(),
  installUpdate: call().returns<UpdateState>(),
} as const;

export const updateEvents = {
  updateChanged: event<UpdateState>(),
} as const;
