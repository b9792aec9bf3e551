import { page } from 'vitest/browser';
import { expect, it } from 'vitest';
import SmallTable from './SmallTable.svelte';
import { show } from './show.ts';

it('a table is named by its caption; figures stand at the right, names and text at the left', async () => {
  show(SmallTable, {});
  const table = page.getByRole('table', { name: 'Net position by token' });
  await expect.element(table).toBeVisible();
  const aligned = (name: string): string =>
    getComputedStyle(table.getByText(name, { exact: true }).element()).textAlign;
  expect(['Token', 'Gold', 'Ethereum'].map(aligned)).toEqual(['left', 'left', 'left']);
  expect(['Net', '1,250'].map(aligned)).toEqual(['right', 'right']);
  await expect.element(table.getByRole('columnheader', { name: 'Net' })).toBeVisible();
  await expect.element(table.getByRole('rowheader', { name: 'Gold' })).toBeVisible();
});

it('a rule of the component that has the cells is stronger than the table', async () => {
  show(SmallTable, {});
  const cell = page.getByText('centred', { exact: true });
  await expect.element(cell).toHaveStyle({ textAlign: 'center' });
});
