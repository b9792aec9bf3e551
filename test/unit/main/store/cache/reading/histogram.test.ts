import { expect, it } from 'vitest';
import { calendarBins } from '../../../../../../main/store/cache/reading/columnSummary.ts';

it.each([
  ['years', ['0001-01-01', '2026-03-05']],
  ['quarters', ['0050-02-01', '0056-11-30']],
  ['months', ['0050-02-01', '0051-11-30']],
])('the bins of days in the first century are %s in their order', (_, days) => {
  const moments = Float64Array.from(days, Date.parse);
  const bins = calendarBins(moments, false);
  const edges = bins.flatMap(({ from, to }) => [from, to]);
  expect(edges).toEqual(edges.toSorted((a, b) => Number(a) - Number(b)));
  expect(edges[0]).toBeLessThanOrEqual(moments[0] ?? NaN);
  expect(edges.at(-1)).toBeGreaterThan(moments[1] ?? NaN);
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(2);
});
