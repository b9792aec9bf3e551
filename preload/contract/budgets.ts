import { call, event, connectionId } from './call.ts';

/** The state of the request budget of one limited endpoint: a token bucket. */
export interface Budget {
  readonly connectionId: string;
  /** The path it limits. */
  readonly endpoint: string;
  /** Requests in an hour. */
  readonly perHour: number;
  /** Whole requests left now. */
  readonly left: number;
  /** When the next request becomes available, in milliseconds since 1970 UTC; null while the bucket is full. */
  readonly nextAt: number | null;
  /** Requests of these that background work leaves to the person. */
  readonly reserve: number;
  /** The work that waits for a request to become available, the one that waits for longest first. */
  readonly waiting: {
    /** What it is, for example the title of a job. */
    title: string;
    /** In milliseconds since 1970 UTC. */
    since: number;
    /** When it tries again. */
    until: number;
  }[];
}

/** What is left of the requests that a connection allows, and whether its service answers. */
export const budgetCalls = {
  getBudgets: call({ connectionId }).returns<Budget[]>(),
} as const;

export const budgetEvents = {
  budgetChanged: event<Budget>(),
  /** The service of a connection answers, after it did not, or does not any more. */
  reachChanged: event<{ connectionId: string; isReached: boolean }>(),
} as const;
