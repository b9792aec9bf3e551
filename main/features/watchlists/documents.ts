import type { z } from 'zod';
import type { UserDocument } from '../../store/store.ts';

/** The kinds of the user's documents about watchlists and alerts. */
export const kinds = {
  list: 'watchlist',
  alert: 'alert',
  firing: 'alert-firing',
  /** A firing that nobody was told of yet, by its id. */
  untold: 'alert-untold',
  /** Whether what an alert on a metric asks for was true when it was last looked at. */
  truth: 'alert-truth',
} as const;

export interface Read<Thing> {
  readonly things: Thing[];
  readonly notices: string[];
}

/** What a newer version of the app has written, or what was damaged, is told of and stays where it is. */
export function readThings<Thing>(
  things: readonly UserDocument[],
  schema: z.ZodType<Thing>,
  what: { one: string; many: string },
): Read<Thing> {
  const read = things.map(({ value }) => schema.safeParse(value));
  const unread = read.filter(({ success }) => !success).length;
  const sentence =
    unread === 1
      ? `One ${what.one} could not be read. It is kept as it is.`
      : `${unread.toString()} ${what.many} could not be read. They are kept as they are.`;
  return {
    things: read.flatMap((result) => (result.success ? [result.data] : [])),
    notices: unread === 0 ? [] : [sentence],
  };
}
