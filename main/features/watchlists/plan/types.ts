import type { Filter } from '../../../../preload/contract/query.ts';
import type { Importance } from '../../../../preload/contract/watchlists.ts';

/** What the planner sees of a list that is on. Times in milliseconds, days as `YYYY-MM-DD` in UTC. */
export interface PlanList {
  readonly id: string;
  /** All that it asks for. */
  readonly filter: Filter;
  readonly importance: Importance;
  /** What is needed of its transactions: those of this day and later. */
  readonly fromDay: string;
  /** New transactions in an hour, as learnt; null while nothing was learnt. */
  readonly perHour: number | null;
  /**
   * Lists with different numbers are never requested together: set apart are those whose first transactions are still fetched,
   * and those of which one is suspected to be refused by the service.
   */
  readonly apart: number;
}

/** How requests may look. */
export interface RequestShape {
  /** Bytes of path and query string of a request. */
  readonly maxBytes: number;
  /** Records on a page, as requested. */
  readonly perPage: number;
}

/** A request that serves many lists at once. Its query changes only by its day. */
export interface MergedRequest {
  /** Equal for requests that ask for the same. */
  readonly key: string;
  /** Without a day. */
  readonly filter: Filter;
  readonly listIds: readonly string[];
  /** The day it is to reach back to. */
  readonly fromDay: string;
  /** How long it may wait, by the list that may wait least. */
  readonly intervalMs: number;
  readonly apart: number;
  /** True where it brings more than its lists want: what they want is found on this computer. */
  readonly isWide: boolean;
}
