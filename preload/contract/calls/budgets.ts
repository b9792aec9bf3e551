import { z } from 'zod';
import { budgetSchema } from '../budget.ts';
import { call, connectionId } from './call.ts';

/** What is left of the requests that a connection allows. */
export const budgetCalls = {
  getBudgets: call(z.strictObject({ connectionId }), z.array(budgetSchema)),
} as const;

export const budgetEvents = {
  budgetChanged: budgetSchema,
} as const;
