import { z } from 'zod';
import { baseUrlSchema } from './connections.ts';

/** Unknown members make a policy file invalid, since a misspelled switch would have no effect. */
export const policyFileSchema = z.strictObject({
  disableUpdates: z.boolean().default(false),
  updateFeed: z.httpUrl().startsWith('https://', 'must begin with https://').optional(),
  /** Only `baseUrl` is allowed, or the live service. */
  disableBaseUrlChange: z.boolean().default(false),
  baseUrl: baseUrlSchema.optional(),
  disableSampleData: z.boolean().default(false),
  transactionsPerHour: z.int().min(1).max(1_000_000).optional(),
});

export interface Policy {
  readonly file: string | null;
  /** Why the file is invalid. Everything that a policy can disable is then disabled. */
  readonly problem: string | null;
  readonly updates: boolean;
  readonly updateFeed: string | null;
  readonly baseUrlChange: boolean;
  readonly baseUrl: string;
  readonly sampleData: boolean;
  readonly transactionsPerHour: number | null;
}
