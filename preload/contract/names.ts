import { calls, events, type CallName, type EventName } from './bridge.ts';

/** `build/bundle/bridgeNames.ts` inlines these in the preload's bundle, without the schemas. */
export const callNames = Object.keys(calls) as readonly CallName[];
export const eventNames = Object.keys(events) as readonly EventName[];
