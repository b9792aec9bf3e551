import { z } from 'zod';
import { call, nothing } from './call.ts';

/** The clipboard and the browser of the system. */
export const systemCalls = {
  copyText: call(z.strictObject({ text: z.string().max(10_000_000) }), nothing),
  /** Shows where an https link goes, and opens it in the browser if the user agrees. True when it was opened. */
  openLink: call(z.strictObject({ url: z.string().max(4000) }), z.boolean()),
} as const;
