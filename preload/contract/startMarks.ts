import { z } from 'zod';
import { call } from './call.ts';

export const windowPhases = [
  'page begun',
  'window script running',
  'bridge answers',
  'places known',
  'view loaded',
  'first rows requested',
  'first rows known',
  'first rows painted',
] as const;

export type WindowPhase = (typeof windowPhases)[number];

export const startMarkCalls = {
  /** Times in milliseconds since 1970 UTC. Sent after the first rows are painted, or after a timeout. */
  tellStartMarks: call({
    marks: z.array(z.strictObject({ phase: z.enum(windowPhases), at: z.number() })).max(windowPhases.length),
  }).returns<undefined>(),
} as const;
