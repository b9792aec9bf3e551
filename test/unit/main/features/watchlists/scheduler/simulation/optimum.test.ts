import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fewestRequests, type Due } from './optimum.ts';

/** Tries all sets of moments, the small ones first. */
function bySearch(dues: readonly Due[]): number {
  const moments = [...new Set(dues.map(({ until }) => until))];
  const search = (count: number, sent: readonly number[], next: number): boolean =>
    count === 0
      ? dues.every(({ from, until }) => sent.some((moment) => from <= moment && moment <= until))
      : moments.slice(next).some((moment, at) => search(count - 1, [...sent, moment], next + at + 1));
  for (let count = 0; ; count += 1) if (search(count, [], 0)) return count;
}

describe('the optimum of one who knows the future', () => {
  it('is what trying everything finds', () => {
    const due = fc
      .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 8 }))
      .map(([from, more]) => ({ from, until: from + more }));
    fc.assert(
      fc.property(fc.array(due, { maxLength: 9 }), (dues) => {
        expect(fewestRequests(dues)).toBe(bySearch(dues));
      }),
      { numRuns: 300 },
    );
  });
});
