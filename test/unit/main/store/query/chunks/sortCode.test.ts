import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareIds } from '../../../../../../main/store/query/order.ts';
import { codeOf, prefixRange } from '../../../../../../main/store/query/chunks/sortCode.ts';

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.toWellFormed()),
  fc.stringMatching(/^\d{1,2}-0x[0-9a-f]{0,12}-\d$/),
  fc.stringMatching(/^[1-9A-Za-z]{0,12}$/),
);
const values = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -20, max: 20 }), texts);

describe('the code of a value', () => {
  it('is no smaller than that of a value before it', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const [first, second] = compareIds(a, b) <= 0 ? [a, b] : [b, a];
        expect(codeOf(first)).toBeLessThanOrEqual(codeOf(second));
        expect(Number.isSafeInteger(codeOf(first))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('lies among those of the texts with its beginning', () => {
    fc.assert(
      fc.property(texts, texts, (start, rest) => {
        const [first, last] = prefixRange(start);
        const code = codeOf(start + rest);
        expect(code >= first && code <= last).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('tells nine digits of a hash and four of an id', () => {
    expect(codeOf('0x123456789')).toBeLessThan(codeOf('0x12345678a'));
    expect(codeOf('1-0x1234')).toBeLessThan(codeOf('1-0x1235'));
    expect(codeOf(9)).toBeLessThan(codeOf(10));
  });
});
