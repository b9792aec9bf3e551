import Database from 'better-sqlite3';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

it('a cache opens while other programs open and close it', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'cache-test.db');
  const script = fileURLToPath(new URL('openAgain.ts', import.meta.url));
  const [programs, times] = [3, 400];
  const run = promisify(execFile);
  await Promise.all(
    Array.from({ length: programs }, () => run(process.execPath, [script, path, times.toString()])),
  );
  const database = new Database(path, { readonly: true });
  expect(database.prepare('SELECT count(*) FROM opened').pluck().get()).toBe(programs * times);
  database.close();
});
