import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { violationsInBothThemes } from './pages/violations.ts';
import { typeInto, typeOver } from './support/typing.ts';

/** Arrangements of columns that have a name. */

async function openPresets(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('button', { name: 'Presets…' }).click();
  return page.getByRole('dialog', { name: 'Column presets: Networks' });
}

test('the columns of a table are kept in a preset that is shared, applied and restarted', async ({
  exploredApp: app,
}) => {
  const explorer = new Explorer(app.window);
  let page = app.window;
  await explorer.open('Networks');
  await explorer.showsRows('Networks');

  await page.getByRole('button', { name: 'Column menu: Assets', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Hide' }).click();
  const assets = explorer.header(/\bAssets\b/);
  await expect(assets).toHaveCount(0);

  // A preset has it all.
  const presets = await openPresets(page);
  await typeInto(presets.getByRole('textbox'), 'Sizes');
  await page.keyboard.press('Enter');
  await expect(presets.getByRole('button', { name: 'Apply Sizes' })).toBeVisible();
  await expect(presets.getByRole('textbox')).toHaveValue('');
  await typeInto(presets.getByRole('textbox'), 'Sizes');
  await page.keyboard.press('Enter');
  await expect(presets.getByRole('alert')).toContainText('is called “Sizes” already');
  expect(await violationsInBothThemes(page)).toEqual([]);
  const file = path.join(app.userDataDir, 'sizes.rwaq');
  await app.answerSaveDialog(file);
  await presets.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByText(/1 column preset written to/)).toBeVisible();

  await presets.getByRole('button', { name: 'Apply Default columns' }).click();
  await expect(assets).toBeVisible();

  // Renamed, then deleted once that is confirmed.
  await openPresets(page);
  await presets.getByRole('button', { name: 'Rename Sizes' }).click();
  await typeOver(presets.getByRole('textbox', { name: 'New name of Sizes' }), 'Big ones');
  await page.keyboard.press('Enter');
  await expect(presets.getByRole('button', { name: 'Apply Big ones' })).toBeVisible();
  await presets.getByRole('button', { name: 'Delete Big ones' }).click();
  await presets.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(presets.getByRole('button', { name: 'Apply Big ones' })).toBeHidden();
  await page.keyboard.press('Escape');

  // The file brings it back, and applies nothing.
  await explorer.open('Saved queries');
  await page.getByLabel('File of saved queries').setInputFiles(file);
  await expect(page.getByText('1 column preset imported.')).toBeVisible();
  await app.restart();
  page = app.window;
  const again = new Explorer(page);
  await again.open('Networks');
  await again.showsRows('Networks');
  const assetsAgain = again.header(/\bAssets\b/);
  await expect(assetsAgain).toBeVisible();
  await page.keyboard.press('Control+k');
  await typeInto(page.getByRole('combobox', { name: 'Search or command' }), 'apply sizes');
  await page.keyboard.press('Enter');
  await expect(assetsAgain).toHaveCount(0);

  // Back to the columns before.
  const back = await openPresets(page);
  await back.getByRole('button', { name: 'Undo last preset' }).click();
  await expect(assetsAgain).toBeVisible();
});
