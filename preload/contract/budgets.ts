import { call, event, connectionId } from './call.ts';

export interface Budget {
  readonly connectionId: string;
  readonly endpoint: string;
  readonly perHour: number;
  readonly left: number;
  /** When the next request becomes available, in milliseconds since 1970 UTC; null if the bucket is full. */
  readonly nextAt: number | null;
  readonly reserve: number;
  readonly waiting: {
    title: string;
    /** Milliseconds since 1970 UTC. */
    since: number;
    until: number;
  }[];
}

export const budgetCalls = {
  getBudgets: call({ connectionId }).returns<Budget[]>(),
} as const;

export const budgetEvents = {
  budgetChanged: event<Budget>(),
  reachChanged: event<{ connectionId: string; isReached: boolean }>(),
} as const;
