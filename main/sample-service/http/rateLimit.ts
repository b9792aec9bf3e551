import { hourMs } from '../../../preload/contract/days.ts';

/** A bucket of requests that fills up evenly over an hour. */
export type RateLimit = ReturnType<typeof makeRateLimit>;

/** Rule: data service interface, "Limits". Assumed: that it is a bucket rather than a count by the clock. */
export function makeRateLimit(perHour: number, now: () => number) {
  let tokens = perHour;
  let filledAt = now();
  return {
    /** Takes a request out of the bucket, if there is one. */
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
        /** Whole requests left. */
        left: Math.floor(tokens),
        /** Until the next request, while none is left. */
        retryAfterSeconds: Math.max(1, secondsUntil(1)),
        /** Until the bucket is full. */
        resetSeconds: Math.max(0, secondsUntil(perHour)),
      };
    },
  };
}
