import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { onlyIf } from '../../support/onlyIf.ts';
import { programsOf } from '../../support/processes.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function run(program: string, ...args: string[]): Promise<Ended> {
  const child = spawn(program, args);
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (said.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (said.stderr += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

describe('npm start', () => {
  it('refuses an option it does not know with one sentence and 2', async () => {
    const { code, stdout, stderr } = await run(process.execPath, 'build/start.mjs', '--verbose');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^--verbose is not an option\. Usage: npm start -- \[--user-data-dir=DIR\] .*\n$/);
  });

  /** A Node of the machine that is older than the project's, as a user may have it. */
  const oldNode = '/usr/bin/node';

  it('refuses an old Node with one sentence', async (context) => {
    if (!existsSync(oldNode)) context.skip(`${oldNode} is not there`);
    const { stdout } = await run(oldNode, '--version');
    const major = Number(/^v(\d+)/.exec(stdout)?.[1]);
    if (major >= 22) context.skip(`${oldNode} is Node ${String(major)}, which is new enough`);
    expect(await run(oldNode, 'build/start.mjs')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^This needs Node 22 or newer and was run with Node [\d.]+\. Run: npm start\n$/,
      ) as string,
    });
  });
});

const onLinux = onlyIf(process.platform === 'linux', 'Only Linux lists the programs of a folder.');

describe('a running npm start', onLinux, () => {
  // Each is what somebody finds in a list of processes and ends.
  it.each([
    ['its shell', /^sh -c /, 'SIGTERM'],
    ['npm, @nightly', /^npm start/, 'SIGTERM'],
    ['npm, which cannot say so, @nightly', /^npm start/, 'SIGKILL'],
    ['the app, @nightly', /chromium-shell\/start\.ts/, 'SIGTERM'],
  ] as const)('leaves neither app nor Chromium after somebody ends %s', async (_who, program, signal) => {
    const folder = makeTemporaryFolder('start');
    spawn('npm', ['start', '--', '--headless', `--user-data-dir=${folder}`], { stdio: 'ignore' });
    await expect
      .poll(() => programsOf(folder).some(({ command }) => command.includes('--type=renderer')))
      .toBe(true);
    const found = programsOf(folder).find(({ command }) => program.test(command));
    process.kill(found?.pid ?? 0, signal);
    await expect.poll(() => programsOf(folder)).toEqual([]);
  });
});

describe('the system script', () => {
  it('lists its purposes if another is given', async () => {
    expect(await run(process.execPath, 'build/system.mjs', 'party')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Usage: node build/system.mjs shell|electron|electron-test|test\n',
    });
  });

  it('is content with a system that has everything', async () => {
    expect(await run(process.execPath, 'build/system.mjs', 'shell')).toMatchObject({ code: 0, stdout: '' });
  });
});
