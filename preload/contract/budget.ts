import { z } from 'zod';

/** The state of the request budget of one limited endpoint: a token bucket. */
export const budgetSchema = z.object({
  connectionId: z.string(),
  /** The path it limits. */
  endpoint: z.string(),
  /** Requests in an hour. */
  perHour: z.number().int(),
  /** Whole requests left now. */
  left: z.number().int(),
  /** When the next request becomes available, in milliseconds since 1970 UTC; null while the bucket is full. */
  nextAt: z.number().nullable(),
  /** Requests of these that background work leaves to the person. */
  reserve: z.number().int(),
  /** The work that waits for a request to become available, the one that waits for longest first. */
  waiting: z.array(
    z.object({
      /** What it is, for example the title of a job. */
      title: z.string(),
      /** In milliseconds since 1970 UTC. */
      since: z.number(),
      /** When it tries again. */
      until: z.number(),
    }),
  ),
});

export type Budget = z.infer<typeof budgetSchema>;
