import { z } from 'zod';
import { call } from './call.ts';

export const supportCalls = {
  /** Returns the content for review. */
  collectSupport: call().returns<{ text: string }>(),
  /** Asks for a file name. Returns the path, or null if the user cancels. */
  saveSupport: call({ text: z.string().min(1).max(5_000_000) }).returns<string | null>(),
} as const;
