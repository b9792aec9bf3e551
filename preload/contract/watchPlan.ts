import { z } from 'zod';
import { call, event, connectionId, ticket } from './call.ts';
import type { Failure } from './failures.ts';
import { watchlistId } from './watchlists.ts';

/**
 * What is done for the watchlists of a connection. Times in milliseconds since 1970 UTC. `idle`: no list is on. `running`: goes by its
 * plan. `waiting`: for the budget, or for a service that is down. `stopped`: the key was not accepted, or the plan cannot be stored.
 */
export interface WatchPlan {
  readonly connectionId: string;
  readonly state: 'idle' | 'running' | 'waiting' | 'offline' | 'paused' | 'stopped';
  /** While `waiting`: until when. */
  readonly until: number | null;
  /** Why it waits or has stopped, where something went wrong. */
  readonly failure: Failure | null;
  /** For example `These watchlists need 310 requests an hour; your limit is 120. They are checked every 155 minutes.` */
  readonly sentence: string;
  /** Requests an hour: needed, and to be had (null without a limit). */
  readonly needed: number;
  readonly had: number | null;
  /** From one check of everything to the next, on average. */
  readonly everyMs: number;
  /** How many requests look at all lists once, further pages not counted. */
  readonly requests: number;
  readonly lists: {
    listId: string;
    /** Null where the service refuses its rules. */
    nextCheckAt: number | null;
    everyMs: number;
    /** Requests an hour, its part of those that it shares with others. */
    perHour: number;
    /** Why the service does not accept its rules. */
    refused: string | null;
  }[];
}

/** The plan of requests for watchlists. */
export const watchPlanCalls = {
  getWatchPlan: call({ connectionId }).returns<WatchPlan>(),
  /**
   * Checks lists now, all that are on without `listIds`: spends the reserve too, and waits for nothing. Answers with the requests that
   * were sent and the lists that were checked.
   */
  checkWatchlists: call({
    connectionId,
    listIds: z.array(watchlistId).max(200).optional(),
    ticket: ticket.optional(),
  }).returns<{ requests: number; listIds: string[] }>(),
} as const;

export const watchPlanEvents = {
  /** The plan, or what is done of it, has changed. */
  watchPlanChanged: event<{ connectionId: string }>(),
} as const;
