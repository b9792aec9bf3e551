import { flushSync } from 'svelte';
import { page, userEvent } from 'vitest/browser';
import { expect, it } from 'vitest';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import DataGrid from '../../renderer/ui/grid/DataGrid.svelte';
import { rowCountOf, rowsOf, type CellRange } from '../../renderer/ui/grid/selection.ts';
import { gridHost, plainGrid, rowHeight, textField } from './plainGrid.ts';
import { show } from './show.ts';

const recordsOf = (...ids: number[]): ResourceRecord[] =>
  ids.map((id) => ({ id, name: `Record ${id.toString()}` }));
const from = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/** A grid of records, all in memory, of which pages of ten may be absent. */
function showList(ids: number[]) {
  let records = $state.raw<readonly (ResourceRecord | undefined)[]>(recordsOf(...ids));
  let keys = $state.raw({ listKey: 'one', recordsKey: 'records' });
  let selection: CellRange | null = null;
  let lost = 0;
  const rows = {
    get rowCount() {
      return records.length;
    },
    recordAt: (row: number) => records[row],
    pageAt: (row: number) => {
      const start = Math.floor(row / 10) * 10;
      return { page: start / 10, rows: { start, end: start + 10 }, entry: undefined };
    },
  };
  const props = {
    ...plainGrid('Records'),
    rows,
    fields: [{ ...textField('name'), sortable: true }],
    layout: { columns: ['name'], pinned: 0, widths: {}, figures: 'full' as const },
    get listKey() {
      return keys.listKey;
    },
    get recordsKey() {
      return keys.recordsKey;
    },
    onselect: (range: CellRange | null) => {
      selection = range;
    },
    onlost: () => {
      lost += 1;
    },
  };
  const hide = show(DataGrid, props, gridHost());
  const grid = page.getByRole('grid', { name: 'Records' });
  const become = (...now: (number | undefined)[]): void => {
    records = now.map((id) => (id === undefined ? undefined : recordsOf(id)[0]));
    flushSync();
  };
  return {
    grid,
    hide,
    lost: () => lost,
    become,
    /** The answer to the same query in another order. */
    sort: (...now: (number | undefined)[]): void => {
      keys = { ...keys, listKey: `${keys.listKey}+` };
      become(...now);
    },
    /** The answer to another query. */
    filter: (...now: (number | undefined)[]): void => {
      keys = { listKey: `${keys.listKey}+`, recordsKey: `${keys.recordsKey}+` };
      become(...now);
    },
    /** The records that the selection holds, as an action gets them. */
    chosen: () => (selection === null ? [] : [...rowsOf(selection)].map((row) => records[row]?.id)),
    /** How many rows the selection has, with those whose rows are not loaded. */
    chosenCount: () => (selection === null ? 0 : rowCountOf(selection)),
    /** The records that are marked for the user. */
    marked: (): string[] =>
      [...grid.element().querySelectorAll('.body [role="row"]')]
        .filter((row) => row.querySelector('[role="gridcell"][aria-selected="true"]') !== null)
        .map((row) => row.textContent.trim()),
    /** The record of the active cell. */
    active: () =>
      document
        .getElementById(grid.element().getAttribute('aria-activedescendant') ?? '')
        ?.closest('[role="row"]')
        ?.textContent.trim(),
    topRecord: () => {
      const { top } = grid.element().getBoundingClientRect();
      return [...grid.element().querySelectorAll('.body [role="row"]')]
        .find((row) => row.getBoundingClientRect().bottom > top + rowHeight + 1)
        ?.textContent.trim();
    },
  };
}

async function selectRows(first: string, keys: string): Promise<void> {
  await page.getByText(first, { exact: true }).click();
  await userEvent.keyboard(keys);
}

