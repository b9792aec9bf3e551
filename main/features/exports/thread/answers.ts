import { z } from 'zod';
import { failureSchema } from '../../../../preload/contract/failures.ts';

/** What the threads that write a file answer, as the main thread takes it. */

export const answerSchema = z.union([
  z.object({ progress: z.object({ rows: z.number(), total: z.number().nullable(), bytes: z.number() }) }),
  z.object({ failure: failureSchema }),
  z.object({ error: z.string(), code: z.string() }),
  z.object({ value: z.unknown() }),
]);

/** Of `count`: records that match, and all of their resource. */
export const countedSchema = z.object({
  matching: z.number(),
  all: z.number(),
  missingFields: z.array(z.string()),
});

export const cachedSchema = z.object({
  rows: z.number(),
  total: z.number(),
  first: z.number().nullable(),
  last: z.number().nullable(),
});

export const finishedSchema = z.object({ bytes: z.number(), sha256: z.string(), leftOut: z.number() });

/** A `FurtherFound`. */
export const furtherSchema = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      leaves: z.array(z.object({ path: z.array(z.string()), isNumber: z.boolean() })).nullable(),
    }),
  ),
  leftOut: z.array(z.string()),
});
