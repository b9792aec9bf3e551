import { z } from 'zod';
import { failureSchema } from './failures.ts';

/** Long work: an export, a sync. Every job ends in a state that the user sees. */
export const jobSchema = z.object({
  id: z.string(),
  kind: z.enum(['export', 'sync']),
  /** What it does, for the list of jobs. */
  title: z.string(),
  state: z.enum(['running', 'waiting', 'paused', 'done', 'failed', 'cancelled']),
  /** Records done so far. */
  done: z.number().int(),
  /** Records in all, null while unknown. */
  total: z.number().int().nullable(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** While `waiting`: when it goes on, in milliseconds since 1970 UTC. */
  resumesAt: z.number().nullable(),
  /** Bytes written, for an export. */
  bytes: z.number().int().nullable(),
  /** Where the file is, for an export. */
  path: z.string().nullable(),
  failure: failureSchema.nullable(),
  /** True for work that can be paused and goes on where it stopped. */
  pausable: z.boolean().optional(),
  /** What is to be said about how it went, in a sentence. */
  note: z.string().optional(),
});

export type Job = z.infer<typeof jobSchema>;
