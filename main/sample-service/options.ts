import { z } from 'zod';

const isoDay = z.iso.date('It must be a day such as 2026-01-31');

export const serviceOptionsSchema = z.object({
  /** 0: a free port. */
  port: z.int().min(0).max(65_535).default(0),
  /** The accepted key; random by default. */
  key: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'It must be visible ASCII characters without spaces')
    .optional(),
  seed: z.int().min(0).max(0xffffffff).default(1),
  assets: z.int().min(1).max(20_000).default(3500),
  transactions: z.int().min(0).max(5_000_000).default(200_000),
  /** Adds records that break careless programs. */
  odd: z.boolean().default(false),
  /** Carries the last daily figure of a timeseries forward. */
  repeatDays: z.boolean().default(false),
  /** Requests for transactions. */
  ratePerHour: z.int().min(1).max(1_000_000_000).default(120),
  /** New transactions. */
  livePerMinute: z.int().min(0).max(100_000).default(0),
  /** The day of the newest figures; yesterday by default. */
  today: isoDay.optional(),
  cacheFolder: z.string().min(1),
});

export type ServiceOptionsInput = z.input<typeof serviceOptionsSchema>;
export type ServiceOptions = z.output<typeof serviceOptionsSchema>;
