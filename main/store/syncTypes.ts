import { z } from 'zod';
import type { Filter } from '../../preload/contract/query.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';

/** What a sync fetches: all records of a resource, or those that match a filter. */
export interface SyncSubject {
  readonly resource: ResourceName;
  readonly filter?: Filter | undefined;
}

/** A part of a subject that is read as one list: all of it, its records of some days (UTC, both included; to the end where `to` is null), or those without a date. */
export type SyncWindow =
  | { readonly kind: 'all' }
  | { readonly kind: 'days'; readonly from: string; readonly to: string | null }
  | { readonly kind: 'undated' };

/** Where a sync stands: in its window, and in all. Lists are read in the order of ids. */
export const syncProgressSchema = z.object({
  /** The list that is read now. */
  window: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('days'), from: z.string(), to: z.string().nullable() }),
    z.object({ kind: z.literal('undated') }),
  ]),
  /** From its first record to this position every record was read. */
  read: z.number(),
  /** True once the last page of the window was read. */
  isRead: z.boolean(),
  /** How many of the records that were read the next page begins before `read`. */
  overlap: z.number(),
  /** The largest overlap that the window has needed. */
  largestOverlap: z.number(),
  /** The id of the first record of the window; null before its first page. */
  firstId: z.string().nullable(),
  /** True where a further page began with it, or had more records than requested: the service sends other pages than were requested. */
  ignoresPaging: z.boolean(),
  /** Pages in a row that brought nothing new. */
  fruitless: z.number(),
  /** Records the service serves at once, at most. */
  perPage: z.number(),
  /** Records of the window, as the service last counted; null before its first page. */
  count: z.number().nullable(),
  /** Records of the windows that were read before. */
  before: z.number(),
  /** Records of the subject, as the service first counted; null before the first page. */
  total: z.number().nullable(),
  /** Counts from 1. A further pass reads everything again, after the figures of the service have changed. */
  pass: z.number(),
  /** Records that came again in this pass, with other values. */
  changed: z.number(),
  /** Records that do not match the filter. */
  unmatched: z.number(),
  /** Records that could not be kept, by id or by position, with the reason. */
  leftOut: z.array(z.string()),
  /** Records that were read. */
  distinct: z.number(),
  /** Requests of this pass. */
  requests: z.number(),
});

export type SyncProgress = z.infer<typeof syncProgressSchema>;

/** A sync that has begun and not finished. */
export interface UnfinishedSync extends SyncSubject {
  readonly state: 'running' | 'paused';
  /** In milliseconds since 1970 UTC. */
  readonly startedAt: number;
  readonly progress: SyncProgress;
}

/** A record that a sync no longer saw, and that the service no longer has. */
export interface VanishedRecord {
  readonly resource: ResourceName;
  readonly id: string;
  /** When it was last fetched, and when it was missed. */
  readonly fetchedAt: number;
  readonly noticedAt: number;
}
