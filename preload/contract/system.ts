import { z } from 'zod';
import { call } from './call.ts';
import { longestCopy } from './limits.ts';

/** The clipboard and the browser of the system. */
export const systemCalls = {
  /** `html` is the same as a table with types, for spreadsheets. */
  copyText: call({
    text: z.string().max(longestCopy.text),
    html: z.string().max(longestCopy.html).optional(),
  }).returns<undefined>(),
  /** Shows where an https link goes, and opens it in the browser if the user agrees. True when it was opened. */
  openLink: call({ url: z.string().max(4000) }).returns<boolean>(),
} as const;
