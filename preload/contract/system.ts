import { z } from 'zod';
import { call } from './call.ts';

/** The clipboard and the browser of the system. */
export const systemCalls = {
  copyText: call({ text: z.string().max(10_000_000) }).returns<undefined>(),
  /** Shows where an https link goes, and opens it in the browser if the user agrees. True when it was opened. */
  openLink: call({ url: z.string().max(4000) }).returns<boolean>(),
} as const;
