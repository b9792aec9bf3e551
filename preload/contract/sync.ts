import { counted } from './counted.ts';
import { z } from 'zod';
import { call, connectionId, resource, ticket } from './call.ts';
import type { Job } from './jobs.ts';
import { resolvedQuerySchema } from './querySchema.ts';
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
  /** When its first and its last page were fetched, in milliseconds since 1970 UTC. */
  readonly asOf: number;
  readonly until: number;
  readonly count: number;
  /** Records that could not be kept: how many, and the first of them by id or by position, with the reason. */
  readonly leftOut: { readonly count: number; readonly names: readonly string[] };
  /** True where the figures of the service changed while they were read. */
  readonly changed: boolean;
}

/** Of the query only the filter counts: a sync fetches all its pages, in the order of ids. */
const subject = { connectionId, resource, query: resolvedQuerySchema };

/** Fetching all records of a query, so that they can be reviewed offline. */
export const syncCalls = {
  /** Asks the service how many records there are, which takes one request. */
  planSync: call({ ...subject, ticket: ticket.optional() }).returns<SyncPlan>(),
  /**
   * Starts the sync, or goes on with one of the same query; gives the job that does it. `acceptRemovals` removes what the service no longer has
   * also where that is much.
   */
  startSync: call({ ...subject, acceptRemovals: z.boolean().optional() }).returns<Job>(),
} as const;

/** What is to be said of records that are complete, in sentences: what could not be kept, and whether the figures changed while they were read. */
export function markNotes({ leftOut, changed, asOf, until }: CompleteMark): string[] {
  return [
    ...(leftOut.count > 0
      ? [
          `Complete but for ${counted(leftOut.count, 'record')} that could not be kept: ${leftOut.names.join(', ')}.`,
        ]
      : []),
    ...(changed ? [changeNote(asOf, until)] : []),
  ];
}

/** What is to be said of figures of two moments that stand side by side. */
export function changeNote(from: number, until: number): string {
  return `Read from ${momentText(from)} to ${momentText(until)}, over a change of the service’s data.`;
}

function momentText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
