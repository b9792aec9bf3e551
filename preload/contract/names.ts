import { calls, events, type CallName, type EventName } from './bridge.ts';

/**
 * The names of all calls and events. In the bundle of the preload they stand as they are, without the schemas behind them
 * (`build/bundle/bridgeNames.ts`): it runs before each page, and needs nothing else.
 */
export const callNames = Object.keys(calls) as readonly CallName[];
export const eventNames = Object.keys(events) as readonly EventName[];
