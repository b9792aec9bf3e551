import { expect, it } from 'vitest';
import type { TimeseriesAnswer } from '../../../../../../preload/contract/aggregates.ts';
import { drawingOf, topOf } from '../../../../../../renderer/features/aggregates/timeseries/drawn.ts';
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

it('states the share of the rest if there are not enough colors', () => {
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

function answerOf(
  groups: readonly (readonly [id: number | null, name: string, values: readonly number[]])[],
): TimeseriesAnswer {
  const measure = { id: 1, slug: 'daily_mints_dollar', name: 'Daily mints', unit: 'dollar' };
  return {
    days: Int32Array.of(1, 2, 3, 4),
    series: groups.map(([id, name, values]) => ({
      measure,
      group: { id, type: 'issuer', name, color: null },
      values: Float64Array.from(values),
    })),
    pagination: { page: 1, perPage: 25, pageCount: 1, resultCount: groups.length },
    provenance: {
      connectionId: 'c',
      sample: false,
      source: 'service',
      fetchedAt: 0,
      request: '',
      stale: false,
      coverage: { kind: 'answer' },
    },
  };
}

it('groups that the service names alike are series of their own, with their own names', () => {
  const answer = answerOf([
    [null, 'Unknown', [1, 1, 2, 4]],
    [null, 'Elsewhere', [1, 1, 2, 3]],
    [7, 'Seven', [1, 1, 2, 2]],
    [7, 'Seven', [1, 1, 2, 1]],
  ]);
  const { series } = drawingOf(answer, null, {}, 'stock');
  expect(series.map(({ name }) => name)).toEqual(['Unknown', 'Elsewhere', 'Seven', 'Seven']);
  expect(new Set(series.map(({ id }) => id)).size).toBe(4);
  expect(drawingOf(answerOf([[null, 'All', [1, 2, 3, 4]]]), null, {}, 'stock').series[0]?.name).toMatch(
    /mint/i,
  );
});

it('a moving average over days that repeat a figure is not drawn', () => {
  const answer = answerOf([
    [1, 'One', [5, 5, 5, 5]],
    [2, 'Two', [5, 0, 5, 1]],
  ]);
  const options = { transform: 'average', window: 3 } as const;
  const { series } = drawingOf(answer, null, options, 'flow');
  expect(series.map(({ values }) => values.some((value) => !Number.isNaN(value)))).toEqual(
    series.map(({ name }) => name === 'Two'),
  );
});
