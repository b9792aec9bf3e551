import path from 'node:path';
import { startOnShell } from '../e2e/fixtures/shellApp.ts';
import type { Running } from '../e2e/fixtures/runningApp.ts';
import { Explorer } from '../e2e/pages/explorer.ts';
import { atMost, quantile, type Figure } from './figure.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

const appFolder = path.resolve(import.meta.dirname, '../..');
const emptyAppFolder = path.resolve(import.meta.dirname, '../chromium-shell/fixture');
const warmRuns = 7;

/**
 * From the start of the process to the first rows of data on the screen, on the Chromium shell: once cold (the sample data are
 * made, one click chooses them), then warm (the page is in the cache), beside the same shell opening a page without an app.
 */
export async function run(): Promise<Figure[]> {
  const userDataDir = makeTemporaryFolder('bench');
  const emptyDir = makeTemporaryFolder('bench');
  const cold = await timed(appFolder, userDataDir, async ({ window }) => {
    await window.getByRole('button', { name: 'Explore sample data' }).click();
    await new Explorer({ window }).open('Assets');
    await firstRow({ window });
  });
  const warm: number[] = [];
  const empty: number[] = [];
  for (let run = 0; run < warmRuns; run += 1) {
    empty.push(await timed(emptyAppFolder, emptyDir, ({ window }) => window.waitForLoadState('load')));
    warm.push(await timed(appFolder, userDataDir, firstRow));
  }
  const peer = quantile(empty, 0.5);
  const value = quantile(warm, 0.5);
  const quickest = { value: Math.min(...warm), peer: Math.min(...empty) };
  return [
    atMost('start to first rows, first start ever', cold, 'ms', 1800),
    {
      name: 'start to first rows, from the cache, quickest',
      value: quickest.value,
      unit: 'ms',
      peer: { name: 'the shell opening an empty page', value: quickest.peer },
      ratio: quickest.value / quickest.peer,
    },
    {
      name: 'start to first rows, from the cache, median',
      value,
      unit: 'ms',
      peer: { name: 'the shell opening an empty page', value: peer },
      ratio: value / peer,
      goal: '≤ 1.6 ×',
      met: value <= 1.6 * peer,
    },
  ];
}

/** The heading is the first row of the grid, a record the second. */
async function firstRow({ window }: Pick<Running, 'window'>): Promise<void> {
  await window.getByRole('grid').getByRole('gridcell').first().waitFor();
}

async function timed(
  folder: string,
  userDataDir: string,
  until: (app: Running) => Promise<void>,
): Promise<number> {
  const begun = performance.now();
  const app = await startOnShell({ appFolder: folder, userDataDir });
  await until(app);
  const took = performance.now() - begun;
  await app.quit();
  return took;
}
