import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

test('as root the first line of a start says that Chromium runs without its sandbox, and why', async () => {
  test.skip(process.getuid?.() !== 0, 'Only root starts Chromium without its sandbox.');
  const folder = makeTemporaryFolder('root');
  const script = path.resolve(import.meta.dirname, '../../build/start.mjs');
  const child = spawn(process.execPath, [script, '--headless', `--user-data-dir=${folder}`]);
  const ended = once(child, 'exit');
  try {
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk;
        if (said.includes('Starting on')) resolve();
      });
      void ended.then(() => {
        reject(new Error(`It ended. ${said}`));
      });
    });
    const line = said.split('\n').find((one) => one.startsWith('Starting on')) ?? '';
    expect(line).toContain('--no-sandbox');
    expect(line).toContain('You are root');
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
});
