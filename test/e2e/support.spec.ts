import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { expect, runsOnElectron, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

test('a support file is read first and holds no key, no record, no address and no query', async ({
  app,
  startService,
}) => {
  const explorer = new Explorer(app.window);
  const { url, key } = await startService('--assets', '60', '--transactions', '500');
  await explorer.connect(app, url, key);
  await explorer.open('Assets');
  await explorer.showsRows('Assets');
  const names = await explorer.column('Name');
  expect(names.length).toBeGreaterThan(5);

  // What another version has left there is redacted too.
  const inLog = `[warn] GET /v4/assets?api_key=${key} authorization: Bearer ${key} in ${homedir()}\n`;
  await appendFile(path.join(app.userDataDir, 'logs', 'main.log'), inLog);
  await app.chooseMenu('Collect support file…');
  const dialog = app.window.getByRole('dialog', { name: 'Support file' });
  const shown = dialog.getByRole('region', { name: 'Contents of the file' });
  await expect(shown).toHaveAttribute('aria-busy', 'false');
  const text = await shown.innerText();
  const file = path.join(app.userDataDir, 'support.json');
  await app.answerSaveDialog(file);
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await expect(app.window.getByText(`Support file saved as ${file}.`)).toBeVisible();

  const saved = await readFile(file, 'utf8');
  expect(saved.trim()).toBe(text.trim());
  const contents = JSON.parse(saved) as Record<string, unknown>;
  expect(contents).toMatchObject({
    format: 'rwa-explorer-support',
    run: { safeMode: null },
    settings: { theme: 'system' },
    connections: [{ kind: 'sample data' }, { kind: 'another address', active: true, key: { present: true } }],
  });
  expect(JSON.stringify(contents['files'])).toMatch(/"file":"user\.db","bytes":\d+,"version":\d+/);
  expect(JSON.stringify(contents['log'])).toContain('starts');
  expect(JSON.stringify(contents['log'])).toContain('GET /v4/assets?api_key=[left out]');
  expect(saved).not.toContain(homedir());
  for (const secret of [key, key.slice(-8), new URL(url).port, ...names.filter((name) => name.length > 3)]) {
    expect(saved).not.toContain(secret);
  }
});

test('a file of saved views that the system opens the app for is kept once the user agrees', async ({
  exploredApp: app,
}) => {
  test.skip(runsOnElectron(), 'The second instance is started on the Chromium shell.');
  const explorer = new Explorer(app.window);
  const folder = makeTemporaryFolder('files');
  const write = (name: string, text: string): Promise<void> => writeFile(path.join(folder, name), text);
  const query = {
    name: 'Large bonds',
    folder: '',
    tags: [],
    note: '',
    favourite: false,
    resource: 'assets',
    target: 'list',
    query: {},
    off: [],
  };
  await write('mine.rwaq', JSON.stringify({ format: 'rwa-explorer-queries', version: 1, queries: [query] }));
  await write('bad.rwaq', '{ "format": "something else" }');

  await openSecond(app.userDataDir, folder, 'bad.rwaq');
  const dialog = app.window.getByRole('dialog', { name: 'Import saved views' });
  await expect(dialog.getByRole('alert')).toContainText('Nothing was imported from bad.rwaq.');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();

  await openSecond(app.userDataDir, folder, 'mine.rwaq');
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

/** As when the user double-clicks a file while the app runs: a second instance hands it over and ends. */
async function openSecond(userDataDir: string, workingFolder: string, file: string): Promise<void> {
  const second = spawn(
    process.execPath,
    [
      path.resolve('test/chromium-shell/start.ts'),
      path.resolve('.'),
      `--user-data-dir=${userDataDir}`,
      '--headless',
      file,
    ],
    { cwd: workingFolder, stdio: 'ignore' },
  );
  expect(await once(second, 'exit')).toEqual([0, null]);
}
