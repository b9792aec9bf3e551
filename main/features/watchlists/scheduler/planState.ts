import { hourMs } from '../../../../preload/contract/days.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { newestFields } from '../../../data-service/assumptions.ts';

/** What outlives a restart: how far each list and each request is. Anything that cannot be read is learnt again. */

const day = z.iso.date();
const moment = z.number();
/** Transactions of each ten minutes, `YYYY-MM-DDTHH:M` in UTC; of a day as a whole where no time is known. */
const counts = z.record(z.string(), z.int()).readonly();

/** Ten minutes each: all from `head` on, and of the older ones those that are looked through this time, `until` not among them. */
const spanSchema = z.object({ head: z.string(), from: z.string(), until: z.string() });

const readingSchema = z.object({
  order: z.enum(['newest', 'steady']),
  fromDay: day,
  /** Where only some slots are read. */
  span: spanSchema.nullable().catch(null),
  /** The page to ask for next. */
  page: z.int().min(1),
  startedAt: moment,
  /** The last day that the service was known to have when the reading began. */
  horizon: day.nullable(),
  /** As the page before has counted. */
  resultCount: z.int().nullable(),
  /** On the pages read. */
  counts,
  /** How many records came, and went, while it was read. */
  grown: z.int(),
  shrunk: z.int(),
});

const requestSchema = z.object({
  key: z.string(),
  /** Everything up to this day was read, but for what arrives late; null before the first reading. */
  through: day.nullable(),
  checkedAt: moment.nullable(),
  /** When all pages were last read. */
  readAt: moment.nullable(),
  /** How many pages a check takes, on average. */
  pages: z.number().min(1),
  /** What the service had; null where that is not known. */
  counts: counts.nullable(),
  /** Slots before this one are still to be looked through since then; null where all were. */
  sweep: z.object({ until: z.string(), startedAt: moment, horizon: day.nullable() }).nullable().catch(null),
  reading: readingSchema.nullable(),
});

const listSchema = z.object({
  id: z.string(),
  /** Of its rules: with others it starts over. */
  key: z.string(),
  through: day.nullable(),
  checkedAt: moment.nullable(),
  perHour: z.number().nullable(),
  refused: z.object({ message: z.string(), at: moment }).nullable(),
});

const wideSchema = z.object({
  /** Of its filter. */
  key: z.string(),
  /** Transactions a day; null where the service does not answer it. */
  perDay: z.number().nullable(),
  at: moment,
});

const planStateSchema = z.object({
  /** The last day of which the service was seen to have a transaction. */
  horizon: day.nullable().catch(null),
  /** The part of the budget that is there, as refusals have taught: others spend from it too. */
  share: z.number().min(0).max(1).catch(1),
  /** How the service sorts the newest first. */
  newestBy: z.enum(newestFields).catch(newestFields[0]),
  /** False where the service was seen not to tell times apart. */
  sweeps: z.boolean().catch(true),
  /** The longest request that the service takes, and the shortest that it refused, as learnt. */
  maxBytes: z.int().min(1).nullable().catch(null),
  refusedBytes: z.int().min(1).nullable().catch(null),
  /** How much requests without wallets bring. */
  wide: z.array(wideSchema).catch([]),
  lists: z.array(listSchema).catch([]),
  requests: z.array(requestSchema).catch([]),
});

export type PlanState = z.infer<typeof planStateSchema>;
export type Counts = z.infer<typeof counts>;
export type Span = z.infer<typeof spanSchema>;
export type Reading = z.infer<typeof readingSchema>;
export type RequestState = z.infer<typeof requestSchema>;
export type ListState = z.infer<typeof listSchema>;

const noState: PlanState = {
  horizon: null,
  share: 1,
  newestBy: newestFields[0],
  sweeps: true,
  maxBytes: null,
  refusedBytes: null,
  wide: [],
  lists: [],
  requests: [],
};

/** Reads the stored state. Parts that cannot be read start over; all of it where nothing can. */
export function readState(stored: unknown): PlanState {
  return planStateSchema.safeParse(stored).data ?? noState;
}

/** A short text for a long one. */
export function shortKey(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** What was learnt of a wide request is requested again after a week, and one that the service did not answer after a day. */
export function isStillKnown({ perDay, at }: PlanState['wide'][number], now: number): boolean {
  return now >= at && now - at < (perDay === null ? 24 : 7 * 24) * hourMs;
}

/** What the service refuses today is requested again after a day. */
const refusedForMs = 24 * hourMs;

export function isRefused({ refused }: ListState, now: number): boolean {
  return refused !== null && now >= refused.at && now - refused.at < refusedForMs;
}
