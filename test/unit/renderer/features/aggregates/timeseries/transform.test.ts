import { describe, expect, it } from 'vitest';
import {
  transformed,
  type Transform,
} from '../../../../../../renderer/features/aggregates/timeseries/transform.ts';

const day = (date: string): number => Date.parse(date) / 86_400_000;

function made(
  transform: Transform,
  values: number[],
  { from = 0, window = 2, days = values.map((_, at) => at) } = {},
) {
  return [...transformed(Int32Array.from(days), Float64Array.from(values), { transform, window, from })];
}

describe('transformed', () => {
  it('indexes to 100 at the first value in view; before it there is none', () => {
    expect(made('index', [1, NaN, 4, 6, NaN, 2], { from: 1 })).toEqual([NaN, NaN, 100, 150, NaN, 50]);
  });

  it('gives the change since the start in percent, and nothing from a base of zero', () => {
    expect(made('change', [4, 6, 2])).toEqual([0, 50, -50]);
    expect(made('change', [0, 6])).toEqual([NaN, NaN]);
  });

  it('averages whole windows only, and begins anew behind a gap', () => {
    expect(made('average', [1, 3, 5, NaN, 2, 4])).toEqual([NaN, 2, 4, NaN, NaN, 3]);
    expect(made('average', [0.1, 0.2, 0.3, 0, 0])).toEqual([NaN, 0.15, 0.25, 0.15, 0]);
  });

  it('compares with the same day a year before, leap days with the 28th', () => {
    const days = ['2023-02-28', '2023-03-01', '2024-02-29', '2024-03-01'].map(day);
    expect(made('year', [10, 20, 15, 30], { days })).toEqual([NaN, NaN, 50, 50]);
  });
});
