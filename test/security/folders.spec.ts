import { chmodSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../e2e/fixtures/app.ts';

/** Folders of the app that were there before it, open to everybody: what is in them is as private as the data. */

test.skip(process.platform === 'win32', 'Windows has no modes of folders.');

test.use({ begin: 'welcome' });

test('the folders of the log, crash notes, icons and sample data are made private', async ({ app }) => {
  await app.close();
  const folders = ['logs', 'crashes', 'icons', 'sample'].map((name) => path.join(app.userDataDir, name));
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
  }
  await app.restart();
  await expect(app.window.getByRole('button', { name: 'Explore sample data' })).toBeVisible();
  expect(folders.map((folder) => (statSync(folder).mode & 0o777).toString(8))).toEqual(
    folders.map(() => '700'),
  );
});
