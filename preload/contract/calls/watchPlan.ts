import { z } from 'zod';
import { failureSchema } from '../failures.ts';
import { watchlistId } from '../watchlists.ts';
import { call, connectionId, ticket } from './call.ts';

/** What the scheduler of a connection's watchlists is about to do. Times in milliseconds since 1970 UTC. */
export const watchPlanSchema = z.object({
  state: z.enum(['idle', 'running', 'waiting', 'offline', 'paused', 'stopped']),
  until: z.number().nullable(),
  failure: failureSchema.nullable(),
  sentence: z.string(),
  needed: z.number(),
  had: z.number().nullable(),
  everyMs: z.number(),
  requests: z.int(),
  lists: z.array(
    z.object({
      listId: z.string(),
      nextCheckAt: z.number().nullable(),
      everyMs: z.number(),
      perHour: z.number(),
      refused: z.string().nullable(),
    }),
  ),
});
export type WatchPlan = z.infer<typeof watchPlanSchema>;

export const watchPlanCalls = {
  getWatchPlan: call(z.strictObject({ connectionId }), watchPlanSchema),
  checkWatchlists: call(
    z.strictObject({ connectionId, listIds: z.array(watchlistId).optional(), ticket: ticket.optional() }),
    z.object({ requests: z.int(), listIds: z.array(z.string()) }),
  ),
} as const;

export const watchPlanEvents = { watchPlanChanged: z.object({ connectionId: z.string() }) } as const;
