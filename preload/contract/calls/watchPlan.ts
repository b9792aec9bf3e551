import { z } from 'zod';
import { failureSchema } from '../failures.ts';
import { watchlistId } from '../watchlists.ts';
import { call, connectionId, ticket } from './call.ts';

/**
 * What is done for the watchlists of a connection. Times in milliseconds since 1970 UTC. `idle`: no list is on. `running`: goes by its
 * plan. `waiting`: for the budget, or for a service that is down. `stopped`: the key was not accepted, or the plan cannot be stored.
 */
export const watchPlanSchema = z.object({
  connectionId: z.string(),
  state: z.enum(['idle', 'running', 'waiting', 'offline', 'paused', 'stopped']),
  /** While `waiting`: until when. */
  until: z.number().nullable(),
  /** Why it waits or has stopped, where something went wrong. */
  failure: failureSchema.nullable(),
  /** For example `These lists need 310 requests an hour, you have 120: checks every 155 minutes.` */
  sentence: z.string(),
  /** Requests an hour: needed, and to be had (null without a limit). */
  needed: z.number(),
  had: z.number().nullable(),
  /** From one check of everything to the next, on average. */
  everyMs: z.number(),
  /** How many requests look at all lists once, further pages not counted. */
  requests: z.int(),
  lists: z.array(
    z.object({
      listId: z.string(),
      /** Null where the service refuses its rules. */
      nextCheckAt: z.number().nullable(),
      everyMs: z.number(),
      /** Requests an hour, its part of those that it shares with others. */
      perHour: z.number(),
      /** Why the service does not accept its rules. */
      refused: z.string().nullable(),
    }),
  ),
});
export type WatchPlan = z.infer<typeof watchPlanSchema>;

/** The plan of requests for watchlists. */
export const watchPlanCalls = {
  getWatchPlan: call(z.strictObject({ connectionId }), watchPlanSchema),
  /**
   * Checks lists now, all that are on without `listIds`: spends the reserve too, and waits for nothing. Answers with the requests that
   * were sent and the lists that were checked.
   */
  checkWatchlists: call(
    z.strictObject({
      connectionId,
      listIds: z.array(watchlistId).max(200).optional(),
      ticket: ticket.optional(),
    }),
    z.object({ requests: z.int(), listIds: z.array(z.string()) }),
  ),
} as const;

export const watchPlanEvents = {
  /** The plan, or what is done of it, has changed. */
  watchPlanChanged: z.object({ connectionId: z.string() }),
} as const;
