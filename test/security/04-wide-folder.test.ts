import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestStore } from '../integration/main/store/testStore.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { onlyIf } from '../support/onlyIf.ts';

/** A data folder that was there before the app, open to everybody. */

const hasModes = onlyIf(process.platform !== 'win32', 'Windows has no modes of folders.');

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
