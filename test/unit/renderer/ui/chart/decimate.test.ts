import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decimate,
  nearestIndex,
  indexesWithin,
  sharedIndexes,
} from '../../../../../renderer/ui/chart/decimate.ts';

const daysOf = (count: number): Int32Array => Int32Array.from({ length: count }, (_, day) => 20_000 + day);

describe('decimate', () => {
  it('gives every point where there are few', () => {
    const values = Float64Array.of(1, 5, 2);
    expect(decimate(daysOf(3), values, { from: 0, to: 2, limit: 100 })).toEqual([
      { x: 20_000, y: 1 },
      { x: 20_001, y: 5 },
      { x: 20_002, y: 2 },
    ]);
  });

  it('keeps gaps, first, last and extreme values of what it thins', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: NaN }), {
          minLength: 1,
          maxLength: 600,
        }),
        fc.integer({ min: 10, max: 100 }),
        (list, limit) => {
          const values = Float64Array.from(list);
          const points = decimate(daysOf(values.length), values, { from: 0, to: values.length - 1, limit });
          // Each point is one of the series, in order.
          let last = -Infinity;
          for (const { x, y } of points) {
            expect(x).toBeGreaterThan(last);
            last = x;
            expect(values[x - 20_000]).toBe(y);
          }
          // As many stretches as the series has: no gap is drawn over.
          const stretches = (numbers: readonly number[]): number =>
            numbers.filter((value, at) => !Number.isNaN(value) && Number.isNaN(numbers[at - 1] ?? NaN))
              .length;
          expect(stretches(points.map(({ y }) => y))).toBe(stretches(list));
        },
      ),
    );
  });

  it('keeps a peak of one day among two thousand', () => {
    const values = new Float64Array(2000).fill(1);
    values[1234] = 500;
    const points = decimate(daysOf(2000), values, { from: 0, to: 1999, limit: 200 });
    expect(points.length).toBeLessThanOrEqual(200);
    expect(Math.max(...points.map(({ y }) => y))).toBe(500);
  });
});

describe('indexes', () => {
  const days = Int32Array.of(10, 20, 30, 40, 50);

  it('within a range reach one day beyond it', () => {
    expect(indexesWithin(days, 25, 35)).toEqual({ from: 1, to: 3 });
    expect(indexesWithin(days, 0, 100)).toEqual({ from: 0, to: 4 });
  });

  it('nearest to a day', () => {
    expect([0, 14, 16, 45, 46, 99].map((day) => nearestIndex(days, day))).toEqual([0, 0, 1, 3, 4, 4]);
    expect(nearestIndex(new Int32Array(), 3)).toBe(-1);
  });

  it('shared by a stack end with the last', () => {
    expect(sharedIndexes(0, 9, 4)).toEqual([0, 3, 6, 9]);
    expect(sharedIndexes(0, 2, 100)).toEqual([0, 1, 2]);
  });
});
