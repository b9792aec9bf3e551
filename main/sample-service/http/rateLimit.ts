import { hourMs } from '../../../preload/contract/days.ts';

/** A bucket of requests that fills up evenly over an hour. */
export interface RateLimit {
  /** Takes a request out of the bucket, if there is one. */
  take(): RateState;
}

export interface RateState {
  readonly allowed: boolean;
  readonly limit: number;
  /** Whole requests left. */
  readonly left: number;
  /** Until the next request, while none is left. */
  readonly retryAfterSeconds: number;
  /** Until the bucket is full. */
  readonly resetSeconds: number;
}

/** Rule: data service interface, "Limits". Assumed: that it is a bucket rather than a count by the clock. */
export function makeRateLimit(perHour: number, now: () => number): RateLimit {
  let tokens = perHour;
  let filledAt = now();
  return {
    take: () => {
      const time = now();
      tokens = Math.min(perHour, tokens + ((time - filledAt) * perHour) / hourMs);
      filledAt = time;
      const allowed = tokens >= 1;
      if (allowed) tokens -= 1;
      const secondsUntil = (wanted: number): number =>
        Math.ceil((((wanted - tokens) / perHour) * hourMs) / 1000);
      return {
        allowed,
        limit: perHour,
        left: Math.floor(tokens),
        retryAfterSeconds: Math.max(1, secondsUntil(1)),
        resetSeconds: Math.max(0, secondsUntil(perHour)),
      };
    },
  };
}
