import { z } from 'zod';

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
  /** Timeseries carry daily figures on to days without any; without it each day has its own. */
  repeatDays: z.boolean().default(false),
  /** Requests to the transactions list in an hour. */
  ratePerHour: z.int().min(1).max(1_000_000_000).default(120),
  /** New transactions a minute while the service runs. */
  livePerMinute: z.int().min(0).max(100_000).default(0),
  /** The day of the newest figures. */
  today: isoDay.optional(),
  /** Where generated data is stored. */
  cacheFolder: z.string().min(1),
});

export type ServiceOptionsInput = z.input<typeof serviceOptionsSchema>;
export type ServiceOptions = z.output<typeof serviceOptionsSchema>;
