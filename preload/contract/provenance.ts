import { z } from 'zod';
import { moment } from './call.ts';

export const provenanceSchema = z.object({
  connectionId: z.string(),
  sample: z.boolean(),
  /** `service`: just fetched. `cache`: a cached answer. `local`: computed from cached records. */
  source: z.enum(['service', 'cache', 'local']),
  /** Time of the oldest fetch, in milliseconds since 1970 UTC; null without records. */
  fetchedAt: moment.nullable(),
  /** Path and query as sent, never the key. */
  request: z.string(),
  /** Older than the freshness limit, or a refresh failed. */
  stale: z.boolean(),
  staleReason: z.string().optional(),
  /** Sentences about the answer: repaired, rounded or omitted parts, and changes during the read. */
  notes: z.array(z.string()).readonly().optional(),
  coverage: z.discriminatedUnion('kind', [
    /** A page as the service answered it. `isShort`: groups or figures are missing, as the notes say. */
    z.object({ kind: z.literal('answer'), isShort: z.boolean().optional() }),
    /** All records, as of a finished sync. `leftOut` and `newer`: see `Limits`. */
    z.object({
      kind: z.literal('complete'),
      asOf: moment,
      leftOut: z.number().int().optional(),
      newer: z.number().int().optional(),
    }),
    /** Others may exist. `missingFields`: fields of the query that no cached record has. */
    z.object({
      kind: z.literal('partial'),
      cachedRecords: z.number().int(),
      missingFields: z.array(z.string()).optional(),
      serviceCount: z.number().int().optional(),
    }),
  ]),
});

export type Provenance = z.infer<typeof provenanceSchema>;
