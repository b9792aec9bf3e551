import type { Filter } from '../../preload/contract/query.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';

/** What a sync fetches: all records of a resource, or those that match a filter. */
export interface SyncSubject {
  readonly resource: ResourceName;
  readonly filter?: Filter | undefined;
}

/** How far a sync is. */
export interface SyncProgress {
  /** The page to ask for next; past `lastPage` when this pass over the pages is over. */
  readonly nextPage: number;
  /** As served, once a page was. */
  readonly perPage: number;
  /** As the service last counted; null before its first answer. */
  readonly resultCount: number | null;
  /** The last page of this pass; null before the first answer. */
  readonly lastPage: number | null;
  /** Counts from 1. A further pass looks for records that appeared on pages already read. */
  readonly pass: number;
  /** The last page at which the count had grown: records may have appeared before it. */
  readonly grownAt: number;
  /** By how many records the count changed on the way. */
  readonly changes: number;
  readonly requests: number;
}

/** A sync that has begun and not finished. */
export interface UnfinishedSync extends SyncSubject {
  readonly state: 'running' | 'paused';
  /** In milliseconds since 1970 UTC. */
  readonly startedAt: number;
  readonly progress: SyncProgress;
}

/** What a finished sync has made complete. */
export interface CompleteMark extends SyncSubject {
  /** Every record that the service had then and that matches is in the cache. In milliseconds since 1970 UTC. */
  readonly asOf: number;
  readonly count: number;
}

/** A record that a sync no longer saw. */
export interface VanishedRecord {
  readonly resource: ResourceName;
  readonly id: string;
  /** When it was last fetched, and when it was missed. */
  readonly fetchedAt: number;
  readonly noticedAt: number;
}

/** The state of the syncs of one connection: kept in its cache, written together with the records they bring. */
export interface SyncStore {
  listUnfinished(): Promise<UnfinishedSync[]>;
  /** Goes on with the unfinished sync of the same subject, or begins one with pages of `perPage`. */
  begin(subject: SyncSubject & { startedAt: number; perPage: number }): Promise<UnfinishedSync>;
  pause(subject: SyncSubject): Promise<void>;
  /** Forgets an unfinished sync; the records it brought stay. */
  drop(subject: SyncSubject): Promise<void>;
  /** Stores the records of an answer and how far the sync is, together or not at all. */
  writePage(
    answer: SyncSubject & {
      bytes: Uint8Array;
      fetchedAt: number;
      request: string;
      page: number;
      perPage: number;
    },
  ): Promise<
    { progress: SyncProgress; records: number; notes: readonly string[] } | { readonly problem: string }
  >;
  /** How many records of the subject were fetched since the sync began. */
  countSeen(subject: SyncSubject): Promise<number>;
  /** Records of the subject that are cached and were not fetched since the sync began: their ids, at most `limit`. */
  listUnseen(subject: SyncSubject & { limit: number }): Promise<(string | number)[]>;
  /** The fields of the subject's filter that no cached record has: which records match cannot be told here. */
  missingFields(subject: SyncSubject): Promise<string[]>;
  /** Begins a further pass over the pages up to one. */
  beginPass(subject: SyncSubject & { lastPage: number }): Promise<SyncProgress>;
  /**
   * Ends a sync with a mark of completeness. Records of the subject that were not fetched since it began leave the cache: as
   * vanished ones where `unseen` says so, else without a word.
   */
  finish(
    subject: SyncSubject & { now: number; unseen: 'vanished' | 'unknown' },
  ): Promise<{ mark: CompleteMark; vanished: number }>;
  /**
   * Leaves the mark of a finished sync after every page of a subject was fetched at or after `since` (milliseconds since 1970 UTC)
   * and the service counted `count` records. Records of the subject that were not seen then leave the cache as vanished ones.
   * @param subject.asked ids that the service was asked for since, whether it gave them or not
   * @returns the mark; null where not all the records are cached, or where `unasked` has ids that may have changed or vanished:
   *   fetch those and call it again
   */
  markFetched(
    subject: SyncSubject & { since: number; now: number; count: number; asked: readonly (string | number)[] },
  ): Promise<{ mark: CompleteMark | null; unasked: readonly (string | number)[] }>;
  listComplete(): Promise<CompleteMark[]>;
  /** Records that were missed at or after a moment, and have not come back since. */
  listVanished(since: number): Promise<VanishedRecord[]>;
}
