import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import { startRewritingService } from '../support/rewritingService.ts';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';

/** Exports that are written again, names that are taken, and the check of a file. */

/** Names of records with a word at their end. */
function named(answer: Json, word: string): Json {
  if (!isJsonObject(answer) || !Array.isArray(answer['results'])) return answer;
  const results = answer['results'].map((record: Json) =>
    isJsonObject(record) ? { ...record, name: `${String(record['name'])} ${word}` } : record,
  );
  return { ...answer, results };
}

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('toolbar').getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export networks' });
  await expect(dialog.getByRole('columnheader').first()).toBeVisible();
  return dialog;
}

test('an export is repeated with what the service has now, and says where it cannot be', async ({
  app,
  startService,
}) => {
  const service = await startService();
  let word = 'of monday';
  await using front = await startRewritingService({
    url: service.url,
    rewrite: (answer) => named(answer, word),
  });
  const page = app.window;
  const explorer = new Explorer(page);
  await explorer.connect(app, front.url, service.key);
  await explorer.open('Assets');
  await explorer.showsRows('Assets');
  await explorer.open('Networks');
  await explorer.showsRows('Networks');

  const folder = path.join(app.userDataDir, 'reports');
  await mkdir(folder);
  const file = path.join(folder, 'networks.csv');
  await app.answerSaveDialog(file);
  const started = page.getByRole('region', { name: 'Jobs started here' });
  // Notices stay as long as the pointer is over them, where the button of the dialog was.
  const notesFold = async (): Promise<void> => {
    await page.mouse.move(0, 0);
    await expect(started.getByRole('button')).toHaveCount(0);
  };
  await (await openDialog(page)).getByRole('button', { name: 'Export…' }).click();
  await expect(started).toContainText('Done:');
  expect(await readFile(file, 'utf8')).toContain('of monday');
  await notesFold();

  word = 'of tuesday';
  const dialog = await openDialog(page);
  await dialog.getByText('Earlier exports').click();
  await expect(dialog.getByRole('listitem')).toContainText(file);
  await dialog.getByRole('button', { name: 'Repeat' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(started).toContainText('Done:');
  const again = await readFile(file, 'utf8');
  expect([again.includes('of monday'), again.includes('of tuesday')]).toEqual([false, true]);
  await notesFold();

  await rm(folder, { recursive: true });
  await (await openDialog(page)).getByText('Earlier exports').click();
  await page.getByRole('button', { name: 'Repeat' }).click();
  await expect(started).toContainText('The folder does not exist. Choose another one.');
});

test('a file of yours beside an export is replaced only when you say so', async ({ exploredApp: app }) => {
  const page = app.window;
  const explorer = new Explorer(page);
  await explorer.open('Networks');
  await explorer.showsRows('Networks');
  const folder = path.join(app.userDataDir, 'mine');
  await mkdir(folder);
  const file = path.join(folder, 'networks.csv');
  await writeFile(`${file}.json`, '{"mine":true}');

  const dialog = await openDialog(page);
  await app.answerSaveDialog(file);
  await app.answerMessageBox(1);
  await dialog.getByRole('button', { name: 'Export…' }).click();
  await expect(dialog.getByRole('button', { name: 'Export…' })).toBeEnabled();
  expect(await readdir(folder)).toEqual(['networks.csv.json']);

  await app.answerSaveDialog(file);
  await app.answerMessageBox(0);
  await dialog.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByRole('region', { name: 'Jobs started here' })).toContainText('Done:');
  expect(await readFile(`${file}.json`, 'utf8')).toContain('"sha256"');
});
