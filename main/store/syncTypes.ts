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

/** A record that a sync no longer saw. */
export interface VanishedRecord {
  readonly resource: ResourceName;
  readonly id: string;
  /** When it was last fetched, and when it was missed. */
  readonly fetchedAt: number;
  readonly noticedAt: number;
}
