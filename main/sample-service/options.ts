import { z } from 'zod';

/** The faults that can be injected. Rule: service notes, "Limits and errors". */
export const chaosKinds = [
  'upstream-timeout', // 400 with the message of a failed connection behind the service
  'undefined-error', // 400 with the message of an error of the service
  'server-error', // 500, 502 or 503
  'late-server-error', // the same, but only after the first page
  'dropped', // the connection breaks before an answer
  'slow', // the body comes in small pieces
  'cut', // the body ends in the middle
  'html', // a page for people instead of JSON
  'empty', // no results for a valid query
  'throttled', // 429 without a header that says when to try again
] as const;

export type ChaosKind = (typeof chaosKinds)[number];

const isoDay = z.iso.date('must be a day such as 2026-01-31');

/** What the service can be started with. Every member has a default. */
export const serviceOptionsSchema = z.object({
  /** 0 picks a free port. */
  port: z.int().min(0).max(65_535).default(0),
  /** The one key that is accepted; a random one where none is given. */
  key: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'must be visible ASCII characters without spaces')
    .optional(),
  seed: z.int().min(0).max(0xffffffff).default(1),
  assets: z.int().min(1).max(20_000).default(3500),
  transactions: z.int().min(0).max(5_000_000).default(200_000),
  /** Records that careless programs break on; without it an analyst finds nothing to wonder at. */
  odd: z.boolean().default(false),
  /** Requests to the transactions list in an hour. */
  ratePerHour: z.int().min(1).max(1_000_000_000).default(120),
  /** New transactions a minute while the service runs. */
  livePerMinute: z.int().min(0).max(100_000).default(0),
  /** The day of the newest figures. */
  today: isoDay.optional(),
  /** Added to each answer. */
  latencyMs: z.int().min(0).max(600_000).default(0),
  /** The part of requests that is answered with 5xx, from 0 to 1. */
  failRate: z.number().min(0).max(1).default(0),
  /** Odd behaviours shown in turn, to one request in five. */
  chaos: z.array(z.enum(chaosKinds)).default([]),
  /** Where generated data is stored. */
  cacheFolder: z.string().min(1),
});

export type ServiceOptionsInput = z.input<typeof serviceOptionsSchema>;
export type ServiceOptions = z.output<typeof serviceOptionsSchema>;

/** Making the data leaves much garbage: a large nursery halves the time it takes to clear away. */
export const sampleLimits = { maxYoungGenerationSizeMb: 64 };
