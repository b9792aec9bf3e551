import { z } from 'zod';
import { call, nothing } from './call.ts';

export const encryptionSchema = z.object({
  on: z.boolean(),
  /** What could not be done, in sentences. */
  notices: z.array(z.string()),
});

/** Encryption of what the user has made. */
export const encryptionCalls = {
  getEncryption: call(nothing, encryptionSchema),
  /** Turns it on or off, after a question outside of the page; nothing changes where the user does not agree. */
  setEncryption: call(z.strictObject({ on: z.boolean() }), encryptionSchema),
  /** Shows the recovery code outside of the page, which never sees it. */
  showRecoveryCode: call(nothing, nothing),
} as const;
