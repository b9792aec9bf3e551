import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandLine } from '../support/built.ts';
import { endWithThisProcess } from '../support/childProcess.ts';
import { onlyIf } from '../support/onlyIf.ts';
import { runCommand } from '../support/runCommand.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

/** Two containers that share a folder: each numbers its own processes, and neither sees those of the other. */

const hasNamespaces = onlyIf(
  spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0,
  'Only root on Linux can make a namespace of processes.',
);

const connection = ['--base-url', 'http://127.0.0.1:1'];
const key = 'rwa_test_4f9a';
const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';
/** More rows than stay in memory: they go to the file of its result. */
const endless = `${numbers} SELECT i, 'a text' AS text FROM n WHERE i <= 60000 OR i < 0`;

it('what a process of another container is writing stays', hasNamespaces, async () => {
  const folder = makeTemporaryFolder('volume');
  // Its number is one that nobody has outside.
  let number = 60;
  while ([0, 1, 2, 3, 4].some((more) => existsSync(`/proc/${(number + more).toString()}`))) number += 1;
  const script = `for n in $(seq ${(number - 1).toString()}); do /bin/true; done; "$@"`;
  const child = spawn(
    'unshare',
    [
      ...['--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh'],
      ...[process.execPath, commandLine, 'sql', endless, '--timeout', '60', '--user-data-dir', folder],
      ...connection,
    ],
    { env: { ...process.env, RWA_API_KEY: key }, stdio: 'ignore' },
  );
  endWithThisProcess(child);
  const written = (): string[] =>
    readdirSync(join(folder, 'work'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.lock$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
  await expect
    .poll(() => spawnSync('ls', [join(folder, 'work')]).status === 0 && written().length > 0)
    .toBe(true);
  const before = written();
  expect((await runCommand(['sql', 'SELECT 1 AS one', ...connection], { folder, key })).code).toBe(0);
  expect(written()).toEqual(before);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect((await runCommand(['sql', 'SELECT 1 AS one', ...connection], { folder, key })).code).toBe(0);
  await expect
    .poll(async () => {
      await runCommand(['sql', 'SELECT 1 AS one', ...connection], { folder, key });
      return written();
    })
    .toEqual([]);
});
