import { z } from 'zod';
import { call } from './call.ts';

export interface Encryption {
  readonly on: boolean;
  /** What could not be done, in sentences. */
  readonly notices: string[];
}

/** Encryption of what the user has made. */
export const encryptionCalls = {
  getEncryption: call().returns<Encryption>(),
  /** Turns it on or off, after a question outside of the page; nothing changes where the user does not agree. */
  setEncryption: call({ on: z.boolean() }).returns<Encryption>(),
  /** Shows the recovery code outside of the page, which never sees it. */
  showRecoveryCode: call().returns<undefined>(),
} as const;
