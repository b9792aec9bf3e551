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
});

export type Budget = z.infer<typeof budgetSchema>;