it('marks the records that were chosen, and no other, when rows come and go and change their order', async () => {
  const list = showList(from(1, 12));
  await selectRows('Record 3', '{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect([list.chosen(), list.active()]).toEqual([[3, 4, 5], 'Record 5']);

  list.become(100, ...from(1, 12));
  expect([list.chosen(), list.active()]).toEqual([[3, 4, 5], 'Record 5']);
  list.become(100, 1, 2, 5, 200, 4, 6, 3, 7, 8);
  expect(list.chosen().sort()).toEqual([3, 4, 5]);
  expect(list.active()).toBe('Record 5');
  await expect.poll(() => list.marked().sort()).toEqual(['Record 3', 'Record 4', 'Record 5']);

  list.become(100, 1, 2, 200, 3, 5, 7);
  expect(list.chosen()).toEqual([3, 5]);
  list.become(100, 1, 2);
  expect(list.chosen()).toEqual([]);
});

it('finds a record again that had to wait for its page', async () => {
  const list = showList(from(1, 30));
  await selectRows('Record 9', '{Shift>}{ArrowDown}{/Shift}');
  expect(list.chosen()).toEqual([9, 10]);
  // The first page has come anew, the second is awaited.
  list.become(100, ...from(1, 9), ...from(0, 20).map(() => undefined));
  expect(list.chosen()).toEqual([9]);
  list.become(100, ...from(1, 30));
  expect(list.chosen()).toEqual([9, 10]);
});

it('goes on from the chosen records when the user extends or begins anew', async () => {
  const list = showList(from(1, 12));
  await selectRows('Record 3', '{Shift>}{ArrowDown}{/Shift}');
  list.become(100, 101, ...from(1, 12));
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(list.chosen()).toEqual([3, 4, 5]);
  await userEvent.keyboard('{ArrowDown}');
  expect([list.chosen(), list.active()]).toEqual([[], 'Record 6']);
});

it('keeps the chosen records and the active one when the list is sorted, and none in another query', async () => {
  const list = showList(from(1, 12));
  await selectRows('Record 3', '{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await page.getByRole('button', { name: 'name' }).first().click();
  expect([list.chosen(), list.active()]).toEqual([[3, 4, 5], 'Record 5']);
  list.sort(...from(1, 12).reverse());
  expect([list.chosen(), list.active()]).toEqual([[5, 4, 3], 'Record 5']);
  await expect.poll(() => list.marked()).toEqual(['Record 5', 'Record 4', 'Record 3']);
  list.sort(5, 9, 3, 1, 2, 4, 6, 7, 8, 10, 11, 12);
  expect([list.chosen(), list.active()]).toEqual([[5, 3, 4], 'Record 5']);
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(list.chosen()).toEqual([5, 9]);
  list.filter(3, 4, 5);
  expect([list.chosen(), list.active(), list.lost()]).toEqual([[], 'Record 3', 0]);
});

it('extends chosen records that a sort left side by side, and begins at the active one where they lie apart', async () => {
  const list = showList(from(1, 12));
  await selectRows('Record 3', '{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  list.sort(...from(1, 12).reverse());
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
  expect([list.chosen(), list.active()]).toEqual([[6, 5, 4, 3], 'Record 6']);
  list.sort(3, 1, 2, 4, 5, 7, 8, 6, 9, 10, 11, 12);
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect([list.chosen(), list.active()]).toEqual([[6, 9, 10], 'Record 10']);
});

it('finds chosen records again on pages of a sorted list that load later, and counts them until then', async () => {
  const list = showList(from(1, 30));
  await selectRows('Record 3', '{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  const [first, rest] = [from(1, 30).reverse(), from(0, 20).map(() => undefined)];
  list.sort(...first.slice(0, 10), ...rest);
  expect([list.chosen(), list.chosenCount()]).toEqual([[], 3]);
  list.sort(4, ...first.slice(0, 9), ...rest);
  expect([list.chosen(), list.chosenCount()]).toEqual([[4], 3]);
  list.become(4, ...first.filter((id) => id !== 4));
  expect([list.chosen(), list.chosenCount(), list.lost()]).toEqual([[4, 5, 3], 3, 0]);
  await userEvent.keyboard('{Escape}');
  expect(list.chosenCount()).toBe(0);
});

it('makes the active record active again once it is loaded, unless the user went on', async () => {
  for (const goesOn of [false, true]) {
    const list = showList(from(1, 30));
    await selectRows('Record 3', '{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    const sorted = from(1, 30).reverse();
    list.sort(...sorted.slice(0, 10), ...from(0, 20).map(() => undefined));
    expect([list.chosenCount(), list.active()]).toEqual([3, 'Record 30']);
    if (goesOn) await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    list.become(...sorted);
    const active = (): string | undefined => {
      // Only rows in sight are drawn.
      list.grid.element().scrollTop = goesOn ? 0 : 30 * rowHeight;
      return list.active();
    };
    await expect.poll(active).toBe(goesOn ? 'Record 29' : 'Record 5');
    list.hide();
  }
});

it('keeps all rows chosen when the list is sorted, loaded or not, and drops a part with unknown records', async () => {
  const list = showList(from(1, 20));
  const rest = from(0, 40).map(() => undefined);
  list.become(...from(1, 10), ...rest);
  await selectRows('Record 1', '{Control>}a{/Control}');
  list.sort(...from(31, 10), ...rest);
  expect([list.chosen().length, list.chosenCount(), list.lost()]).toEqual([50, 50, 0]);
  await selectRows('Record 31', '{Shift>}{ArrowDown}{PageDown}{PageDown}{/Shift}');
  expect(list.chosenCount()).toBeGreaterThan(10);
  list.sort(...from(1, 10), ...rest);
  expect([list.chosenCount(), list.lost()]).toEqual([0, 1]);
});

it('begins a sorted list at its top where the user has chosen no row, and stays at its header', async () => {
  const list = showList(from(1, 12));
  list.sort(...from(1, 12).reverse());
  expect(list.active()).toBe('Record 12');
  await page.getByRole('button', { name: 'name' }).first().click();
  list.sort(...from(1, 12));
  await userEvent.keyboard('{ArrowDown}');
  expect(list.active()).toBe('Record 1');
});

it('keeps the same records visible, and at the top shows new ones', async () => {
  const list = showList(from(1, 200));
  list.become(999, ...from(1, 200));
  expect(list.topRecord()).toBe('Record 999');
  list.grid.element().scrollTop = 50 * rowHeight;
  await expect.poll(list.topRecord).toBe('Record 50');
  list.become(998, 997, 999, ...from(1, 200));
  await expect.poll(list.topRecord).toBe('Record 50');
});

it('drops a selection with unknown records, and says so', async () => {
  const list = showList(from(1, 20));
  list.become(...from(1, 10), ...from(0, 40).map(() => undefined));
  await selectRows('Record 1', '{Control>}a{/Control}');
  expect([list.chosen().length, list.lost()]).toEqual([50, 0]);
  list.become(100, ...from(1, 9), ...from(0, 40).map(() => undefined));
  expect([list.chosen(), list.lost()]).toEqual([[], 1]);
});

it('keeps the active record while all rows load, and finds it after new ones', async () => {
  const list = showList(from(1, 40));
  await page.getByText('Record 12', { exact: true }).click();
  list.become(...Array.from({ length: 40 }, () => undefined));
  list.become(100, 101, 102, ...from(1, 40));
  await expect.poll(() => list.active()).toBe('Record 12');
});

it('stays at the row that the user moved to while rows are awaited', async () => {
  const list = showList(from(1, 40));
  await page.getByText('Record 12', { exact: true }).click();
  list.become(...Array.from({ length: 40 }, () => undefined));
  await userEvent.keyboard('{ArrowDown}');
  list.become(100, 101, 102, ...from(1, 40));
  await expect.poll(() => list.active()).toBe('Record 10');
  list.become(200, 100, 101, 102, ...from(1, 40));
  await expect.poll(() => list.active()).toBe('Record 10');
});

it('restores the position of each place of a tab, back and forward, and with another row height', async () => {
  const [back, forward] = [{}, {}];
  let place = $state.raw({ at: back, startRow: 0 });
  let height = $state(rowHeight);
  const records = recordsOf(...from(1, 400));
  const props = {
    ...plainGrid('Records'),
    rows: { rowCount: 400, recordAt: (row: number) => records[row], pageAt: () => undefined },
    fields: [textField('name')],
    layout: { columns: ['name'], pinned: 0, widths: {}, figures: 'full' as const },
    listKey: 'list',
    get at() {
      return place.at;
    },
    get startRow() {
      return place.startRow;
    },
    get rowHeight() {
      return height;
    },
  };
  show(DataGrid, props, gridHost());
  const element = page.getByRole('grid', { name: 'Records' }).element();
  const row = (): number => Math.round(element.scrollTop / height);
  const scroll = async (to: number): Promise<void> => {
    element.scrollTop = to * height;
    await expect.element(page.getByText(`Record ${(to + 3).toString()}`, { exact: true })).toBeVisible();
    // As a view writes it into its location.
    place = { ...place, startRow: to };
    flushSync();
  };
  await scroll(10);
  place = { at: forward, startRow: 10 };
  await scroll(200);
  place = { at: back, startRow: 10 };
  await expect.poll(row).toBe(10);
  place = { at: forward, startRow: 200 };
  await expect.poll(row).toBe(200);
  place = { at: back, startRow: 10 };
  await expect.poll(row).toBe(10);
  height = rowHeight - 4;
  flushSync();
  place = { at: forward, startRow: 200 };
  await expect.poll(row).toBe(200);
  place = { at: back, startRow: 10 };
  await expect.poll(row).toBe(10);
});

it('follows the list of the place that it went to', async () => {
  const listOf = (count: number) => {
    let rowCount = $state(count);
    return {
      get rowCount() {
        return rowCount;
      },
      grow: (): void => {
        rowCount += 4;
        flushSync();
      },
      recordAt: (row: number) => recordsOf(row)[0],
      pageAt: () => undefined,
    };
  };
  const [before, after] = [listOf(5), listOf(5)];
  let place = $state.raw({ at: {}, rows: before });
  const props = {
    ...plainGrid('Records'),
    fields: [textField('name')],
    layout: { columns: ['name'], pinned: 0, widths: {}, figures: 'full' as const },
    listKey: 'list',
    startRow: 0,
    get at() {
      return place.at;
    },
    get rows() {
      return place.rows;
    },
  };
  show(DataGrid, props, gridHost());
  const grid = page.getByRole('grid', { name: 'Records' });
  await expect.element(grid).toHaveAttribute('aria-rowcount', '6');
  place = { at: {}, rows: after };
  flushSync();
  after.grow();
  await expect.element(grid).toHaveAttribute('aria-rowcount', '10');
});
