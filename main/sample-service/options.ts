import { z } from 'zod';

const isoDay = z.iso.date('It must be a day such as 2026-01-31');

const wholeNumber = (least: number, most: number): z.ZodInt => {
  const error = `It must be a whole number from ${least.toString()} to ${most.toString()}`;
  return z.int(error).min(least, error).max(most, error);
};

export const serviceOptionsSchema = z.object({
  port: wholeNumber(0, 65_535).default(0),
  key: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'It must be 1 to 4096 visible ASCII characters without spaces')
    .optional(),
  seed: wholeNumber(0, 0xffffffff).default(1),
  assets: wholeNumber(1, 20_000).default(3500),
  transactions: wholeNumber(0, 5_000_000).default(200_000),
  odd: z.boolean().default(false),
  repeatDays: z.boolean().default(false),
  ratePerHour: wholeNumber(1, 1_000_000_000).default(120),
  livePerMinute: wholeNumber(0, 100_000).default(0),
  today: isoDay.optional(),
  cacheFolder: z.string().min(1, 'It must be a path'),
});

export type ServiceOptionsInput = z.input<typeof serviceOptionsSchema>;
export type ServiceOptions = z.output<typeof serviceOptionsSchema>;
