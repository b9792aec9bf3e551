import { z } from 'zod';
import { parts } from './data/schema.ts';
import { serviceOptionsSchema } from './options.ts';

/** What goes between the threads of the sample data service. */

/** What a thread is started for. */
export const taskSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('serve'), options: serviceOptionsSchema }),
  z.object({
    kind: z.literal('make'),
    part: z.enum(parts),
    path: z.string(),
    size: z.object({ seed: z.int(), assets: z.int(), transactions: z.int(), today: z.int() }),
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
