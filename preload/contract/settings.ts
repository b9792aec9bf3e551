import { z } from 'zod';

/** What the user may set. Every member has a default, so that settings of an older version still open. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** How long a fetched page counts as fresh, in minutes. */
  freshMinutes: z.number().int().min(1).max(7 * 24 * 60).default(30),
  workOffline: z.boolean().default(false),
  /** Requests an hour to the transactions endpoint. */
  transactionsPerHour: z.number().int().min(1).max(1_000_000).default(120),
  /** Records on a page. */
  perPage: z.number().int().min(10).max(1000).default(100),
});

export type Settings = z.infer<typeof settingsSchema>;
