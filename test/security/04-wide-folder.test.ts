import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linesOf, openTestStore, startStoreProcess } from '../integration/main/store/testStore.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { onlyIf } from '../support/onlyIf.ts';

/** A data folder that was there before the app, open to everybody. */

const hasModes = onlyIf(process.platform !== 'win32', 'Windows has no modes of folders.');
const isRoot = onlyIf(process.getuid?.() === 0, 'Only root can give a folder to another user.');

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

it('is made private', hasModes, async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  mkdirSync(data);
  chmodSync(data, 0o777);
  await using store = await openTestStore(data);
  expect([modeOf(data), store.notices]).toEqual(['700', []]);
  expect(modeOf(join(data, 'user.db'))).toBe('600');
});

it('is reported where it belongs to another user', isRoot, async () => {
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
