import { z } from 'zod';
import { call, event, connectionId, ticket } from './call.ts';
import type { Failure } from './failures.ts';
import { watchlistId, type CheckCost } from './watchlists.ts';

/** Times in milliseconds since 1970 UTC. `idle`: no list is on. `waiting`: for the request limit. */
export interface WatchChecks extends CheckCost {
  readonly connectionId: string;
  readonly state: 'idle' | 'running' | 'waiting' | 'offline' | 'paused';
  readonly until: number | null;
  readonly failure: Failure | null;
  readonly lists: {
    listId: string;
    nextAt: number;
    /** A failed check, or rejected rules. */
    failure: Failure | null;
  }[];
}

export const watchCheckCalls = {
  getWatchChecks: call({ connectionId }).returns<WatchChecks>(),
  /** Also spends the reserve. Absent `listIds`: all that are on. */
  checkWatchlists: call({
    connectionId,
    listIds: z.array(watchlistId).max(200).optional(),
    ticket: ticket.optional(),
  }).returns<{ listIds: string[] }>(),
} as const;

export const watchCheckEvents = {
  watchChecksChanged: event<{ connectionId: string }>(),
} as const;
