import Database from 'better-sqlite3';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

it.each([
  ['opens while other programs open and close it', 1, 400],
  ['is made by the first of several programs that open it', 100, 1],
])('a cache %s', async (_, caches, times) => {
  using folder = temporaryFolder();
  const paths = Array.from({ length: caches }, (__, id) => join(folder.path, `cache-${id.toString()}.db`));
  const script = fileURLToPath(new URL('openAgain.ts', import.meta.url));
  const programs = 3;
  const run = promisify(execFile);
  await Promise.all(
    Array.from({ length: programs }, () => run(process.execPath, [script, times.toString(), ...paths])),
  );
  for (const path of paths) {
    const database = new Database(path, { readonly: true });
    expect(database.prepare('SELECT count(*) FROM opened').pluck().get()).toBe(programs * times);
    database.close();
  }
});
