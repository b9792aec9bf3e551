import { counted } from './counted.ts';
import { dayOf } from './days.ts';
import { z } from 'zod';
import { call, connectionId, resource, ticket } from './call.ts';
import type { Job } from './jobs.ts';
import { resolvedQuerySchema } from './querySchema.ts';
import type { Filter } from './query.ts';
import type { ResourceName } from './resources/names.ts';

export interface SyncPlan {
  readonly records: number;
  readonly perPage: number;
  readonly requests: number;
  /** In milliseconds within the current limit; estimated without one. */
  readonly durationMs: number;
  readonly budget: { left: number; perHour: number; reserve: number } | null;
  /** Last complete sync, in milliseconds since 1970 UTC. */
  readonly completeAsOf: number | null;
  readonly jobId: string | null;
}

export interface CompleteMark {
  readonly resource: ResourceName;
  readonly filter?: Filter | undefined;
  /** First and last page, in milliseconds since 1970 UTC. */
  readonly asOf: number;
  readonly until: number;
  readonly count: number;
  readonly leftOut: { readonly count: number; readonly names: readonly string[] };
  readonly changed: boolean;
}

/** Only the filter counts. */
const subject = { connectionId, resource, query: resolvedQuerySchema };

export const syncCalls = {
  /** Sends one request. */
  planSync: call({ ...subject, ticket: ticket.optional() }).returns<SyncPlan>(),
  /** Starts or resumes a sync. `acceptRemovals` permits the removal of many records. */
  startSync: call({ ...subject, acceptRemovals: z.boolean().optional() }).returns<Job>(),
} as const;

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

export function changeNote(from: number, until: number): string {
  return `Read from ${momentText(from)} to ${momentText(until)}, over a change of the service’s data.`;
}

/** Says of cached records that they were fetched on several days; the service’s data change once a day. */
export function daysNote(moments: readonly (number | null)[]): string[] {
  const known = moments.filter((moment) => moment !== null);
  if (known.length === 0) return [];
  const [first, last] = [Math.min(...known), Math.max(...known)];
  if (dayOf(first) === dayOf(last)) return [];
  return [`Fetched from ${momentText(first)} to ${momentText(last)}: figures may be of different days.`];
}

function momentText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
