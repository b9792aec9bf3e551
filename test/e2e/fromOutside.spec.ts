// Border: the system starts a second process with a link or a file, which hands it to the first one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { expect, runsOnElectron, test, type App } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';

test.skip(runsOnElectron(), 'The second process is one of the Chromium shell.');

/** Opens a link or a file as the system does while the app runs: a second instance hands it over and ends. */
async function openWith({ userDataDir }: App, workingFolder: string, what: string): Promise<void> {
  const second = spawn(
    process.execPath,
    [
      path.resolve('test/chromium-shell/start.ts'),
      path.resolve('.'),
      `--user-data-dir=${userDataDir}`,
      '--headless',
      what,
    ],
    { cwd: workingFolder, stdio: 'ignore' },
  );
  expect(await once(second, 'exit')).toEqual([0, null]);
}

test('a link that the system hands over is opened in the running window', async ({ app }) => {
  const explorer = new Explorer(app);
  await openWith(
    app,
    tmpdir(),
    'rwa-explorer://v1/browse?at=sample&place=~resource~:~managers~,~search~:~~,~query~:()',
  );
  await explorer.showsRows('Managers');
  await openWith(app, tmpdir(), 'rwa-explorer://v1/browse?at=sample&place=~resource~:~passwords~');
  await expect(app.window.getByText('The link points to a view that this app does not have.')).toBeVisible();
});

test('a file of saved views that the system opens the app for is kept once the user agrees', async ({
  app,
}) => {
  const explorer = new Explorer(app);
  const folder = makeTemporaryFolder('files');
  const write = (name: string, text: string): Promise<void> => writeFile(path.join(folder, name), text);
  const query = {
    name: 'Large bonds',
    folder: '',
    tags: [],
    note: '',
    favorite: false,
    resource: 'assets',
    target: 'list',
    query: {},
    off: [],
  };
  await write('mine.rwaq', JSON.stringify({ format: 'rwa-explorer-queries', version: 1, queries: [query] }));
  await write('bad.rwaq', '{ "format": "something else" }');

  await openWith(app, folder, 'bad.rwaq');
  const dialog = app.window.getByRole('dialog', { name: 'Import saved views' });
  await expect(dialog.getByRole('alert')).toContainText('Nothing was imported from bad.rwaq.');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();

  await openWith(app, folder, 'mine.rwaq');
  await expect(dialog.getByRole('listitem')).toHaveText(['Large bonds']);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(app.window.getByText('1 view imported.')).toBeVisible();
  await explorer.open('Saved views');
  await expect(app.window.getByRole('button', { name: 'Run Large bonds' })).toBeVisible();

  const exported = path.join(folder, 'again.rwaq');
  await app.answerSaveDialog(exported);
  await app.window.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(app.window.getByText(/1 view written to/)).toBeVisible();
  expect(await readFile(exported, 'utf8')).toContain('Large bonds');
});
