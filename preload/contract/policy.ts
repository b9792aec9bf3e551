import { z } from 'zod';
import { baseUrlSchema } from './connections.ts';

/**
 * What an organisation switches off on a computer, in a file that only its administrator can write. Every member may be left
 * out; one that the app does not know makes the file bad, since a misspelt switch would switch nothing off.
 */
export const policyFileSchema = z.strictObject({
  /** No update is looked for. */
  disableUpdates: z.boolean().default(false),
  /** Where updates are looked for, in place of the address that the app was built with. */
  updateFeed: z.httpUrl().startsWith('https://', 'must begin with https://').optional(),
  /** Only `baseUrl`, or the live service without it, is asked. */
  disableBaseUrlChange: z.boolean().default(false),
  /** The address that the form for a new connection begins with. */
  baseUrl: baseUrlSchema.optional(),
  /** The app's own sample data cannot be opened. */
  disableSampleData: z.boolean().default(false),
});

/** What is switched off on this computer, as the window is told. */
export const policySchema = z.object({
  /** The file; null where there is none. */
  file: z.string().nullable(),
  /** Why the file cannot be used, in one sentence. Everything that a policy can switch off is then off. */
  problem: z.string().nullable(),
  updates: z.boolean(),
  updateFeed: z.string().nullable(),
  /** False where `baseUrl` is the only address that may be asked. */
  baseUrlChange: z.boolean(),
  /** The address that the form begins with. */
  baseUrl: z.string(),
  sampleData: z.boolean(),
});

export type Policy = z.infer<typeof policySchema>;
