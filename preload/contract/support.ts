import { z } from 'zod';
import { call } from './call.ts';

export const supportCalls = {
  collectSupport: call().returns<{ text: string }>(),
  saveSupport: call({ text: z.string().min(1).max(5_000_000) }).returns<string | null>(),
} as const;
