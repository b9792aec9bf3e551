import type { Failure } from '../../../preload/contract/failures.ts';

/** Messages between threads. Both ends belong to the app, so each checks only the kind. */

export interface ThreadStart {
  readonly data: unknown;
  /** One integer: the id of a canceled call, `everyCall`, or 0. */
  readonly canceled: Int32Array;
  readonly compiled: string | null;
}

export const everyCall = -1;

/** Replaces a call: the thread ends once earlier calls are done. */
export const endMessage = 'end';

export interface Call {
  readonly id: number;
  readonly target: string | null;
  readonly path: readonly string[];
  readonly args: readonly unknown[];
}

/** An expected failure crosses as a value, because an error loses its members on the way. */
export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure }
  | { readonly id: number; readonly error: string; readonly code: string };

export interface Notice {
  readonly notice: unknown;
}

export function isThreadStart(start: unknown): start is ThreadStart {
  return (
    typeof start === 'object' && start !== null && 'canceled' in start && start.canceled instanceof Int32Array
  );
}

export function isCall(message: unknown): message is Call {
  return typeof message === 'object' && message !== null && 'path' in message && Array.isArray(message.path);
}

export function isAnswer(message: unknown): message is Answer {
  return typeof message === 'object' && message !== null && 'id' in message;
}

export function isNotice(message: unknown): message is Notice {
  return typeof message === 'object' && message !== null && 'notice' in message;
}
