import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { backoffMs, withRetry } from '../../../../main/data-service/retry.ts';

describe('backoffMs', () => {
  const policy = { tries: 5, firstDelayMs: 100, longestDelayMs: 1000 };

  it('doubles from try to try, within its floor and its ceiling', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, chance) => {
          const step = Math.min(100 * 2 ** (attempt - 1), 1000);
          const delay = backoffMs(policy, attempt, () => chance);
          expect(delay).toBeGreaterThanOrEqual(step / 2);
          expect(delay).toBeLessThanOrEqual(step);
        },
      ),
    );
  });
});

describe('withRetry', () => {
  const policy = { tries: 3, firstDelayMs: 60_000, longestDelayMs: 60_000 };

  it('sends nothing more for a caller that leaves while it waits, and ends at once', async () => {
    const caller = new AbortController();
    let sent = 0;
    const work = (): Promise<never> => {
      sent += 1;
      // The wait has begun by then.
      setImmediate(() => caller.abort());
      return Promise.reject(new FailureError({ code: 'service-error', message: 'Down.' }));
    };
    await expect(withRetry(work, { policy, signal: caller.signal })).rejects.toThrow('Down.');
    expect(sent).toBe(1);
  });
});
