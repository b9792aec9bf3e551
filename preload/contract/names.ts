import { calls, events, type CallName, type EventName } from './bridge.ts';

/**
 * Names of all calls and events. `build/bundle/bridgeNames.ts` inlines them in the preload's bundle, without
 * the schemas.
 */
export const callNames = Object.keys(calls) as readonly CallName[];
export const eventNames = Object.keys(events) as readonly EventName[];
