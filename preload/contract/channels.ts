import type { CallName, EventName } from './bridge.ts';

/** The name of the channel that carries a call. */
export function callChannel(name: CallName): string {
  return `call:${name}`;
}

/** The name of the channel that carries an event. */
export function eventChannel(name: EventName): string {
  return `event:${name}`;
}
