import { execFile, spawn, type ExecFileException } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createPackageWithOptions } from '@electron/asar';
import { z } from 'zod';
import { installedElectron } from '../../build/start/electronRuntime.ts';
import { exitCodes } from '../../main/cli/exitCodes.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { startCertificateHost } from './certificateHost.ts';
import { expect, runsOnElectron, test } from './runtimeApp.ts';

/** The program itself: code from inside an archive, and commands on a computer without a display. */

const projectFolder = path.resolve(import.meta.dirname, '../..');
const shellFolder = path.join(projectFolder, 'test', 'chromium-shell');
const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** A program that runs the app, and what stands before the app's own arguments. */
interface Program {
  readonly file: string;
  readonly before: readonly string[];
}

const ofShell: NodeJS.ProcessEnv = {
  CHROMIUM_SHELL_NODE: process.execPath,
  CHROMIUM_SHELL_START: path.join(shellFolder, 'start.ts'),
};

/** The program of the runtime, which is told where the app lies. */
const bare: Program = {
  file: runsOnElectron() ? (installedElectron() ?? '') : path.join(shellFolder, 'program'),
  before: [...root, projectFolder],
};

/** The packed app: on Electron the one that `RWA_TEST_PROGRAM` names, after `npm run pack`. */
function packedProgram(): Program {
  const named = process.env['RWA_TEST_PROGRAM'];
  test.skip(runsOnElectron() && named === undefined, 'RWA_TEST_PROGRAM names no packed app.');
  if (runsOnElectron()) return { file: path.resolve(named ?? ''), before: root };
  const folder = makeTemporaryFolder('packed-app');
  mkdirSync(path.join(folder, 'resources'));
  symlinkSync(projectFolder, path.join(folder, 'resources', 'app'));
  copyFileSync(bare.file, path.join(folder, 'rwa-explorer'));
  return { file: path.join(folder, 'rwa-explorer'), before: root };
}

interface Ended {
  code: number | string | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end. */
async function run(
  { file, before }: Program,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...ofShell, ...environment };
    execFile(
      file,
      [...before, ...args],
      { env, timeout: 240_000 },
      (error: ExecFileException | null, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, stdout, stderr });
      },
    );
  });
}

const main = `
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { app } from 'electron';
const require = createRequire(import.meta.url);
const seen = { read: readFileSync(new URL('text.txt', import.meta.url), 'utf8') };
seen.imported = (await import('./part.js')).value;
seen.worker = await new Promise((resolve, reject) => {
  const worker = new Worker(new URL('worker.js', import.meta.url));
  worker.once('message', resolve);
  worker.once('error', reject);
});
const Database = require('better-sqlite3');
seen.native = new Database(':memory:').prepare('SELECT 6 * 7 AS answer').get().answer;
await app.whenReady();
process.stdout.write(JSON.stringify(seen) + '\\n', () => app.exit(0));
`;

test('from an archive run files, imported parts, workers, and a native module that lies beside it', async () => {
  test.skip(!runsOnElectron(), 'Archives are Electron’s own; the shell runs plain files on a Node.');
  // docs/tutorial/asar-archives.md; lib/asar: `process.dlopen` takes `app.asar.unpacked`
  const folder = makeTemporaryFolder('asar');
  const source = path.join(folder, 'source');
  await mkdir(path.join(source, 'node_modules'), { recursive: true });
  await writeFile(
    path.join(source, 'package.json'),
    '{ "name": "in-asar", "type": "module", "main": "main.js" }',
  );
  await writeFile(path.join(source, 'main.js'), main);
  await writeFile(path.join(source, 'part.js'), "export const value = 'imported';");
  await writeFile(
    path.join(source, 'worker.js'),
    "import { parentPort } from 'node:worker_threads'; parentPort.postMessage('from the worker');",
  );
  await writeFile(path.join(source, 'text.txt'), 'read');
  await cp(
    path.join(projectFolder, 'node_modules', 'better-sqlite3'),
    path.join(source, 'node_modules', 'better-sqlite3'),
    { recursive: true, filter: (file) => !/better-sqlite3[\\/](deps|src|build)([\\/]|$)/.test(file) },
  );
  const archive = path.join(folder, 'app.asar');
  await createPackageWithOptions(source, archive, { unpack: '*.node' });
  const program = { file: bare.file, before: root };
  const { code, stdout } = await run(program, [archive, `--user-data-dir=${path.join(folder, 'data')}`]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    read: 'read',
    imported: 'imported',
    worker: 'from the worker',
    native: 42,
  });
});

for (const [kind, programOf] of [
  ['from its sources', () => bare],
  ['packed', packedProgram],
] as const) {
  test.describe(kind, () => {
    test('on Windows the standard output begins with an empty line, and nothing else is added to it', async () => {
      // shell/app/electron_main_delegate.cc writes it where there is a console, a file or a pipe; docs/administration.md
      const { stdout } = await run(programOf(), ['--version']);
      const first = process.platform === 'win32' ? '\r\n' : '';
      expect(stdout).toMatch(new RegExp(`^${first}\\d+\\.\\d+\\.\\d+\n$`));
    });

    test('a command runs without a display, ends with its code, and leaves the window’s profile alone', async () => {
      // shell/app/electron_main_delegate.cc, `SetOzonePlatformForLinuxIfNeeded`
      test.skip(process.platform !== 'linux', 'Other systems have their display in every case.');
      const program = programOf();
      const home = makeTemporaryFolder('home');
      // One that is named and not there ends Chromium as well as none.
      const without = { DISPLAY: ':99999', WAYLAND_DISPLAY: '', HOME: home, XDG_CONFIG_HOME: home };
      const help = await run(program, ['query', '--help'], without);
      expect(help.code, help.stderr).toBe(0);
      expect(help.stdout).toContain('Usage: rwa-explorer query');
      expect((await run(program, ['query', 'nothing-of-the-kind'], without)).code).toBe(2);
      expect(await readdir(path.join(home, 'RWA Explorer'))).toEqual(['commands']);
      expect(await readdir(path.join(home, 'RWA Explorer', 'commands'))).toEqual([]);
    });

    test('a host that asks a command for a certificate of the user gets none', async () => {
      const program = programOf();
      await using host = await startCertificateHost();
      const data = makeTemporaryFolder('data');
      const query = ['query', 'assets', '--base-url', host.url, `--user-data-dir=${data}`];
      const { code, stderr } = await run(program, query, { ...host.environment, RWA_API_KEY: 'a-key' });
      // It is no service, which the command can say only once it has its answer.
      expect(code, stderr).toBe(exitCodes.unreachable);
      expect(new Set(host.given), stderr).toEqual(new Set(['none']));
    });

    test('a command with a process of its own closes it where its whole group gets a signal', async () => {
      test.skip(process.platform === 'win32', 'Windows has no such signals.');
      const { file, before } = programOf();
      const home = makeTemporaryFolder('home');
      const folders = { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: path.join(home, 'cache') };
      const child = spawn(
        file,
        [...before, 'serve-sample', '--assets', '50', '--transactions', '100', '--port', '0'],
        {
          env: { ...process.env, ...ofShell, ...folders },
          detached: true,
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const ended = once(child, 'exit');
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      try {
        await expect.poll(() => said).toContain('"listening"');
        const { listening } = z.object({ listening: z.string() }).parse(JSON.parse(said));
        expect((await fetch(listening)).status).toBe(401);
        process.kill(-(child.pid ?? 0), 'SIGTERM');
        expect(await ended).toEqual([143, null]);
        await expect(fetch(listening)).rejects.toThrow();
      } finally {
        if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
      }
    });
  });
}
