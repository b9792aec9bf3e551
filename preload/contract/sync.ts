import { call, connectionId, resource, ticket } from './call.ts';
import type { Job } from './jobs.ts';
import { resolvedQuerySchema } from './movingDates.ts';
import type { Filter } from './query.ts';
import type { ResourceName } from './resources/names.ts';

/** What a sync of a query would take, stated before it begins. */
export interface SyncPlan {
  /** Records, as the service counts them now. */
  readonly records: number;
  /** Records that the service serves at once. */
  readonly perPage: number;
  /** Requests that are still to be made. */
  readonly requests: number;
  /** How long they take at the current budget, in milliseconds; a guess where nothing limits them. */
  readonly durationMs: number;
  /** The request limit that they count against, where there is one. */
  readonly budget: { left: number; perHour: number; reserve: number } | null;
  /** When the records were last made complete, in milliseconds since 1970 UTC. */
  readonly completeAsOf: number | null;
  /** The job that does this already. */
  readonly jobId: string | null;
}

/** All records of a resource, or all that match a filter, are in the cache as of a moment. */
export interface CompleteMark {
  readonly resource: ResourceName;
  /** Absent where all records are meant. */
  readonly filter?: Filter | undefined;
  /** In milliseconds since 1970 UTC. */
  readonly asOf: number;
  readonly count: number;
}

/** Of the query only the filter counts: a sync fetches all its pages, in the order of ids. */
const subject = { connectionId, resource, query: resolvedQuerySchema };

/** Fetching all records of a query, so that they can be reviewed offline. */
export const syncCalls = {
  /** Asks the service how many records there are, which takes one request. */
  planSync: call({ ...subject, ticket: ticket.optional() }).returns<SyncPlan>(),
  /** Starts the sync, or goes on with one of the same query; gives the job that does it. */
  startSync: call(subject).returns<Job>(),
} as const;
