import { z } from 'zod';
import { resourceNames } from './resources/names.ts';

/** What a sync of a query would take, told before it begins. */
export const syncPlanSchema = z.object({
  /** Records, as the service counts them now. */
  records: z.number().int(),
  /** Records that the service serves at once. */
  perPage: z.number().int(),
  /** Requests that are still to be made. */
  requests: z.number().int(),
  /** How long they take at the current budget, in milliseconds; a guess where nothing limits them. */
  durationMs: z.number(),
  /** The budget they are taken from, where there is one. */
  budget: z
    .object({ left: z.number().int(), perHour: z.number().int(), reserve: z.number().int() })
    .nullable(),
  /** When the records were last made complete, in milliseconds since 1970 UTC. */
  completeAsOf: z.number().nullable(),
  /** The job that does this already. */
  jobId: z.string().nullable(),
});

export type SyncPlan = z.infer<typeof syncPlanSchema>;

/** All records of a resource, or all that match a filter, are in the cache as of a moment. */
export const completeMarkSchema = z.object({
  resource: z.enum(resourceNames),
  /** The filter; absent where all records are meant. */
  filter: z.unknown().optional(),
  asOf: z.number(),
  count: z.number().int(),
});
