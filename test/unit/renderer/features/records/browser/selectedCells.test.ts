import { expect, test } from 'vitest';
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
const rows = { recordAt: (row: number) => records[row] };
const select = (left: number, right = left, bottom = 2) =>
  selectedCells(rows, columns, { top: 0, bottom, left, right });

test('figures of one unit have a sum, an average, a minimum, a maximum and a count', () => {
  expect(select(0, 1)).toEqual({
    cells: 6,
    rows: 3,
    loadedRows: 2,
    figures: { unit: 'dollar', count: 2, sum: 40, average: 20, minimum: 10, maximum: 30 },
  });
});

test('percentages have no sum, figures of two units have nothing, and empty cells do not count', () => {
  expect(select(3).figures).toMatchObject({ sum: null, average: 3, count: 2 });
  expect(select(1, 2).figures).toBeNull();
  expect(select(2).figures).toMatchObject({ sum: 4, count: 1 });
  expect(select(0).figures).toBeNull();
});
