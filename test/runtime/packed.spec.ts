import { execFile, type ExecFileException } from 'node:child_process';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createPackageWithOptions } from '@electron/asar';
import { installedElectron } from '../../build/start/electronRuntime.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { expect, runsOnElectron, test } from './runtimeApp.ts';

/** What only Electron's own program can show: code from inside an archive, and commands on a computer without a display. */

test.skip(
  !runsOnElectron(),
  'Archives and displays are Electron’s own; the shell runs plain files on a Node.',
);

const projectFolder = path.resolve(import.meta.dirname, '../..');
const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

interface Ended {
  code: number | string | null;
  stdout: string;
  stderr: string;
}

/** Runs Electron's program to its end. */
async function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const program = installedElectron() ?? '';
  return new Promise((resolve) => {
    const env = { ...process.env, ...environment };
    execFile(
      program,
      [...root, ...args],
      { env, timeout: 60_000 },
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
  const { code, stdout } = await run([archive, `--user-data-dir=${path.join(folder, 'data')}`]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    read: 'read',
    imported: 'imported',
    worker: 'from the worker',
    native: 42,
  });
});

test('on Windows the standard output begins with an empty line, and nothing else is added to it', async () => {
  // shell/app/electron_main_delegate.cc writes it where there is a console, a file or a pipe; docs/administration.md
  const { stdout } = await run([projectFolder, '--version']);
  const first = process.platform === 'win32' ? '\r\n' : '';
  expect(stdout).toMatch(new RegExp(`^${first}\\d+\\.\\d+\\.\\d+\n$`));
});

test('a command runs without a display, ends with its code, and leaves the window’s profile alone', async () => {
  // shell/app/electron_main_delegate.cc, `SetOzonePlatformForLinuxIfNeeded`
  test.skip(process.platform !== 'linux', 'Other systems have their display in every case.');
  const home = makeTemporaryFolder('home');
  // One that is named and not there ends Chromium as well as none.
  const bare = { DISPLAY: ':99999', WAYLAND_DISPLAY: '', HOME: home, XDG_CONFIG_HOME: home };
  const help = await run([projectFolder, 'query', '--help'], bare);
  expect(help.code).toBe(0);
  expect(help.stdout).toContain('Usage: rwa-explorer query');
  expect((await run([projectFolder, 'query', 'nothing-of-the-kind'], bare)).code).toBe(2);
  expect(await readdir(path.join(home, 'RWA Explorer'))).toEqual(['commands']);
  expect(await readdir(path.join(home, 'RWA Explorer', 'commands'))).toEqual([]);
});
