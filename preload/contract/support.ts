import { z } from 'zod';
import { call } from './call.ts';

/** A file that a user sends to support. Nothing sends it by itself. */
export const supportCalls = {
  /** What the file would hold, as text: read first, then saved. */
  collectSupport: call().returns<{ text: string }>(),
  /** Asks for a file name and writes what was read. Its path, or null when the user closed the dialog. */
  saveSupport: call({ text: z.string().min(1).max(5_000_000) }).returns<string | null>(),
} as const;
