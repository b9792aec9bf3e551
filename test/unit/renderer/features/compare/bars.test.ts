import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsOf } from '../../../../../renderer/features/compare/bars.ts';

describe('bars', () => {
  it('are relative to the largest', () => {
    expect(barsOf([50, 100, 0])).toEqual({
      zero: 0,
      bars: [
        { start: 0, length: 0.5, negative: false },
        { start: 0, length: 1, negative: false },
        { start: 0, length: 0, negative: false },
      ],
    });
  });

  it('grow to the left of zero for what is below it', () => {
    expect(barsOf([-25, 75])).toEqual({
      zero: 0.25,
      bars: [
        { start: 0, length: 0.25, negative: true },
        { start: 0.25, length: 0.75, negative: false },
      ],
    });
    expect(barsOf([-10, -5])?.zero).toBe(1);
  });

  it('are left out where there is no figure', () => {
    expect(barsOf([null, 10])?.bars[0]).toBeNull();
    expect(barsOf([null, null])).toBeNull();
    expect(barsOf([0, 0])).toBeNull();
    expect(barsOf([])).toBeNull();
  });

  it('stay within their width and in proportion, whatever the figures', () => {
    const figure = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null });
    fc.assert(
      fc.property(fc.array(figure, { minLength: 2, maxLength: 8 }), (figures) => {
        const found = barsOf(figures);
        if (found === null) return;
        expect(found.bars).toHaveLength(figures.length);
        for (const bar of found.bars) {
          if (bar === null) continue;
          expect(bar.start).toBeGreaterThanOrEqual(-1e-9);
          expect(bar.start + bar.length).toBeLessThanOrEqual(1 + 1e-9);
          expect(bar.start + (bar.negative ? bar.length : 0)).toBeCloseTo(found.zero);
        }
        const longest = Math.max(...found.bars.map((bar) => bar?.length ?? 0));
        expect(longest).toBeGreaterThanOrEqual(0.5 - 1e-9);
      }),
    );
  });
});
