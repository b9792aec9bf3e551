import { expect, it } from 'vitest';
import type { CallInput } from '../../../../../../preload/contract/bridge.ts';
import type { ColumnSummary } from '../../../../../../preload/contract/columnSummary.ts';
import { ok, type Result } from '../../../../../../preload/contract/failures.ts';
import { resources } from '../../../../../../preload/contract/resources.ts';
import { LargeSelection } from '../../../../../../renderer/features/records/browser/largeSelection.svelte.ts';
import type { SelectedCells } from '../../../../../../renderer/features/records/browser/selectedCells.ts';

const list = {
  key: 'list',
  request: { connectionId: 'one', resource: 'assets', query: {}, fields: ['name'], perPage: 100 },
  origin: {
    connectionId: 'one',
    sample: false,
    source: 'local',
    fetchedAt: 1,
    request: '/v4/assets',
    stale: false,
    coverage: { kind: 'complete', asOf: 1 },
  },
} as const;

function cellsOf(...names: string[]): SelectedCells {
  const fields = resources.assets.fields.filter(({ name }) => names.includes(name));
  const range = { top: 0, bottom: 99_999, left: 0, right: names.length - 1 };
  const cells = 100_000 * names.length;
  return { range, cells, rows: 100_000, loadedRows: 200, fields, count: 0, distinct: null, figures: null };
}

function selection(): { large: LargeSelection; asked: CallInput<'summarizeColumns'>[]; canceled: string[] } {
  const asked: CallInput<'summarizeColumns'>[] = [];
  const canceled: string[] = [];
  const large = new LargeSelection({
    summarizeColumns: (input) => {
      asked.push(input);
      return new Promise<Result<ColumnSummary>>(() => undefined);
    },
    cancelRequest: ({ ticket }) => {
      canceled.push(ticket);
      return Promise.resolve(ok(undefined));
    },
  });
  return { large, asked, canceled };
}

it('a selection beyond the rows in memory is summarized again when the rows are from another time or source', () => {
  const { large, asked } = selection();
  const cells = cellsOf('holding_addresses_count');
  large.follow(cells, list, 0);
  large.follow(cells, list, 0);
  expect(asked).toHaveLength(1);
  large.follow(cells, { ...list, origin: { ...list.origin, fetchedAt: 2 } }, 0);
  expect(asked).toHaveLength(2);
  large.follow(cells, { ...list, origin: { ...list.origin, fetchedAt: 2, source: 'cache' } }, 0);
  expect(asked).toHaveLength(3);
  large.follow(cells, { ...list, origin: { ...list.origin, fetchedAt: 2, source: 'cache' } }, 1);
  expect(asked).toHaveLength(4);
});

it('main summarizes several columns only if all are figures', () => {
  const { large, asked } = selection();
  large.follow(cellsOf('name', 'ticker'), list, 0);
  expect(asked).toHaveLength(0);
  large.follow(cellsOf('name'), list, 0);
  large.follow(cellsOf('circulating_market_value_dollar', 'total_asset_value_dollar'), list, 0);
  expect(asked.map(({ fields }) => fields.length)).toEqual([1, 2]);
});

it('what is awaited for a selection is canceled with its view', async () => {
  const { large, canceled } = selection();
  large.follow(cellsOf('name'), list, 0);
  large.close();
  await expect.poll(() => canceled).toHaveLength(1);
});
