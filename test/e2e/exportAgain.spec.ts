import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './fixtures/app.ts';
import { openExport } from './pages/files.ts';

/** Exports that are written again, names that are taken, and the check of a file. */

test('an export is repeated, and spares a file of yours @nightly', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await explorer.openRows('Networks');
  const started = page.getByRole('region', { name: 'Jobs started here' });
  // Notices stay as long as the pointer is over them, where the button of the dialog was.
  const notesFold = async (): Promise<void> => {
    await page.mouse.move(0, 0);
    await expect(started.getByRole('button')).toHaveCount(0);
  };
  const folder = path.join(app.userDataDir, 'mine');
  await mkdir(folder);
  const file = path.join(folder, 'networks.csv');
  await test.step('a file of yours beside it', async () => {
    await writeFile(`${file}.json`, '{"mine":true}');
    const dialog = await openExport(page);
    await app.answerSaveDialog(file);
    await app.answerMessageBox(1);
    await dialog.getByRole('button', { name: 'Export…' }).click();
    await expect(dialog.getByRole('button', { name: 'Export…' })).toBeEnabled();
    expect(await readdir(folder)).toEqual(['networks.csv.json']);

    await app.answerSaveDialog(file);
    await app.answerMessageBox(0);
    await dialog.getByRole('button', { name: 'Export…' }).click();
    await expect(started).toContainText('Done:');
    expect(await readFile(`${file}.json`, 'utf8')).toContain('"sha256"');
    await notesFold();
  });
  await test.step('once more', async () => {
    const { mtimeMs } = await stat(file);
    const dialog = await openExport(page);
    await dialog.getByText('Earlier exports').click();
    await expect(dialog.getByRole('listitem')).toContainText(file);
    await dialog.getByRole('button', { name: 'Repeat' }).click();
    await expect(started).toContainText('Done:');
    await expect(dialog).toHaveCount(0);
    expect((await stat(file)).mtimeMs).toBeGreaterThan(mtimeMs);
    await notesFold();
  });
  await test.step('where its folder is gone', async () => {
    await rm(folder, { recursive: true });
    await (await openExport(page)).getByText('Earlier exports').click();
    await page.getByRole('button', { name: 'Repeat' }).click();
    await expect(started).toContainText('The folder does not exist. Choose another one.');
  });
});
