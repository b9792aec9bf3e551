import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './fixtures/app.ts';
import { violationsInBothThemes } from './pages/violations.ts';
import { tabTo, typeInto } from './support/typing.ts';

/** Views that are saved with and without their filter. */

test('a view without its filter arranges the list that is open and goes by file, one with it opens with it @nightly', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  const { keyboard } = page;
  const assets = explorer.header(/\bAssets\b/);
  const tokens = explorer.header(/\bTokens\b/);
  const search = page.getByRole('searchbox', { name: 'Find networks' });
  const width = async (): Promise<number | undefined> => (await tokens.boundingBox())?.width;
  await explorer.openRows('Networks');

  // Sorted, with one column less and one that is wider.
  await explorer.columnMenu('Assets', 'Hide');
  await expect(assets).toHaveCount(0);
  await explorer.columnMenu('Tokens', 'Sort smallest first');
  await expect(tokens).toHaveAttribute('aria-sort', 'ascending');
  await explorer.showsRows('Networks');
  const box = await tokens.boundingBox();
  if (box === null) throw new Error('The column is not in sight.');
  await page.mouse.move(box.x + box.width, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 60, box.y + 12, { steps: 3 });
  await page.mouse.up();
  await expect.poll(width).toBe(box.width + 60);

  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await typeInto(dialog.getByRole('textbox', { name: 'Name' }), 'Small ones');
  await dialog.getByRole('checkbox', { name: 'With the filter' }).click();
  await expect(dialog).toContainText('When you open it, the list keeps its filter.');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await keyboard.press('Enter');
  await expect(page.getByText('View saved.')).toBeVisible();

  // Another list of the resource is arranged, and keeps what it looks for.
  await explorer.resetColumns();
  await explorer.open('Networks');
  await expect(assets).toBeVisible();
  await expect.poll(width).toBe(box.width);
  await typeInto(search, 'chain');
  await keyboard.press('Enter');
  await expect(explorer.conditions()).toContainText('chain');
  await explorer.showsRows('Networks');
  const found = await explorer.column(/\bName\b/);
  await explorer.command('small ones');
  await expect(assets).toHaveCount(0);
  await expect(tokens).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(width).toBe(box.width + 60);
  await expect(search).toHaveValue('chain');
  await expect.poll(async () => (await explorer.column(/\bName\b/)).toSorted()).toEqual(found.toSorted());

  // Under the same name it is replaced, still without its filter.
  await keyboard.press('Control+s');
  await expect(dialog.getByRole('button', { name: 'Replace view' })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'With the filter' })).not.toBeChecked();
  await keyboard.press('Escape');
  await keyboard.press('Alt+ArrowLeft');
  await expect(assets).toBeVisible();

  // A file brings it back, and the whole list is arranged where none is open.
  await explorer.open('Saved views');
  const file = path.join(app.userDataDir, 'small.rwaq');
  await app.answerSaveDialog(file);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByText(/1 view written to/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove Small ones' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  // Notepad and PowerShell write it again in another encoding.
  await writeFile(file, `\uFEFF${await readFile(file, 'utf8')}`, 'utf16le');
  await page.getByLabel('File of saved views').setInputFiles(file);
  await expect(page.getByText('1 view imported. Read as UTF-16LE.')).toBeVisible();
  await expect(page.getByText('without filter')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Run Small ones' }).click();
  await explorer.showsRows('Networks');
  await expect(assets).toHaveCount(0);
  await expect(search).toHaveValue('');

  await explorer.openRows('Assets');
  await typeInto(page.getByRole('searchbox', { name: 'Find assets' }), 'treasury');
  await keyboard.press('Enter');
  await expect(explorer.conditions()).toContainText('treasury');
  await explorer.showsRows('Assets');
  await tabTo(explorer.grid('Assets'));
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowRight');
  await keyboard.press('Delete');
  await expect(explorer.header('Circulating market value')).toHaveCount(0);
  await keyboard.press('Control+s');
  await expect(dialog.getByRole('checkbox', { name: 'With the filter' })).toBeChecked();
  await keyboard.type('Treasuries');
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const names = await explorer.firstOf('Name', 10);

  await app.restart();
  await explorer.openRows('Assets');
  await explorer.resetColumns();
  await expect(explorer.header('Circulating market value')).toBeVisible();
  await explorer.open('Saved views');
  await app.window.getByRole('button', { name: 'Run Treasuries' }).click();
  await explorer.showsRows('Assets');
  await expect(explorer.header('Circulating market value')).toHaveCount(0);
  await expect.poll(() => explorer.firstOf('Name', 10)).toEqual(names);
});

test('a thousand views from a file are shown in pages, and their import can be undone @nightly', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  const query = { name: 'View', resource: 'assets', target: 'list', query: {} };
  const file = path.join(app.userDataDir, 'many.rwaq');
  const queries = Array.from({ length: 1001 }, (_, nth) => ({
    ...query,
    name: `View ${nth.toString().padStart(4, '0')}`,
    folder: `Folder ${(nth % 400).toString()}`,
  }));
  const write = (count: number): Promise<void> =>
    writeFile(
      file,
      JSON.stringify({ format: 'rwa-explorer-queries', version: 1, queries: queries.slice(0, count) }),
    );
  const chosen = page.getByLabel('File of saved views');
  await explorer.open('Saved views');

  await write(1001);
  await chosen.setInputFiles(file);
  await expect(
    page.getByText('The file holds 1,001 saved views. The app reads files of up to 1,000.'),
  ).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();

  await write(1000);
  await chosen.setInputFiles(file);
  await expect(page.getByText('1,000 views imported.')).toBeVisible();
  const pages = page.getByRole('group', { name: 'Pages of views' });
  await expect(pages).toContainText('1–50 of 1,000 views');
  expect(await page.locator('*').count()).toBeLessThan(4000);
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect(pages).toContainText('51–100 of 1,000 views');

  // What was changed since is the user's own.
  await page
    .getByRole('button', { name: /^Add View \d+ to favorites$/ })
    .nth(20)
    .click();
  await expect(page.getByRole('button', { name: /^Remove View \d+ from favorites$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Import undone.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Run View/ })).toHaveCount(1);
  expect(await violationsInBothThemes(page)).toEqual([]);
});
