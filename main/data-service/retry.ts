import { FailureError } from '../../preload/contract/failures.ts';
import { isWorthRetrying } from './failures.ts';

export interface RetryPolicy {
  /** Including the first. */
  readonly tries: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { tries: 3, firstDelayMs: 500, longestDelayMs: 8000 };

/** Exponential backoff with jitter, at least half the step. `attempt` counts from 1. */
export function backoffMs(policy: RetryPolicy, attempt: number, random: () => number): number {
  const step = Math.min(policy.firstDelayMs * 2 ** (attempt - 1), policy.longestDelayMs);
  return step / 2 + (random() * step) / 2;
}

/** Retries `work`. This is the only retry layer: nothing inside may retry. */
export async function withRetry<T>(
  work: () => Promise<T>,
  options: { policy: RetryPolicy; signal: AbortSignal; random?: () => number },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const again =
        error instanceof FailureError &&
        isWorthRetrying(error.failure) &&
        attempt < options.policy.tries &&
        !options.signal.aborted;
      if (!again) throw error;
      const backoff = backoffMs(options.policy, attempt, options.random ?? Math.random);
      const delay = Math.max(backoff, (error.failure.retryAt ?? 0) - Date.now());
      // The caller waits for a later time that the service names.
      if (delay > options.policy.longestDelayMs) throw error;
      await pause(delay, options.signal);
      // A canceled caller wants no other request.
      if (options.signal.aborted) throw error;
    }
  }
}

/** Resolves after `ms`, or at once if aborted; the next try notices. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
