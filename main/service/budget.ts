/**
 * The hourly budget of a limited endpoint. The state lives outside this room (it is persisted and shared between the
 * window and the command line), so the client is handed these three functions.
 */
export interface BudgetLedger {
  /** Takes one request from the bucket, or tells when one will be there. */
  take(endpoint: string): Promise<{ granted: boolean; left: number; nextAt: number | null }>;
  /** The service said that nothing is left. `retryAt` in milliseconds since 1970 UTC, where it said until when. */
  exhausted(endpoint: string, retryAt: number | null): Promise<void>;
}
