import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { violationsInBothThemes } from './pages/violations.ts';
import { choose, tabTo, typeInto, typeOver } from './support/typing.ts';

/** Formats of cells, and arrangements of columns that have a name. */

async function formatColumn(page: Page, column: string): Promise<Locator> {
  await page.getByRole('button', { name: `Column menu: ${column}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Format cells…' }).click();
  return page.getByRole('dialog', { name: `Format ${column}` });
}

async function openPresets(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('button', { name: 'Presets…' }).click();
  return page.getByRole('dialog', { name: 'Column presets: Networks' });
}

test('a column is formatted with signs, exported, and kept in a preset that is shared, applied and restarted', async ({
  exploredApp: app,
}) => {
  const explorer = new Explorer(app.window);
  let page = app.window;
  await explorer.open('Networks');
  await explorer.showsRows('Networks');

  // A threshold, whose value is typed as people write numbers; what is wrong with it is said.
  const dialog = await formatColumn(page, 'Tokens');
  await choose(dialog.getByRole('combobox', { name: 'Format' }), 'Thresholds');
  await typeInto(dialog.getByRole('textbox', { name: 'Value of threshold 1' }), 'many');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Threshold 1 must be a number, such as 1.5m.');
  await typeInto(dialog.getByRole('textbox', { name: 'Value of threshold 1' }), '0.1k');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const above = page.getByRole('gridcell').getByRole('img', { name: 'Above 100' });
  await expect(above.first()).toHaveText('▲');
  const tokens = await explorer.column(/\bTokens\b/);
  const figures = tokens.map((text) => Number(text.replaceAll(/[^\d.]/g, '')));
  expect(await above.count()).toBe(figures.filter((figure) => figure > 100).length);

  // A bar and a scale, whose ends main finds among all cached records.
  const bar = await formatColumn(page, 'Assets');
  await choose(bar.getByRole('combobox', { name: 'Format' }), 'Data bar');
  await bar.getByRole('button', { name: 'Apply' }).click();
  await expect(explorer.header(/\bAssets\b/)).toHaveAttribute(
    'title',
    /Data bar from \d+ to [\d,]+, the smallest and the largest of the cached records\./,
  );
  const scale = await formatColumn(page, 'Bridged token value');
  await choose(scale.getByRole('combobox', { name: 'Format' }), 'Colour scale');
  await choose(scale.getByRole('combobox', { name: 'Range' }), 'Fixed values');
  await typeInto(scale.getByRole('textbox', { name: 'From' }), '0');
  await typeInto(scale.getByRole('textbox', { name: 'To' }), '1b');
  await page.keyboard.press('Enter');
  await expect(scale).toBeHidden();
  await expect(page.getByRole('img', { name: /^Level [1-5] of 5$/ }).first()).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  const workbook = path.join(app.userDataDir, 'networks.xlsx');
  await page.getByRole('toolbar').getByRole('button', { name: 'Export…' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export networks' });
  await exporting.getByText('Excel workbook').click();
  await app.answerSaveDialog(workbook);
  await exporting.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByRole('region', { name: 'Jobs started here' })).toContainText('Done:');
  expect((await readFile(workbook)).subarray(0, 2).toString()).toBe('PK');

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
  await expect(above).toHaveCount(0);
  await expect(explorer.header(/\bAssets\b/)).not.toHaveAttribute('title', /Data bar/);

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
  const aboveAgain = page.getByRole('gridcell').getByRole('img', { name: 'Above 100' });
  await expect(aboveAgain).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await typeInto(page.getByRole('combobox', { name: 'Search or command' }), 'apply sizes');
  await page.keyboard.press('Enter');
  await expect(aboveAgain.first()).toHaveText('▲');
  await expect(again.header(/\bAssets\b/)).toHaveAttribute('title', /Data bar from/);

  // Back to the columns before.
  const back = await openPresets(page);
  await back.getByRole('button', { name: 'Undo last preset' }).click();
  await expect(aboveAgain).toHaveCount(0);
});

test('cells of the active column are formatted by keys alone', async ({ exploredApp: app }) => {
  const page = app.window;
  const explorer = new Explorer(page);
  const { keyboard } = page;
  await tabTo(explorer.grid('Assets'));
  await keyboard.press('ArrowRight');
  await keyboard.press('Control+k');
  await typeInto(page.getByRole('combobox', { name: 'Search or command' }), 'format cells');
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Format Circulating market value' });
  const kind = dialog.getByRole('combobox', { name: 'Format' });
  await expect(kind).toBeFocused();
  await keyboard.type('Colour');
  await tabTo(dialog.getByRole('button', { name: 'Apply' }));
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('img', { name: 'Level 5 of 5' }).first()).toBeVisible();
  await expect(explorer.grid('Assets')).toBeFocused();
});
