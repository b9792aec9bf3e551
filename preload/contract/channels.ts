import type { CallName, EventName } from './bridge.ts';

export function callChannel(name: CallName): string {
  return `call:${name}`;
}

export function eventChannel(name: EventName): string {
  return `event:${name}`;
}
