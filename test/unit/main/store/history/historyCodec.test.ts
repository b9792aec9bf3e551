import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packValues, unpackValues } from '../../../../../main/store/history/historyCodec.ts';

describe('values packed', () => {
  it('come back as they were', () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.double({ noNaN: true }),
      fc.integer(),
      fc.maxSafeInteger(),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 5000 }), value), { maxLength: 50 }), (entries) => {
        const values = new Map(entries);
        expect([...unpackValues(packValues(values))]).toEqual([...values]);
      }),
    );
  });

  it('take ten bytes for a figure, and less for a small whole number', () => {
    expect(packValues(new Map([[40, 1234567.89]]))).toHaveLength(10);
    expect(packValues(new Map([[20, 312]]))).toHaveLength(3);
    expect(packValues(new Map([[20, null]]))).toHaveLength(1);
  });
});
