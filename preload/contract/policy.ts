import { z } from 'zod';
import { baseUrlSchema } from './connections.ts';

/**
 * What an organization switches off on a computer, in a file that only its administrator can write. Every member may be left
 * out; one that the app does not know makes the file bad, since a misspelled switch would switch nothing off.
 */
export const policyFileSchema = z.strictObject({
  /** No update is looked for. */
  disableUpdates: z.boolean().default(false),
  /** Where updates are looked for, in place of the address that the app was built with. */
  updateFeed: z.httpUrl().startsWith('https://', 'must begin with https://').optional(),
  /** Requests go only to `baseUrl`, or to the live service without it. */
  disableBaseUrlChange: z.boolean().default(false),
  /** The address that the form for a new connection begins with. */
  baseUrl: baseUrlSchema.optional(),
  /** The app's own sample data cannot be opened. */
  disableSampleData: z.boolean().default(false),
  /** Requests for transactions that the service grants the organization in an hour. */
  transactionsPerHour: z.int().min(1).max(1_000_000).optional(),
});

/** What is switched off on this computer, as the window receives it. */
export interface Policy {
  /** The file; null where there is none. */
  readonly file: string | null;
  /** Why the file cannot be used, in one sentence. Everything that a policy can switch off is then off. */
  readonly problem: string | null;
  readonly updates: boolean;
  readonly updateFeed: string | null;
  /** False where `baseUrl` is the only address allowed. */
  readonly baseUrlChange: boolean;
  /** The address that the form begins with. */
  readonly baseUrl: string;
  readonly sampleData: boolean;
  /** In place of the setting; null where the setting holds. */
  readonly transactionsPerHour: number | null;
}
