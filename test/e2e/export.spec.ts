import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './fixtures/app.ts';
import { readCsv } from './fixtures/csv.ts';
import { exportCsv, exportFile, exportRests, openExport } from './pages/files.ts';
import { violationsInBothThemes } from './pages/violations.ts';
import { choose, tabTo, typeInto } from './support/typing.ts';

test('an export writes every record of the query, with the columns and the order of the view', async ({
  windowApp: app,
  explorer,
}) => {
  // Several pages, but not all of the assets: what a page takes is measured elsewhere.
  await typeInto(app.window.getByRole('searchbox', { name: 'Find assets' }), 'warehouse');
  await app.window.keyboard.press('Enter');
  await expect(explorer.conditions()).toContainText('warehouse');
  await explorer.header('Name').click();
  await expect(explorer.header('Name')).toHaveAttribute('aria-sort', 'ascending');
  await explorer.showsRows('Assets');
  const names = await explorer.column('Name');
  const headers = await app.window.getByRole('columnheader').allInnerTexts();
  const shown = headers.map((text) => text.split('\n')[0]);
  const [, total = ''] = /([\d,]+) records/.exec(await explorer.status().innerText()) ?? [];

  const file = path.join(app.userDataDir, 'assets.csv');
  await app.answerSaveDialog(file);
  await app.window.getByRole('toolbar').getByRole('button', { name: 'Export…' }).click();
  const dialog = app.window.getByRole('dialog', { name: 'Export assets' });
  await exportRests(dialog);
  // It was as high before its rows came: nothing has moved.
  const preview = dialog.getByRole('region', { name: 'Preview' });
  const least = await preview.evaluate((element) => getComputedStyle(element).minHeight);
  await expect(preview).toHaveCSS('height', least);
  await expect(dialog.getByRole('radio', { name: 'CSV' })).toBeChecked();
  await expect(dialog.getByRole('columnheader').first()).toHaveText('Name');
  await expect(dialog.getByRole('status')).toContainText(`${total} rows`);
  await dialog.getByRole('button', { name: 'Export…' }).click();
  const started = app.window.getByRole('region', { name: 'Jobs started here' });
  // Every page of the query is fetched.
  await expect(started).toContainText(`Done: ${total} records`);

  const [heading = [], ...records] = readCsv(await readFile(file, 'utf8'));
  // The changes that a metric shows are columns of their own.
  const fields = heading.filter((name) => !name.includes(' d change'));
  expect(fields.slice(0, 4)).toEqual(shown.slice(0, 4));
  expect(records).toHaveLength(Number(total.replaceAll(',', '')));
  expect(records.length).toBeGreaterThan(100);
  expect(records.length).toBeLessThan(1000);
  expect(records.slice(0, names.length).map(([name]) => name?.replace(/^'/, ''))).toEqual(names);

  // The notice of it goes away by itself once the pointer is elsewhere; the job stays in the list.
  await explorer.header('Name').hover();
  await expect(started.getByRole('button')).toHaveCount(0);
  await explorer.open('Jobs');
  const job = app.window.getByRole('main').getByRole('listitem');
  await job.getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => app.opened()).toContain(file);
  await expect(job).toContainText('Assets to CSV');
  await expect(job).toContainText(`Done: ${total} records`);
});

test('transactions are exported as files for each of the last days, and that is scheduled @nightly', async ({
  windowApp: app,
  explorer,
}) => {
  await explorer.openRows('Transactions');
  // Made in the dialog, or by an export before.
  const folder = path.join(app.userDataDir, 'lake');
  await mkdir(folder);
  await app.answerOpenDialog(folder);
  await openExport(app.window);
  const dialog = app.window.getByRole('dialog', { name: 'Export transactions' });
  await dialog.getByText('Parquet', { exact: true }).click();
  await choose(dialog.getByRole('combobox', { name: 'Files' }), 'One for each day');
  await typeInto(dialog.getByRole('textbox', { name: 'Days' }), '2');
  await expect(dialog).toContainText('Writes a folder. Each export replaces the files of its days');
  await exportRests(dialog);
  expect(await violationsInBothThemes(app.window)).toEqual([]);
  await dialog.getByRole('button', { name: 'Export…' }).click();
  const started = app.window.getByRole('region', { name: 'Jobs started here' });
  await expect(started).toContainText(/Done: [\d,]+ records/);
  const days = await readdir(folder);
  expect(days).toEqual([expect.stringMatching(/^day=/), expect.stringMatching(/^day=/)]);
  expect(await readdir(path.join(folder, days[0] ?? ''))).toEqual(['data.parquet']);

  await openExport(app.window);
  await dialog.getByText('Parquet', { exact: true }).click();
  await choose(dialog.getByRole('combobox', { name: 'Files' }), 'One for each month');
  await exportRests(dialog);
  await dialog.getByRole('button', { name: 'Schedule…' }).click();
  const schedule = app.window.getByRole('dialog', { name: 'New schedule' });
  const history = path.join(app.userDataDir, 'history');
  await mkdir(history);
  await app.answerOpenDialog(history);
  await schedule.getByRole('button', { name: 'Choose folder…' }).click();
  // Nobody saves before the dialog of the system has closed.
  await expect(schedule).toContainText(history);
  await expect(schedule).toContainText('Each run replaces its files in this folder.');
  await expect(schedule.getByRole('radiogroup', { name: 'Files of the same name' })).toHaveCount(0);
  await app.answerMessageBox(0);
  await schedule.getByRole('button', { name: 'Save schedule' }).click();
  await expect(schedule).toHaveCount(0);
});

test('no file name, no folder, every field, a workbook, Markdown @nightly', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await test.step('no file name', async () => {
    await app.answerSaveDialog(null);
    const dialog = await openExport(page);
    await dialog.getByRole('button', { name: 'Export…' }).click();
    await expect(dialog.getByRole('button', { name: 'Export…' })).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await explorer.open('Jobs');
    await expect(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
  });
  await test.step('no such folder', async () => {
    await explorer.open('Assets');
    await app.answerSaveDialog(path.join(app.userDataDir, 'no such folder', 'assets.csv'));
    await openExport(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Export…' }).click();
    await expect(page.getByRole('region', { name: 'Jobs started here' })).toContainText(
      'Failed after 0 records',
    );
  });
  await test.step('every field', async () => {
    const dialog = await openExport(page);
    await dialog.getByText('Everything cached, unfiltered').click();
    await tabTo(dialog.getByRole('radio', { name: 'As in the view' }));
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: 'Every field' })).toBeChecked();
    const { heading } = await exportCsv(app, 'all.csv');
    expect(heading.length).toBeGreaterThan(100);
    expect(heading).toContain('Slug');
  });
  await test.step('a workbook and the clipboard', async () => {
    const dialog = await openExport(page);
    await dialog.getByText('Everything cached, unfiltered').click();
    await exportRests(dialog);
    await dialog.getByText('Excel workbook').click();
    await exportRests(dialog);
    await dialog.getByRole('checkbox', { name: '7 d change %' }).check();
    await expect(dialog.getByRole('columnheader', { name: '7 d change %' }).first()).toBeVisible();
    const file = await exportFile(app, 'assets.xlsx');
    const started = page.getByRole('region', { name: 'Jobs started here' });
    expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');

    await openExport(page);
    await dialog.getByText('Everything cached, unfiltered').click();
    await exportRests(dialog);
    await dialog.getByText('Markdown').click();
    await exportRests(dialog);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    // The message goes by itself.
    await expect(started).toContainText('copied');
    await expect(dialog).toHaveCount(0);
  });
});
