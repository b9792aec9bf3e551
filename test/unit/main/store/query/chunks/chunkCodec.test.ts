import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkRows, packChunk, unpackChunk } from '../../../../../../main/store/query/chunks/chunkCodec.ts';

const target = new Float64Array(chunkRows);

/** The values that come back, up to the last that is not null. */
function comeBack(values: readonly (string | number | null)[]): (string | number | null)[] {
  const read = Array.from(unpackChunk(packChunk(values), target), (value) =>
    typeof value === 'bigint' || (typeof value === 'number' && Number.isNaN(value)) ? null : value,
  );
  return read.slice(0, values.length);
}

describe('a packed chunk', () => {
  const day = 86_400_000;
  const numbers: [string, fc.Arbitrary<number>][] = [
    ['numbers of any size', fc.double({ noNaN: true, noDefaultInfinity: false })],
    ['small identifiers', fc.integer({ min: 1, max: 300 })],
    ['identifiers up to the largest', fc.maxSafeInteger()],
    [
      'the largest and the smallest',
      fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0, day),
    ],
    ['days', fc.integer({ min: -20_000, max: 40_000 }).map((days) => days * day)],
    ['seconds', fc.integer({ min: 0, max: 2 ** 31 }).map((seconds) => seconds * 1000)],
    ['equal numbers', fc.constant(7.25)],
  ];
  it.each(numbers)('has %s as they were', (_, number) => {
    fc.assert(
      fc.property(fc.array(fc.option(number, { freq: 4 }), { maxLength: 60 }), (values) => {
        expect(comeBack(values)).toEqual(values);
      }),
      { numRuns: 300 },
    );
  });

  it('has texts among numbers', () => {
    expect(comeBack([1, 'x', null, 2.5])).toEqual([1, 'x', null, 2.5]);
  });

  it('takes a byte for each small identifier, two for each day, and none for equal numbers', () => {
    const size = (value: (row: number) => number): number =>
      packChunk(Array.from({ length: chunkRows }, (_, row) => value(row))).length;
    expect(size((row) => row % 200)).toBeLessThan(chunkRows + 20);
    expect(size((row) => (20_000 + (row % 1000)) * day)).toBeLessThan(2 * chunkRows + 20);
    expect(size((row) => (1_700_000_000 + row * 31) * 1000)).toBeLessThan(4 * chunkRows + 20);
    expect(size(() => 5)).toBeLessThan(20);
  });

  it.each<[string, (row: number) => number]>([
    ['days', (row) => (20_000 + ((row * 7919) % 900)) * day],
    ['fractions', (row) => row / 8],
    ['equal numbers', () => 5],
  ])('keeps its size while it is filled with %s', (_, value) => {
    const filled = (rows: number): Buffer => packChunk(Array.from({ length: rows }, (__, row) => value(row)));
    expect(filled(1000)).toHaveLength(filled(chunkRows).length);
    expect(filled(1001).equals(filled(1000))).toBe(false);
  });
});
