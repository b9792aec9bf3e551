import { z } from 'zod';
import type { Filter } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';

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
  /** The farthest of these positions: where pages step back, they are read once more. */
  farthest: z.number(),
  /** The id of the record at that position; null before the first page. */
  lastId: z.string().nullable(),
  /** True once nothing more is requested of the window, and whether that is its end. */
  isRead: z.boolean(),
  isEndSeen: z.boolean(),
  /** How many of the records that were read the next page begins before `read`. */
  overlap: z.number(),
  /** Where the service has page sizes of its own: pages of the window that were read one after the other, without overlap; else null. */
  plainPages: z.number().nullable(),
  /** Answers in a row that brought the reading no further. */
  fruitless: z.number(),
  /** Pages that did not begin with what was read before. */
  unjoined: z.number(),
  /** Records the service serves at once, at most, and as many as its first page had. */
  perPage: z.number(),
  firstSent: z.number(),
  /** Records of the window, as the service counted with the newest answer and with the first; null where it counts nothing, or less than it lists. */
  count: z.number().nullable(),
  firstCount: z.number().nullable(),
  /** The most records that an answer had: a shorter one was not cut by the service. */
  served: z.number(),
  /** True where an answer counted more records than had come until then: it counts the list; and where more came than was counted: it counts its page. */
  countsList: z.boolean(),
  countsPage: z.boolean(),
  /** Records that the last page was short of, though it was not the last of the list. */
  short: z.number(),
  /** Records by which others have moved back, beyond those: they came meanwhile, before what was read. */
  arrived: z.number(),
  /** Orders that the ids of all pages are in (`orders.ts`). */
  orders: z.array(z.string()),
  /** Records of the subject, as the service first counted; null before the first page. */
  total: z.number().nullable(),
  /** The most that any answer of this pass counted for the subject, and of the passes before. */
  most: z.number(),
  mostBefore: z.number(),
  /** Counts from 1. A further pass reads everything again, where figures have changed or records are missing. */
  pass: z.number(),
  /** What the pass before has read: which it was, and how many records; and how many of them this pass has read again. */
  previous: z.object({ since: z.number(), distinct: z.number() }).nullable(),
  again: z.number(),
  /** The last fetch before the run. */
  runSince: z.number(),
  /** Records that came again in this pass, with other values. */
  changed: z.number(),
  /** True if a record states that it was changed after the pass began. */
  renewed: z.boolean(),
  /** Records that do not match the filter: for certain, and as the cache reads it, though the service may read it otherwise. */
  unmatched: z.number(),
  unclear: z.number(),
  /** Records that came only when the list was requested in another order. */
  unread: z.number(),
  /** `seen` if the list, requested from its other end, begins with the last record that was read; `none` if it does not show that. */
  otherEnd: z.enum(['unasked', 'seen', 'none']),
  /** Records that could not be kept, by id or by position, with the reason. */
  leftOut: z.array(z.string()),
  /** Records that were read. */
  distinct: z.number(),
  /** Requests of this pass, and those of them that brought a record that was not read before. */
  requests: z.number(),
  pages: z.number(),
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
