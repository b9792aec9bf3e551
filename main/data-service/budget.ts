export type Purpose = 'person' | 'background';

export interface GrantedLimit {
  readonly perHour: number;
  readonly left: number;
}

/** Hourly budgets by endpoint. Their state is stored elsewhere; window and command line share it. */
export interface BudgetLedger {
  /** Spends a request, or returns when one is free. `granted`: the limit that the service has stated. */
  take(
    endpoint: string,
    purpose: Purpose,
    granted?: GrantedLimit | null,
  ): Promise<{ readonly granted: boolean; readonly nextAt: number | null }>;
  /** No request is left. `retryAt`: milliseconds since 1970 UTC, if the service said. */
  exhausted(endpoint: string, retryAt: number | null): Promise<void>;
}
