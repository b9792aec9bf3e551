import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

test('the shell runs in the process that was started, with one arena of memory for its threads', async () => {
  test.skip(process.platform !== 'linux', 'Only the allocator of glibc has arenas.');
  const folder = makeTemporaryFolder('start');
  const script = path.resolve(import.meta.dirname, '../../build/start.mjs');
  const child = spawn(process.execPath, [
    script,
    '--headless',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
  ]);
  const ended = once(child, 'exit');
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  try {
    await expect.poll(() => said).toContain('DevTools listening');
    expect(said).not.toContain('Warning');
    const environment = await readFile(`/proc/${String(child.pid)}/environ`, 'utf8');
    expect(environment.split('\0')).toContain('MALLOC_ARENA_MAX=1');
  } finally {
    child.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    expect(code).toBe(0);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
