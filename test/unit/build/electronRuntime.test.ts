import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { downloadRuntime, type Download } from '../../../build/start/electronRuntime.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';

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
  const code = `${write} let turn = 0; const timer = setInterval(() => { more(); turn += 1; if (turn === 10) clearInterval(timer); }, 200);`;
  const download = downloadOf(code, { withinMs: 60_000, stalledMs: 900 });
  expect(await downloadRuntime(download)).toBe('done');
  expect(download.told.length).toBeGreaterThan(1);
  expect(download.told).toEqual(download.told.toSorted((a, b) => a - b));
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
  const download = downloadOf('process.exit(1)', { withinMs: 60_000, stalledMs: 900 });
  expect(await downloadRuntime(download)).toBe('refused');
});
