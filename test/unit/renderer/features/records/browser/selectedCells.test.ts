import { expect, it } from 'vitest';
import type { ResourceRecord } from '../../../../../../preload/contract/records.ts';
import { resources } from '../../../../../../preload/contract/resources.ts';
import { selectedCells } from '../../../../../../renderer/features/records/browser/selectedCells.ts';

const records: readonly (ResourceRecord | undefined)[] = [
  { id: 1, name: 'One', market_value_dollar: { val: 10 }, token_count: 4, apy_7_day: { val: 2 } },
  { id: 2, name: 'Two', market_value_dollar: { val: 30 }, token_count: null, apy_7_day: { val: 4 } },
  undefined,
];
const columns = ['name', 'market_value_dollar', 'token_count', 'apy_7_day'].flatMap((name) =>
  resources.assets.fields.filter((field) => field.name === name),
);
const rows = { recordAt: (row: number) => records[row], pageAt: () => undefined };
const select = (left: number, right = left, bottom = 2) =>
  selectedCells(rows, columns, { top: 0, bottom, left, right });

it('figures of one unit have a sum, an average, a median and ends; cells are counted', () => {
  expect(select(0, 1)).toMatchObject({
    cells: 6,
    rows: 3,
    loadedRows: 2,
    count: 2,
    distinct: 2,
    figures: { unit: 'dollar', sum: 40, mean: 20, median: 20, smallest: 10, largest: 30 },
  });
});

it('percentages have no sum, figures of two units only a count, and empty cells do not count', () => {
  expect(select(3)).toMatchObject({ count: 2, figures: { sum: null, mean: 3 } });
  expect(select(1, 2)).toMatchObject({ count: 3, distinct: null, figures: null });
  expect(select(2)).toMatchObject({ count: 1, figures: { sum: 4 } });
  expect(select(0)).toMatchObject({ count: 2, distinct: 2, figures: null });
});

it('rows of pages that are not in memory are passed over page by page', () => {
  let looked = 0;
  const pages = {
    recordAt: (row: number) => {
      looked += 1;
      return row < 2 ? records[row] : undefined;
    },
    pageAt: (row: number) => {
      const page = Math.floor(row / 100);
      return { page, rows: { start: page * 100, end: page * 100 + 100 }, entry: undefined };
    },
  };
  const range = { top: 0, bottom: 999_999, left: 1, right: 1 };
  expect(selectedCells(pages, columns, range)).toMatchObject({ rows: 1_000_000, loadedRows: 2, count: 2 });
  expect(looked).toBeLessThan(10_100);
});
