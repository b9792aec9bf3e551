import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs } from '../../../../main/data-service/retry.ts';

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
