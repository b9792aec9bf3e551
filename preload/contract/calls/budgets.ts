import { z } from 'zod';
import { budgetSchema } from '../budget.ts';
import { call, connectionId } from './call.ts';

/** What is left of the requests that a connection allows, and whether its service answers. */
export const budgetCalls = {
  getBudgets: call(z.strictObject({ connectionId }), z.array(budgetSchema)),
} as const;

export const budgetEvents = {
  budgetChanged: budgetSchema,
  /** The service of a connection answers, after it did not, or does not any more. */
  reachChanged: z.object({ connectionId, isReached: z.boolean() }),
} as const;
