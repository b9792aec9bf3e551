import { appendFile, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { expect, test } from './fixtures/app.ts';

test('a support file is read first and holds no key, no record, no address and no query', async ({
  windowApp: app,
  explorer,
  startService,
}) => {
  const { url, key } = await startService('--assets', '60', '--transactions', '500');
  await explorer.openAt(app, { url, key });
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
  for (const secret of [key, key.slice(-8), ...names.filter((name) => name.length > 3)]) {
    expect(saved).not.toContain(secret);
  }
  // A number that holds the digits by chance, such as a moment, is no port.
  expect(saved).not.toMatch(new RegExp(`(?<!\\d)${new URL(url).port}(?!\\d)`));
});
