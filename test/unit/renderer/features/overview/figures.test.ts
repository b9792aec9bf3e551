import { expect, it } from 'vitest';
import type { TimeseriesAnswer } from '../../../../../preload/contract/aggregates.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { headlines } from '../../../../../preload/contract/resources/headlines.ts';
import { largestMovers } from '../../../../../renderer/features/overview/movers.ts';
import {
  partsOfRecords,
  partsOfSeries,
  percentSince,
  wholeOf,
  withOthers,
} from '../../../../../renderer/features/overview/market.ts';

const record = (id: number, val: number | null, change: number | null): ResourceRecord => ({
  id,
  name: `Asset ${id.toString()}`,
  [headlines.assets]: { val, chg_30d_amt: change, chg_30d_pct: change, chg_7d_pct: null },
});

it('movers are those that moved most within 30 days, up or down', () => {
  const records = [
    record(1, 10, 5),
    record(2, 10, -7),
    record(3, 10, 0),
    record(4, null, 9),
    record(5, 10, null),
  ];
  expect(largestMovers(records, headlines.assets, 2).map(({ id }) => id)).toEqual([2, 1]);
  expect(largestMovers(records, headlines.assets, 9)).toHaveLength(2);
  expect(largestMovers([{ id: 1 }], headlines.assets, 9)).toEqual([]);
});

function series(days: number[], values: readonly (readonly number[])[]): TimeseriesAnswer {
  return {
    days: Int32Array.from(days),
    series: values.map((ofSeries, id) => ({
      measure: { id: 1, slug: 'value', name: 'Value', unit: 'dollar' },
      group: { id, type: 'asset_class', name: `Class ${id.toString()}`, color: null },
      values: Float64Array.from(ofSeries),
    })),
    pagination: { page: 1, perPage: 200, pageCount: 1, resultCount: values.length },
    provenance: {
      connectionId: 'sample',
      sample: true,
      source: 'service',
      fetchedAt: 0,
      request: '',
      stale: false,
      coverage: { kind: 'answer' },
    },
  };
}

it('a timeseries gives each class now and as it was, and nothing for a day that it does not have', () => {
  const parts = partsOfSeries(
    series(
      [70, 93, 100],
      [
        [1, 2, 10],
        [5, 20, 40],
        [9, 9, NaN],
      ],
    ),
  );
  expect(parts).toEqual([
    { name: 'Class 1', entity: { kind: 'asset_class', id: 1 }, value: 40, before7: 20, before30: 5 },
    { name: 'Class 0', entity: { kind: 'asset_class', id: 0 }, value: 10, before7: 2, before30: 1 },
  ]);
  expect(partsOfSeries(series([95, 100], [[1, 2]]))).toMatchObject([{ before7: null, before30: null }]);
});

it('the smallest parts are summed up, and the sum stays', () => {
  const metric = 'bridged_token_value_dollar';
  const records = [5, null, 30, 1, 20, 2].map((val, id) => ({ id, [metric]: { val, val_7d: val } }));
  const parts = partsOfRecords(records, metric, 'network');
  const shown = withOthers(parts, 2);
  expect(shown.map(({ name, value }) => [name, value])).toEqual([
    ['2', 30],
    ['4', 20],
    ['Others', 8],
  ]);
  expect(wholeOf(shown)).toEqual({ value: 58, before7: 58, before30: null });
  expect(withOthers(parts, 4)).toHaveLength(5);
});

it('a part whose earlier value is not known counts as unchanged', () => {
  const sum = wholeOf([
    { value: 30.1, before7: 20, before30: null },
    { value: 70.2, before7: null, before30: null },
  ]);
  expect(sum).toEqual({ value: 100.3, before7: 90.2, before30: null });
  expect(percentSince(sum.value, sum.before7)).toBeCloseTo(11.2, 2);
  expect(percentSince(5, 0)).toBeNull();
  expect(percentSince(5, sum.before30)).toBeNull();
});
