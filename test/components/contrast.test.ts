import type {} from '@vitest/browser-playwright';
import { cdp, page, userEvent } from 'vitest/browser';
import { expect, it, onTestFinished } from 'vitest';
import '../../renderer/styles/base.css';
import { Fault } from '../../preload/contract/expressions/values.ts';
import type { GridProps } from '../../renderer/ui/grid/gridProps.ts';
import DataGrid from '../../renderer/ui/grid/DataGrid.svelte';
import { gridHost, plainGrid, textField } from './plainGrid.ts';
import { show } from './show.ts';

async function useContrastTheme(): Promise<void> {
  const emulate = (value: string): Promise<unknown> =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
  await emulate('active');
  onTestFinished(async () => {
    await emulate('none');
  });
}

/** The texts in an element that do not have the color of selected text, as CSS has it. */
function otherTexts(element: Element): string[] {
  const probe = document.body.appendChild(document.createElement('p'));
  probe.style.cssText = 'forced-color-adjust: none; color: HighlightText';
  const { color } = getComputedStyle(probe);
  probe.remove();
  return [element, ...element.querySelectorAll('*')]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
    .filter((one) => getComputedStyle(one).color !== color)
    .map(({ textContent }) => textContent.trim());
}

it('in a contrast theme each text of selected cells has the color of selected text', async () => {
  await useContrastTheme();
  const values = [{ val: 1200, chg_7d_pct: 4.5 }, { val: 1300, chg_7d_pct: -4.5 }, { val: 1400 }, null];
  const props: GridProps = {
    ...plainGrid('Changes'),
    rows: {
      rowCount: values.length,
      recordAt: (row) => ({ id: row, value: values[row] ?? null }),
      pageAt: () => undefined,
    },
    fields: [
      { ...textField('value', 'metric'), group: 'Performance' },
      { ...textField('quotient', 'number'), compute: () => new Fault('Divided by zero') },
    ],
    layout: { columns: ['value', 'quotient'], pinned: 0, widths: {}, figures: 'full' },
  };
  show(DataGrid, { ...props }, gridHost());
  const grid = page.getByRole('grid', { name: 'Changes' });
  const cells = grid.getByRole('gridcell');
  await cells.first().click();
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.poll(() => cells.elements().filter((cell) => cell.ariaSelected === 'true').length).toBe(8);
  for (const text of ['▲', '▼']) await expect.element(grid.getByText(text, { exact: true })).toBeVisible();
  expect(cells.elements().flatMap(otherTexts)).toEqual([]);
});

it('in a contrast theme the row under the pointer is marked over all its cells', async () => {
  await useContrastTheme();
  const props: GridProps = {
    ...plainGrid('Rows'),
    rows: {
      rowCount: 8,
      recordAt: (row) => ({ id: row, name: 'The same', note: 'In each row' }),
      pageAt: () => undefined,
    },
    fields: [textField('name'), textField('note')],
    // The first stays in sight, above the row.
    layout: { columns: ['name', 'note'], pinned: 1, widths: {}, figures: 'full' },
  };
  show(DataGrid, { ...props }, gridHost());
  const rows = page.getByRole('grid', { name: 'Rows' }).getByRole('row');
  const picture = async (row: number, column: number): Promise<string> => {
    const cell = rows.nth(row).getByRole('gridcell').nth(column);
    return page.screenshot({ element: cell, save: false });
  };
  await rows.nth(5).hover();
  for (const column of [0, 1]) {
    const [above, hovered, below] = [
      await picture(4, column),
      await picture(5, column),
      await picture(6, column),
    ];
    expect(above).toBe(below);
    expect(hovered, column.toString()).not.toBe(above);
  }
});
