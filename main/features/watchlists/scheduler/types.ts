import type { WatchPlan } from '../../../../preload/contract/watchPlan.ts';
import type { Json } from '../../../../preload/contract/json.ts';
import type { Filter, Query } from '../../../../preload/contract/query.ts';
import type { Importance } from '../../../../preload/contract/watchlists.ts';
import type { Purpose } from '../../../data-service/budget.ts';

/** Time as the scheduler sees it. */
export interface Clock {
  /** The clock on the wall, in milliseconds since 1970 UTC. The user may set it. */
  now(): number;
  /** Milliseconds since any moment; never set, and not known after a restart. */
  elapsed(): number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** A list that is on. */
export interface WatchedRules {
  readonly id: string;
  readonly name: string;
  readonly filter: Filter;
  readonly importance: Importance;
  /** True once all that its rules ask for was fetched. */
  readonly synced: boolean;
}

/** A page of transactions that was fetched, stored and matched to all lists. */
export interface AnsweredPage {
  readonly pageCount: number;
  readonly resultCount: number;
  /** Transactions on the page. */
  readonly records: number;
  /** How many of them lie in each ten minutes, `YYYY-MM-DDTHH:M` in UTC, or on a day as a whole where they have no time. */
  readonly slots: ReadonlyMap<string, number>;
  /** How many each list did not have before. */
  readonly added: ReadonlyMap<string, number>;
}

export interface SchedulerOptions {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly readLists: () => Promise<readonly WatchedRules[]>;
  /**
   * Fetches a page of transactions from the service, stores it and matches it; the same page twice changes nothing.
   * @throws FailureError with the codes of the service.
   */
  readonly ask: (query: Query, purpose: Purpose, signal: AbortSignal) => Promise<AnsweredPage>;
  /** The limit of the endpoint, and what of it is left to the person; null where there is none. */
  readonly limit: () => { readonly perHour: number; readonly reserve: number } | null;
  /** Transactions that appear up to so many days after their own are caught. */
  readonly lateDays: () => number;
  /** Why no request may be sent now. */
  readonly pauseReason: () => 'offline' | 'paused' | null;
  /** What `saveState` last stored for this connection, as it was read; anything where there is none. */
  readonly loadState: () => Promise<unknown>;
  readonly saveState: (state: Json) => Promise<void>;
  /** All that these rules ask for has been fetched for the first time. */
  readonly markSynced: (lists: readonly WatchedRules[]) => Promise<void>;
  /** The service has answered for these lists. */
  readonly markChecked: (listIds: readonly string[], at: number) => Promise<void>;
  /** The plan or the state has changed. */
  readonly onChanged: () => void;
}

export type SchedulerState = WatchPlan['state'];

/** What the scheduler is about to do. */
export interface SchedulerReport extends Omit<WatchPlan, 'connectionId'> {
  /** The one that has waited for longest first. */
  readonly waiting: readonly WaitingRequest[];
}

/** A request that is due and waits for the budget. Times in milliseconds since 1970 UTC. */
export interface WaitingRequest {
  /** The lists that it is for. */
  readonly title: string;
  readonly since: number;
  /** When its turn comes. */
  readonly until: number;
}

export type ReportedList = WatchPlan['lists'][number];

/** What a check at once has done. */
export interface Checked {
  readonly requests: number;
  readonly listIds: string[];
}
