import { expect, it } from 'vitest';
import { topOf } from '../../../../../../renderer/features/aggregates/timeseries/drawn.ts';
import type { ChartSeries } from '../../../../../../renderer/ui/chart/timeModel.ts';

/** Series that end with these values, the largest first. */
function ending(...values: number[]): ChartSeries[] {
  return values.map((value, id) => ({
    id: String(id),
    name: `Series ${id.toString()}`,
    entity: null,
    values: Float64Array.of(1, value, NaN),
  }));
}

const alike = (count: number): ChartSeries[] => ending(...Array.from({ length: count }, () => 10));

it('so many parts are drawn that the others come to less than a third', () => {
  expect(topOf({}, ending(50, 20, 10, 5, 5, 2, 2, 1, 1, 1, 1, 1, 1))).toEqual({ top: 8, rest: null });
  expect(topOf({}, alike(20))).toEqual({ top: 14, rest: null });
});

it('where that takes more parts than there are colors, the share of the others is stated', () => {
  const { top, rest } = topOf({}, alike(40));
  expect(top).toBe(16);
  expect(rest).toBeCloseTo(0.6);
});

it('a number that was chosen holds, whatever the others come to', () => {
  expect(topOf({ top: 5 }, alike(40))).toEqual({ top: 5, rest: null });
});

it('nothing is said of others that come to less than 40 %', () => {
  expect(topOf({}, alike(24))).toEqual({ top: 16, rest: null });
  expect(topOf({}, alike(6)).rest).toBeNull();
  expect(topOf({}, [])).toEqual({ top: 16, rest: null });
});
