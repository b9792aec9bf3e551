import { z } from 'zod';

/** What goes between the thread of the sample data service and the one that started it. */

export const messageToWorkerSchema = z.object({ kind: z.literal('close') });

export const messageFromWorkerSchema = z.discriminatedUnion('kind', [
  /** How far the making of the data has come, from 0 to 1. */
  z.object({ kind: z.literal('progress'), part: z.number() }),
  z.object({ kind: z.literal('listening'), url: z.string(), key: z.string() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);

export type MessageToWorker = z.infer<typeof messageToWorkerSchema>;
export type MessageFromWorker = z.infer<typeof messageFromWorkerSchema>;
