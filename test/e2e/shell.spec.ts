// Border: the fixtures that start, end and kill a process are what is tested.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './fixtures/app.ts';

/** The fixtures of these tests themselves, on the small app of the Chromium shell's tests. */

test.use({ appFolder: path.resolve(import.meta.dirname, '../chromium-shell/fixture'), begin: 'nothing' });

test('a window opens, its bridge answers, and it opens again on the same data', async ({ app }) => {
  await expect(app.window.locator('output')).toHaveText('Echoed');
  await app.restart();
  await expect(app.window.locator('output')).toHaveText('Echoed');
  await expect.poll(() => app.output()).toContain('loaded app://fixture/');
});

test('a save dialog takes the file that the test names, and a link is reported', async ({ app }) => {
  const file = path.join(app.userDataDir, 'table.csv');
  await app.answerSaveDialog(file);
  await app.window.getByRole('button', { name: 'Save' }).click();
  await expect(app.window.locator('output')).toHaveText(file);
  expect(await readFile(file, 'utf8')).toBe('Saved');

  await app.window.getByRole('button', { name: 'Link' }).click();
  await expect.poll(() => app.opened()).toEqual(['https://example.invalid/link']);
});

test('a crashed app starts again', async ({ app }) => {
  await app.crash();
  await app.restart();
  await expect(app.window.locator('output')).toHaveText('Echoed');
});
