import { z } from 'zod';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Json } from '../../../preload/contract/json.ts';

/** Where a mirror stands. The target stores it together with the rows of a page, so both are always of one moment. */

const day = z.iso.date();

/** What a mirror reads before it goes on: the records of some days, both included, those without a date, or all of a resource. */
const windowSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('undated') }),
  z.strictObject({ kind: z.literal('days'), from: day, to: day }),
]);
export type MirrorWindow = z.infer<typeof windowSchema>;

/** A pass goes through the windows of a resource once, and may be interrupted after each page. */
const passSchema = z.strictObject({
  /** In milliseconds since 1970 UTC. */
  startedAt: z.number(),
  /** The last day that it reads: that of its start. */
  lastDay: day,
  /** The window under way, and the page of it that is next; null between two windows. */
  window: windowSchema.nullable(),
  page: z.int().min(1),
  /** Records of the window, as its first page counted them. */
  count: z.int().min(0),
  /** The first day that no window has covered yet; null once only the records without a date are left. */
  nextDay: day.nullable(),
  /** Days of the next window. */
  span: z.int().min(1),
});
export type MirrorPass = z.infer<typeof passSchema>;

const stateSchema = z.strictObject({
  version: z.literal(1),
  /** Which connection and which filter the rows are of: another mirror must not go on from here. */
  source: z.string(),
  /** The pass under way that reads everything and marks what is gone. */
  whole: passSchema.nullable(),
  /** The pass under way that reads the latest days: by itself, or between two windows of the other. */
  latest: passSchema.nullable(),
  /** The last day that has been read. */
  upTo: day.nullable(),
  /** When the last pass through the latest days began, in milliseconds since 1970 UTC. */
  latestAt: z.number().nullable(),
  /** When the last pass through everything began, in milliseconds since 1970 UTC. */
  comparedAt: z.number().nullable(),
});
export type MirrorState = z.infer<typeof stateSchema>;

/**
 * Reads the state that a target gives.
 * @param source of the mirror that is to go on from it
 * @throws FailureError where a newer version wrote it, or another mirror
 */
export function readState(stored: Json | null, source: string): MirrorState {
  if (stored === null) {
    return { version: 1, source, whole: null, latest: null, upTo: null, latestAt: null, comparedAt: null };
  }
  const { data: state } = stateSchema.safeParse(stored);
  if (state === undefined) {
    throw new FailureError({
      code: 'newer-data',
      message:
        'The target was written by a newer version of the app, or changed by another program. Update the app, or choose another target.',
    });
  }
  if (state.source === source) return state;
  throw new FailureError({
    code: 'bad-arguments',
    message:
      'The target holds the records of another connection or of another filter. Choose another target.',
    detail: state.source,
  });
}
