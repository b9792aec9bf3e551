/** For whom a request is made: the person in front of the window, or work that goes on behind. */
export type Purpose = 'person' | 'background';

/** What a service says of the requests of a key: how many an hour, and how many are left. */
export interface GrantedLimit {
  readonly perHour: number;
  readonly left: number;
}

/**
 * The hourly budgets of the endpoints. Their state lives outside this module (it is persisted and shared between the window and
 * the command line), so the client is handed these functions.
 */
export interface BudgetLedger {
  /**
   * Spends one request of an endpoint's bucket, where it has one, or returns when one will be free for this purpose.
   * @param granted what the service says that this key has; null where it has not said
   */
  take(
    endpoint: string,
    purpose: Purpose,
    granted?: GrantedLimit | null,
  ): Promise<{ readonly granted: boolean; readonly nextAt: number | null }>;
  /** The service said that nothing is left. `retryAt` in milliseconds since 1970 UTC, where it said until when. */
  exhausted(endpoint: string, retryAt: number | null): Promise<void>;
}
