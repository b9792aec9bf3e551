import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { watchProcessorTime } from '../../build/test/processorTime.ts';
import { startSyncBench } from '../integration/main/features/records/syncBench.ts';
import { commandLine } from '../support/built.ts';
import { endWithThisProcess } from '../support/childProcess.ts';
import { onlyIf } from '../support/onlyIf.ts';
import { runCommand } from '../support/runCommand.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

/** Folders that others can write too: the system's for temporary files, and that of an export; and what a process leaves that is killed. */

const isLinux = onlyIf(process.platform === 'linux', 'Processes are looked at in /proc.');
const hasModes = onlyIf(process.platform !== 'win32', 'Windows has no modes of files.');

/** A statement over an empty cache sends no request. */
const connection = ['--base-url', 'http://127.0.0.1:1'];
const key = 'rwa_test_4f9a';

/** A process that runs no more. */
function endedPid(): string {
  return spawnSync(process.execPath, ['-e', '']).pid.toString();
}

/** Files of the victim, where an attacker wants them to be removed. */
function fill(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'letter.txt');
  writeFileSync(file, 'mine');
  return file;
}

describe('what others have named like the app’s', () => {
  it('stays in the folder for temporary files', async () => {
    const shared = makeTemporaryFolder('shared');
    const file = fill(join(shared, `rwa-explorer-sql-${endedPid()}-x`));
    const { code } = await runCommand(['sql', 'SELECT 1 AS one', ...connection], {
      folder: makeTemporaryFolder('data'),
      key,
      environment: { TMPDIR: shared },
    });
    expect([code, existsSync(file)]).toEqual([0, true]);
  });

  it('stays beside an export', async () => {
    const shared = makeTemporaryFolder('shared');
    const computer = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
    const name = `a.csv.${computer}-${endedPid()}-00000000.part`;
    const file = fill(join(shared, name));
    const { code } = await runCommand(
      ['sql', 'SELECT 1 AS one', '--format', 'csv', '--out', join(shared, 'a.csv'), ...connection],
      { folder: makeTemporaryFolder('data'), key },
    );
    expect([code, existsSync(file)]).toEqual([0, true]);
  });
});

interface Running {
  readonly child: ChildProcess;
  /** The process of the statement. */
  readonly pid: number;
}

/** Runs a statement without end in a process of its own, once it has written rows. */
async function startEndless(
  sql: string,
  { folder, shared }: { folder: string; shared: string },
  hasBegun: (pid: number) => boolean,
): Promise<Running> {
  const child = spawn(
    process.execPath,
    [commandLine, 'sql', sql, '--labels', '--timeout', '60', '--user-data-dir', folder, ...connection],
    { env: { ...process.env, RWA_API_KEY: key, TMPDIR: shared }, stdio: 'ignore' },
  );
  endWithThisProcess(child);
  let pid: number | undefined;
  await expect
    .poll(() => {
      const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' });
      pid = stdout.split('\n').filter(Boolean).map(Number).find(hasBegun);
      return pid;
    })
    .toBeDefined();
  return { child, pid: pid ?? 0 };
}

const opened = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid.toString()}/fd`).flatMap((name) => {
      try {
        return [readlinkSync(`/proc/${pid.toString()}/fd/${name}`)];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
};

/** A process that has ended stays in the list until somebody asks for its code. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pid.toString()], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.includes('Z');
}

const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';
/** More rows than stay in memory: they go to the file of its result. */
const withRows = `${numbers} SELECT i, 'private label' AS label FROM n WHERE i <= 60000 OR i < 0`;

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('a statement whose main process ends', isLinux, () => {
  it.each(['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGKILL'] as const)(
    'by %s ends within a second, at full load, and leaves nothing for long',
    async (signal) => {
      const [folder, shared] = [makeTemporaryFolder('data'), makeTemporaryFolder('shared')];
      const { child, pid } = await startEndless(withRows, { folder, shared }, (found) =>
        opened(found).some((path) => path.split(sep).includes('work') && statSync(path).size > 10_000),
      );
      expect(filesIn(shared)).toEqual([]);
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
      const before = watchProcessorTime(pid)() ?? 0;
      const computed = watchProcessorTime(pid, 20);
      await expect.poll(() => isRunning(pid)).toBe(false);
      // It computes all the time: seconds of its own are the same on a busy computer.
      expect((computed() ?? 0) - before).toBeLessThan(1);
      await runCommand(['sql', 'SELECT 1 AS one', ...connection], {
        folder,
        key,
        environment: { TMPDIR: shared },
      });
      const left = filesIn(folder).filter((file) => readFileSync(file, 'latin1').includes('private label'));
      expect([left, filesIn(shared)]).toEqual([[], []]);
    },
  );
});

describe('with a mask that lets everybody read', hasModes, () => {
  it('the app’s files are private', async () => {
    await using bench = await startSyncBench({ count: 35 });
    const folder = join(makeTemporaryFolder('data'), 'app');
    const out = makeTemporaryFolder('out');
    for (const args of [
      ['sync', 'issuers'],
      ['export', 'transactions', '--by', 'day', '--days', '2', '--out', join(out, 'days')],
      ['sql', 'SELECT 1 AS one'],
    ]) {
      const child = spawn(
        'sh',
        [
          '-c',
          'umask 0; exec "$@"',
          'sh',
          process.execPath,
          commandLine,
          ...args,
          '--base-url',
          bench.server.url,
          '--user-data-dir',
          folder,
        ],
        { env: { ...process.env, RWA_API_KEY: key }, stdio: 'inherit' },
      );
      await once(child, 'exit');
    }
    const wide = readdirSync(folder, { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => (statSync(path).mode & 0o077) !== 0);
    expect([statSync(folder).mode & 0o077, wide]).toEqual([0, []]);
    expect(filesIn(folder).length).toBeGreaterThan(3);
  });
});
