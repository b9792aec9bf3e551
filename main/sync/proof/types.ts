import { z } from 'zod';
import type { Filter } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';

/** All records of a resource, or those that match a filter. */
export interface SyncSubject {
  readonly resource: ResourceName;
  readonly filter?: Filter | undefined;
}

/**
 * A part of a subject that is read as one list: all of it; its records of some UTC days, both included and
 * without end if `to` is null; or those without a date.
 */
export type SyncWindow =
  | { readonly kind: 'all' }
  | { readonly kind: 'days'; readonly from: string; readonly to: string | null }
  | { readonly kind: 'undated' };

/** Progress of a sync in its window and in all. Lists are read in the order of ids. */
export const syncProgressSchema = z.object({
  window: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('days'), from: z.string(), to: z.string().nullable() }),
    z.object({ kind: z.literal('undated') }),
  ]),
  /** Every record up to this position was read. */
  read: z.number(),
  /** The farthest such position: pages that step back are read again. */
  farthest: z.number(),
  /** The id at that position; null before the first page. */
  lastId: z.string().nullable(),
  /** True once nothing more of the window is requested, and whether its end was seen. */
  isRead: z.boolean(),
  isEndSeen: z.boolean(),
  /** How many known records the next page repeats. */
  overlap: z.number(),
  /** Pages read one after the other without overlap, if the service has its own page sizes; else null. */
  plainPages: z.number().nullable(),
  /** Consecutive answers without progress. */
  fruitless: z.number(),
  /** Pages that did not begin with a known record. */
  unjoined: z.number(),
  /** Records per page at most, and those of the first page. */
  perPage: z.number(),
  firstSent: z.number(),
  /** The newest and the first count of the window; null without one, or if it is less than what came. */
  count: z.number().nullable(),
  firstCount: z.number().nullable(),
  /** The most records of an answer: the service did not cut shorter ones. */
  served: z.number(),
  /**
   * `countsList`: a count exceeded what had come, so it counts the list. `countsPage`: more came than was
   * counted, so it counts its page.
   */
  countsList: z.boolean(),
  countsPage: z.boolean(),
  /** Records that the last page was short of, though it was not the last of the list. */
  short: z.number(),
  /** Records inserted before the position meanwhile: others have moved back by so many. */
  arrived: z.number(),
  /** Orders of the ids of all pages (`orders.ts`). */
  orders: z.array(z.string()),
  /** The first count of the subject; null before the first page. */
  total: z.number().nullable(),
  /** The largest count of this pass, and of earlier ones. */
  most: z.number(),
  mostBefore: z.number(),
  /** Counts from 1. Another pass reads everything again if figures have changed or records are missing. */
  pass: z.number(),
  /** Passes of any sync of the resource shortly before the run, whose pages the service may answer from a cache. */
  earlier: z.number(),
  /** The previous pass and its number of records; and how many of them this pass has read again. */
  previous: z.object({ since: z.number(), distinct: z.number() }).nullable(),
  again: z.number(),
  /** The last fetch before the run. */
  runSince: z.number(),
  /** Records that came again in this pass with other values. */
  changed: z.number(),
  /** True if a record states that it was changed after the pass began. */
  renewed: z.boolean(),
  /** Records of this pass that are older than their cached copies; and how many have replaced these in the run. */
  older: z.number(),
  replaced: z.number(),
  /** Records that do not match the filter: certainly, and as the cache reads it. */
  unmatched: z.number(),
  unclear: z.number(),
  /** Records that came only when the list was requested in another way. */
  unread: z.number(),
  /** Records that came with further members when they were requested by id. */
  fuller: z.number(),
  /** What the newest page says against the end of the list: more records follow, or a filter is applied. */
  denial: z.enum(['none', 'more', 'filter']),
  /**
   * `seen` if the other end of the list begins with the last record read; `none` if it does not show that.
   */
  otherEnd: z.enum(['unasked', 'seen', 'none']),
  /** Records that could not be kept, by id or position, with the reason. */
  leftOut: z.array(z.string()),
  /** Records read, without those that could not be kept. */
  distinct: z.number(),
  /** Requests of this pass, and those that brought a new record. */
  requests: z.number(),
  pages: z.number(),
});

export type SyncProgress = z.infer<typeof syncProgressSchema>;

export interface UnfinishedSync extends SyncSubject {
  readonly state: 'running' | 'paused';
  /** In milliseconds since 1970 UTC. */
  readonly startedAt: number;
  readonly progress: SyncProgress;
}

/** A record that the service no longer has. */
export interface VanishedRecord {
  readonly resource: ResourceName;
  readonly id: string;
  /** When it was last fetched, and when it was found missing. */
  readonly fetchedAt: number;
  readonly noticedAt: number;
}
