import type { Failure } from '../../../preload/contract/failures.ts';

/** Messages between threads. Both ends belong to the app, so each checks only the kind. */

/** The first message to a thread. */
export interface ThreadStart {
  readonly data: unknown;
  /** One whole number: the id of a call that is cancelled, `everyCall`, or 0. */
  readonly cancelled: Int32Array;
  /** Folder of compiled code; null for none. */
  readonly compiled: string | null;
}

/** In place of the id of a call: all of them are cancelled. */
export const everyCall = -1;

/** In place of a call: the thread ends by itself, once what was called before is done. */
export const endMessage = 'end';

/** A call of a method. `id` counts up; the answer has the same. */
export interface Call {
  readonly id: number;
  /** The object that the thread has opened under this name; null for the thread itself. */
  readonly target: string | null;
  /** Names the method: its own name last, before it those of the objects that it belongs to. */
  readonly path: readonly string[];
  readonly args: readonly unknown[];
}

/** An expected failure crosses as a value, since an error loses its members on the way. */
export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure }
  | { readonly id: number; readonly error: string; readonly code: string };

/** A message before the answer, such as progress. */
export interface Notice {
  readonly notice: unknown;
}

export function isThreadStart(start: unknown): start is ThreadStart {
  return (
    typeof start === 'object' &&
    start !== null &&
    'cancelled' in start &&
    start.cancelled instanceof Int32Array
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
