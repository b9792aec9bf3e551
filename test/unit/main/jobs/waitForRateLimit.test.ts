import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RequestQueue } from '../../../../main/jobs/requestQueue.ts';
import { waitForRateLimit } from '../../../../main/jobs/waitForRateLimit.ts';
import { dayMs, minuteMs } from '../../../../preload/contract/days.ts';
import { FailureError } from '../../../../preload/contract/failures.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([0.5, 10])(
  'work that waits %d minutes for the request limit goes on where the clock is set back a year meanwhile',
  async (minutes) => {
    const work = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(
        new FailureError({
          code: 'rate-limited',
          message: 'The limit is reached.',
          retryAt: Date.now() + minutes * minuteMs,
        }),
      )
      .mockResolvedValue('done');
    const wait = {
      resource: 'transactions' as const,
      title: 'Sync',
      waiting: new RequestQueue(() => undefined),
      signal: new AbortController().signal,
      now: Date.now,
    };
    const result = waitForRateLimit(wait, work);
    await vi.advanceTimersByTimeAsync(10_000);
    vi.setSystemTime(Date.now() - 365 * dayMs);
    await vi.advanceTimersByTimeAsync(2 * minuteMs);
    expect(work).toHaveBeenCalledTimes(2);
    expect(await result).toBe('done');
  },
);
