import { z } from 'zod';
import { parts } from './data/schema.ts';
import { serviceOptionsSchema } from './options.ts';

/** What goes between the threads of the sample data service. */

/** One whole number, 1 once the thread is to stop what it makes. A thread in the middle of SQLite is never terminated. */
const stop = z.instanceof(SharedArrayBuffer);

/** What a thread is started for. */
export const taskSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('serve'), options: serviceOptionsSchema, stop }),
  z.object({
    kind: z.literal('make'),
    stop,
    part: z.enum(parts),
    path: z.string(),
    size: z.object({
      seed: z.int(),
      assets: z.int(),
      transactions: z.int(),
      today: z.int(),
      odd: z.boolean(),
    }),
  }),
]);

export const messageToWorkerSchema = z.object({ kind: z.literal('close') });

export const messageFromWorkerSchema = z.discriminatedUnion('kind', [
  /** How far the making of the data has come, from 0 to 1. */
  z.object({ kind: z.literal('progress'), part: z.number() }),
  z.object({ kind: z.literal('listening'), url: z.string(), key: z.string() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);

export type Task = z.input<typeof taskSchema>;
export type MessageToWorker = z.infer<typeof messageToWorkerSchema>;
export type MessageFromWorker = z.infer<typeof messageFromWorkerSchema>;

/** What a task is handed as `stop`. */
export function makeStop(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}
