import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linesOf, openTestStore, startStoreProcess } from '../integration/main/store/testStore.ts';
import { temporaryFolder } from './commandLine.ts';

/** A data folder that was there before the app, open to everybody. */

const hasModes = process.platform !== 'win32';
if (!hasModes) process.stderr.write('Not run: Windows has no modes of folders.\n');
const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write('Not run: only root can give a folder to another user.\n');

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

it.skipIf(!hasModes)('is made private', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  mkdirSync(data);
  chmodSync(data, 0o777);
  await using store = await openTestStore(data);
  expect([modeOf(data), store.notices]).toEqual(['700', []]);
  expect(modeOf(join(data, 'user.db'))).toBe('600');
});

it.skipIf(!isRoot)('is reported where it belongs to another user', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  mkdirSync(data);
  chmodSync(data, 0o777);
  chmodSync(folder.path, 0o755);
  chownSync(data, 12_345, 12_345);
  // It stays root, who alone may reach the project, without root's right to change what belongs to others.
  const startedBy = ['setpriv', '--bounding-set', '-fowner'];
  const [said] = await linesOf(startStoreProcess([data, 'open'], startedBy));
  expect(said).toEqual({
    notices: [expect.stringContaining('Other users of this computer may be able to read')],
  });
});
