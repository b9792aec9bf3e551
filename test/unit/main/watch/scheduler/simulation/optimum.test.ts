import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreeable, fewestRequests, type Due } from './optimum.ts';

/** Tries all sets of moments, the small ones first. */
function bySearch(dues: readonly Due[], capacity: number): number {
  const moments = [...new Set(dues.map(({ until }) => until))];
  const fits = (sent: readonly number[]): boolean => {
    let left = [...dues];
    for (const moment of [...sent].sort((a, b) => a - b)) {
      if (left.some(({ until }) => until < moment)) return false;
      const there = left.filter(({ from }) => from <= moment).sort((a, b) => a.until - b.until);
      const fetched = new Set(there.slice(0, capacity));
      left = left.filter((due) => !fetched.has(due));
    }
    return left.length === 0;
  };
  const search = (count: number, sent: readonly number[], from: number): boolean =>
    count === 0
      ? fits(sent)
      : moments.slice(from).some((moment, at) => search(count - 1, [...sent, moment], from + at));
  for (let count = 0; ; count += 1) if (search(count, [], 0)) return count;
}

describe('the optimum of one who knows the future', () => {
  test('is what trying everything finds', () => {
    const due = fc
      .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 6 }))
      .map(([from, more]) => ({ from, until: from + more }));
    fc.assert(
      fc.property(fc.array(due, { maxLength: 6 }), fc.integer({ min: 1, max: 3 }), (dues, capacity) => {
        const put = agreeable(dues);
        expect(fewestRequests(put, capacity)).toBe(bySearch(put, capacity));
      }),
      { numRuns: 300 },
    );
  });
});
