import { flushSync } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { page, userEvent } from 'vitest/browser';
import { expect, it } from 'vitest';
import type { Provenance } from '../../preload/contract/provenance.ts';
import type { GridProps } from '../../renderer/ui/grid/gridProps.ts';
import DataGrid from '../../renderer/ui/grid/DataGrid.svelte';
import { gridHost, plainGrid, rowHeight, textField } from './plainGrid.ts';
import { show } from './show.ts';

const nothing = (): undefined => undefined;

interface Shown {
  /** Addresses in place of the names of some rows. */
  readonly others?: ReadonlyMap<number, string>;
  readonly fields?: readonly string[];
}

/** Shows a grid of 10,000 rows, all in memory, ten of which are in sight. Each field has the name of its row, and its own. */
function showGrid({ others, fields = ['name'] }: Shown = {}): Element {
  const host = gridHost();
  const props: GridProps = {
    ...plainGrid('Ten thousand'),
    rows: {
      rowCount: 10_000,
      recordAt: (row) => ({
        id: row,
        ...Object.fromEntries(fields.map((name, at) => [name, others?.get(row) ?? nameOf(row, at)])),
      }),
      pageAt: nothing,
    },
    fields: fields.map((name) =>
      textField(name, others === undefined && fields.length === 1 ? 'text' : 'address'),
    ),
    layout: { columns: [...fields], pinned: 0, widths: {}, figures: 'full' },
  };
  show(DataGrid, { ...props }, host);
  return page.getByRole('grid', { name: 'Ten thousand' }).element();
}

const nameOf = (row: number, field: number): string =>
  field === 0 ? `Row ${row.toString()}` : `0x${field.toString().repeat(40)}`;

/** The rows that are drawn, from 0, and those that are not. */
function rowsOf(grid: Element): { drawn: number[]; others: number[] } {
  const rows = [...grid.querySelectorAll('.body [role="row"]')];
  const numbers = (some: Element[]): number[] => some.map((row) => Number(row.ariaRowIndex) - 2);
  const drawn = rows.filter((row) => row.ariaBusy === null);
  for (const row of drawn)
    expect(row.textContent.trim()).toBe(`Row ${(Number(row.ariaRowIndex) - 2).toString()}`);
  return { drawn: numbers(drawn), others: numbers(rows.filter((row) => row.ariaBusy !== null)) };
}

const from = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);

it('is drawn at first with the rows in sight, and completed behind that frame', async () => {
  const grid = showGrid();
  expect(rowsOf(grid)).toEqual({ drawn: from(0, 11), others: [] });
  await expect.poll(() => rowsOf(grid)).toEqual({ drawn: from(0, 23), others: [] });
});

it('a long scroll draws visible rows, and rows beyond the edges once it rests', async () => {
  const grid = showGrid();
  await expect.poll(() => rowsOf(grid)).toEqual({ drawn: from(0, 23), others: [] });
  grid.scrollTop = 5000 * rowHeight;
  grid.dispatchEvent(new Event('scroll'));
  flushSync();
  expect(rowsOf(grid)).toEqual({ drawn: from(5000, 10), others: [...from(4994, 6), ...from(5010, 7)] });
  await expect.poll(() => rowsOf(grid)).toEqual({ drawn: from(4994, 23), others: [] });
  // A turn of a wheel draws what it brings into the document at once.
  grid.scrollTop += 4 * rowHeight;
  grid.dispatchEvent(new Event('scroll'));
  flushSync();
  expect(rowsOf(grid)).toEqual({ drawn: from(4998, 23), others: [] });
});

it('a row of a page that came without its record is not awaited: it says so', async () => {
  const host = gridHost();
  const records = [{ id: 1, name: 'One' }];
  const provenance: Provenance = {
    connectionId: 'one',
    sample: false,
    source: 'service',
    stale: false,
    request: '/v4/assets',
    fetchedAt: 1,
    coverage: { kind: 'answer' },
  };
  const entry = { kind: 'here' as const, records, provenance };
  show(
    DataGrid,
    {
      ...plainGrid('Two, one of them unreadable'),
      rows: {
        rowCount: 2,
        recordAt: (row: number) => records[row],
        pageAt: () => ({ page: 0, rows: { start: 0, end: 2 }, entry }),
      },
      fields: [textField('name')],
      layout: { columns: ['name'], pinned: 0, widths: {}, figures: 'full' as const },
    },
    host,
  );
  const grid = page.getByRole('grid');
  await expect.element(grid.getByRole('gridcell', { name: 'One', exact: true })).toBeVisible();
  await expect.element(grid.getByRole('gridcell', { name: 'No record could be read here.' })).toBeVisible();
  expect(grid.element().querySelectorAll('[aria-busy]')).toHaveLength(0);
});

it('after keys that go to the ends, every row is drawn', async () => {
  const grid = showGrid();
  await expect.poll(() => rowsOf(grid)).toEqual({ drawn: from(0, 23), others: [] });
  await page.getByText('Row 3', { exact: true }).click();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await expect.poll(() => rowsOf(grid)).toEqual({ drawn: from(9977, 23), others: [] });
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  await expect.poll(() => rowsOf(grid)).toEqual({ drawn: from(0, 23), others: [] });
});

it('the tooltip of a cell has its whole text, also after its row shows another record', async () => {
  const [one, other] = [
    '0x1111111111111111111111111111111111111111',
    '0x2222222222222222222222222222222222222222',
  ];
  const addresses = new SvelteMap([[0, one]]);
  const grid = showGrid({ others: addresses });
  const cell = page.elementLocator(grid).getByRole('gridcell').first();
  await expect.element(cell).toHaveTextContent('0x111111…111111');
  await cell.hover();
  await expect.element(cell).toHaveAttribute('title', one);
  addresses.set(0, other);
  await expect.element(cell).toHaveTextContent('0x222222…222222');
  await expect.element(cell).toHaveAttribute('title', other);
});

it('the tooltip is that of the cell under the pointer, also in the moment in which the grid was scrolled', async () => {
  const grid = showGrid({ fields: Array.from({ length: 9 }, (_, at) => `field_${at.toString()}`) });
  const cell = page.elementLocator(grid).getByRole('gridcell', { name: '0x333333…333333' }).first();
  await expect.element(cell).toBeInTheDocument();
  grid.scrollLeft = 150;
  const { left, top } = cell.element().getBoundingClientRect();
  const at = { clientX: left + 10, clientY: top + 10, bubbles: true };
  cell.element().dispatchEvent(new PointerEvent('pointerover', at));
  await expect.element(cell).toHaveAttribute('title', `0x${'3'.repeat(40)}`);
});
