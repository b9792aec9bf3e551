import { z } from 'zod';
import { call } from './call.ts';

/** How far the window has come in its start, in this order. */
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
  /** Reports when the window reached each phase, in milliseconds since 1970 UTC. Sent when the first rows are painted, and what there is after a while without. */
  tellStartMarks: call({
    marks: z.array(z.strictObject({ phase: z.enum(windowPhases), at: z.number() })).max(windowPhases.length),
  }).returns<undefined>(),
} as const;
