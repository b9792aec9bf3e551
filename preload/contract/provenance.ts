import { z } from 'zod';
import { moment } from './call.ts';

/** Where figures come from; travels with every list and record to the place where they are shown or written. */
export const provenanceSchema = z.object({
  connectionId: z.string(),
  /** True when the figures are synthetic. */
  sample: z.boolean(),
  /** `service`: just fetched. `cache`: an answer cached by an earlier fetch. `local`: the query was run on cached records. */
  source: z.enum(['service', 'cache', 'local']),
  /** When the oldest of the figures was fetched, in milliseconds since 1970 UTC; null where nothing was found. */
  fetchedAt: moment.nullable(),
  /** Path and query of the request behind the figures, as sent; never the key. */
  request: z.string(),
  /** `stale`: older than the freshness limit, a refresh is under way or has failed. */
  stale: z.boolean(),
  /** Why a refresh did not succeed, where one was tried. */
  staleReason: z.string().optional(),
  /** What of the answer could not be read as it came, in sentences. */
  notes: z.array(z.string()).readonly().optional(),
  coverage: z.discriminatedUnion('kind', [
    /** One page exactly as the service answered it. */
    z.object({ kind: z.literal('answer') }),
    /** Run locally on all records of the resource, as of a finished sync. `leftOut`: records of the service that could not be kept. */
    z.object({ kind: z.literal('complete'), asOf: moment, leftOut: z.number().int().optional() }),
    /** Run locally on some records; others may exist. `missingFields`: what the query asks for and no cached record has. */
    z.object({
      kind: z.literal('partial'),
      cachedRecords: z.number().int(),
      missingFields: z.array(z.string()).optional(),
      /** Records that match at the service, as it last counted them. */
      serviceCount: z.number().int().optional(),
    }),
  ]),
});

export type Provenance = z.infer<typeof provenanceSchema>;
