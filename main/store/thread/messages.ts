import { failureSchema, type Failure } from '../../../preload/contract/failures.ts';
import { z } from 'zod';

/** What goes to a thread of the store when it starts. */
export const threadDataSchema = z.object({
  role: z.enum(['writer', 'lookups', 'queries']),
  folder: z.string(),
  /** Of the writer: the copy of the user's database to restore first. */
  restore: z.string().optional(),
  /** One whole number: the id of a call that is called off, `everyCall`, or 0. */
  cancelled: z.instanceof(SharedArrayBuffer),
  /** Where compiled code is kept; null for nowhere. */
  compiled: z.string().nullable(),
});
export type ThreadData = z.infer<typeof threadDataSchema>;

/** In place of the id of a call: all of them are called off. */
export const everyCall = -1;

/** Asks a thread to end by itself, once what was asked before is done. */
export const endMessage = 'end';

/** A call of a method of the thread, or of an open cache. `id` counts up; the answer carries it back. */
export const requestSchema = z.object({
  id: z.number(),
  /** The connection of the cache; null for the thread itself. */
  cache: z.string().nullable(),
  /** Names the method: its own name last, before it those of the objects that it belongs to. */
  path: z.array(z.string()),
  args: z.array(z.unknown()),
});
export type Request = z.infer<typeof requestSchema>;

/** An expected failure crosses as a value, since an error loses its members on the way. */
export const answerSchema = z.union([
  z.object({ id: z.number(), failure: failureSchema }),
  z.object({ id: z.number(), error: z.string() }),
  z.object({ id: z.number(), value: z.unknown() }),
]);
export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure }
  | { readonly id: number; readonly error: string };
