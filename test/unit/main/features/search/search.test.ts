import fc from 'fast-check';
import { expect, it } from 'vitest';
import { earliest } from '../../../../../main/features/search/search.ts';

it('an answer of several parts is as old as the oldest of those whose age is known', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat())), (times) => {
      const [oldest = null] = times.filter((time) => time !== null).toSorted((a, b) => a - b);
      expect(earliest(times)).toBe(oldest);
    }),
  );
});
