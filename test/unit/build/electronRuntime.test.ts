import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { downloadRuntime, type Download } from '../../../build/start/electronRuntime.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A download by a program that does what `code` says, with files in the folder for temporary files. */
function downloadOf(
  code: string,
  limits: Pick<Download, 'withinMs' | 'stalledMs'>,
): Download & { told: number[] } {
  const told: number[] = [];
  return {
    command: [
      process.execPath,
      '--eval',
      `const file = require('node:path').join(require('node:os').tmpdir(), 'x'); ${code}`,
    ],
    folder: path.join(makeTemporaryFolder('download'), 'parts'),
    onProgress: (bytes) => told.push(bytes),
    told,
    ...limits,
  };
}

const write = `const more = () => require('node:fs').appendFileSync(file, Buffer.alloc(1000));`;

it('a slow download is awaited, and reports its progress', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const code = `const timer = setInterval(() => { if (require('node:fs').existsSync(file)) clearInterval(timer); }, 20);`;
  const download = downloadOf(code, { withinMs: 60_000, stalledMs: 900 });
  const ended = downloadRuntime(download);
  // What arrives is written here, and the clock is set: how quick the computer is makes no difference.
  for (let turn = 1; turn <= 10; turn += 1) {
    writeFileSync(path.join(download.folder, 'arriving'), Buffer.alloc(turn * 1000));
    vi.advanceTimersByTime(300);
  }
  writeFileSync(path.join(download.folder, 'x'), '');
  expect(await ended).toBe('done');
  expect(download.told).toEqual([1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000]);
  expect(existsSync(download.folder)).toBe(false);
});

it('one on which nothing arrives any more is given up, and may be tried again', async () => {
  const download = downloadOf(`${write} more(); setInterval(() => 0, 1000);`, {
    withinMs: 60_000,
    stalledMs: 600,
  });
  expect(await downloadRuntime(download)).toBe('slow');
});

it('one that takes too long is given up as well', async () => {
  const download = downloadOf(`${write} setInterval(more, 50);`, { withinMs: 1500, stalledMs: 900 });
  expect(await downloadRuntime(download)).toBe('slow');
});

it('one that is refused says so', async () => {
  const download = downloadOf('process.exit(1)', { withinMs: 60_000, stalledMs: 60_000 });
  expect(await downloadRuntime(download)).toBe('refused');
});
