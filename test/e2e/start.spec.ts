// Border: npm start becomes the process of the app.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

test('npm start runs the shell in its own process, with one memory arena for all threads', async () => {
  test.skip(process.platform !== 'linux', 'Only the allocator of glibc has arenas.');
  const folder = makeTemporaryFolder('start');
  const script = path.resolve(import.meta.dirname, '../../build/start.mjs');
  // Without a display the app runs on the shell, also where there is an Electron.
  const { DISPLAY: _x11, WAYLAND_DISPLAY: _wayland, MALLOC_ARENA_MAX: _chosen, ...environment } = process.env;
  const child = spawn(
    process.execPath,
    [script, '--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`],
    { env: environment },
  );
  const ended = once(child, 'exit');
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  try {
    await expect.poll(() => said).toContain('DevTools listening');
    expect(said).toContain('opens the window to all users');
    expect(said).not.toContain('Warning');
    const inherited = await readFile(`/proc/${String(child.pid)}/environ`, 'utf8');
    expect(inherited.split('\0')).toContain('MALLOC_ARENA_MAX=1');
  } finally {
    child.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    expect(code).toBe(0);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
