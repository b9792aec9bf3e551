import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isRunning } from '../support/processes.ts';
import { installedElectron } from '../../build/start/electronRuntime.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { expect, runsOnElectron, test } from './runtimeApp.ts';

/** Commands of the app: they end, whatever happens, and say with what. lib/browser/init.ts; electron_browser_main_parts_posix.cc. */

const appFolder = path.resolve(import.meta.dirname, 'command');
const program = runsOnElectron() ? (installedElectron() ?? '') : process.execPath;
const switches = runsOnElectron()
  ? [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), appFolder]
  : [path.resolve('test/chromium-shell/start.ts'), appFolder, '--headless'];

interface Command {
  readonly child: ChildProcess;
  readonly data: string;
  readonly ended: Promise<unknown[]>;
  readonly output: () => string;
  /** The process that runs it, once it does. */
  begun(): Promise<number>;
}

function start(...args: string[]): Command {
  const data = makeTemporaryFolder('command');
  const child = spawn(program, [...switches, ...args], {
    env: { ...process.env, COMMAND_DATA: data },
    // A group of its own, to which a test can send signals.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  const pid = (): number => Number(/begun by (\d+)/.exec(output)?.[1]);
  return {
    child,
    data,
    ended: once(child, 'exit'),
    output: () => output,
    async begun() {
      await expect.poll(pid).toBeGreaterThan(0);
      return pid();
    },
  };
}

for (const [what, said] of [
  ['throw', 'Thrown by a timer. Second line.'],
  ['reject', 'Rejected by nobody.'],
] as const) {
  test(`a command that fails where nobody catches it ends with one sentence and 1: ${what}`, async () => {
    const { ended, output, data } = start(what);
    expect(await ended).toEqual([1, null]);
    expect(output().split('\n')).toContain(said);
    // Windows cannot remove what Chromium holds to its end: a later run does.
    const left = readdirSync(path.join(data, 'commands'));
    expect(left.length).toBeLessThanOrEqual(process.platform === 'win32' ? 1 : 0);
  });
}

test('a command that Electron ends before it is done says so, and ends with 1', async () => {
  const { ended, output } = start('lose');
  expect(await ended).toEqual([1, null]);
  expect(output().split('\n')).toContain('The program was ended before the command was done.');
  expect(output()).not.toContain('closed');
});

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  test(`${signal} has a command close what it has begun, and end with ${code.toString()}`, async () => {
    test.skip(process.platform === 'win32', 'Windows has no such signals.');
    const { child, begun, ended, output } = start('wait');
    await begun();
    child.kill(signal);
    expect(await ended).toEqual([code, null]);
    expect(output()).toContain('closed');
  });
}

test('what stops a command that was run again stops the one that works, and its code is handed on', async () => {
  test.skip(process.platform !== 'linux', 'Commands are run again on Linux alone.');
  const { child, begun, ended, output } = start('wait');
  const pid = await begun();
  expect(pid).not.toBe(child.pid);
  child.kill('SIGTERM');
  expect(await ended).toEqual([143, null]);
  expect(output()).toContain('closed');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('a signal to the whole group, as of a terminal or of systemd, has both close, whichever hears of it first', async () => {
  test.skip(process.platform === 'win32', 'Windows has no such signals.');
  // The outer one hands the signal on to the inner one, which has got it already and is closing.
  const commands = Array.from({ length: 4 }, () => start('wait'));
  for (const [at, { child, begun, ended, output }] of commands.entries()) {
    await begun();
    process.kill(-(child.pid ?? 0), at % 2 === 0 ? 'SIGINT' : 'SIGTERM');
    expect(await ended).toEqual([at % 2 === 0 ? 130 : 143, null]);
    expect(output()).toContain('closed');
  }
});

test('a second signal, a while after the first, ends a command that does not close', async () => {
  test.skip(process.platform === 'win32', 'Windows has no such signals.');
  const { child, begun, output } = start('never');
  await begun();
  child.kill('SIGINT');
  await expect.poll(output).toContain('stopping');
  // Within a second it may be the first one, handed on.
  await expect
    .poll(() => {
      child.kill('SIGTERM');
      return child.exitCode ?? child.signalCode;
    })
    // The outer one says it with its code.
    .toBe(process.platform === 'linux' ? 143 : 'SIGTERM');
  expect(output()).not.toContain('closed');
});
