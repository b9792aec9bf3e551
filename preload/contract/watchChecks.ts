import { z } from 'zod';
import { call, event, connectionId, ticket } from './call.ts';
import type { Failure } from './failures.ts';
import { watchlistId, type CheckCost } from './watchlists.ts';

/**
 * The checks of the watchlists of a connection. Times in milliseconds since 1970 UTC. `idle`: no list is on. `running`: requests are sent when
 * they are due. `waiting`: for the request limit.
 */
export interface WatchChecks extends CheckCost {
  readonly connectionId: string;
  readonly state: 'idle' | 'running' | 'waiting' | 'offline' | 'paused';
  /** While `waiting`: until when. */
  readonly until: number | null;
  /** Why the last request failed; null after one that did not. */
  readonly failure: Failure | null;
  readonly lists: {
    listId: string;
    nextAt: number;
    /** Why its last check failed, or the service does not accept its rules. */
    failure: Failure | null;
  }[];
}

/** The checks of watchlists. */
export const watchCheckCalls = {
  getWatchChecks: call({ connectionId }).returns<WatchChecks>(),
  /** Checks lists now, all that are on without `listIds`: spends the reserve too. Answers with the lists that were checked. */
  checkWatchlists: call({
    connectionId,
    listIds: z.array(watchlistId).max(200).optional(),
    ticket: ticket.optional(),
  }).returns<{ listIds: string[] }>(),
} as const;

export const watchCheckEvents = {
  /** What is checked when, or what came of it, has changed. */
  watchChecksChanged: event<{ connectionId: string }>(),
} as const;
