import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startOnShell } from '../e2e/fixtures/shellApp.ts';
import type { Running } from '../e2e/fixtures/runningApp.ts';
import { Explorer } from '../e2e/pages/explorer.ts';
import { atMost, type Figure } from './figure.ts';

const appFolder = path.resolve(import.meta.dirname, '../..');
const emptyAppFolder = path.resolve(import.meta.dirname, '../chromium-shell/fixture');
const warmRuns = 7;

/**
 * From the start of the process to the first rows of data on the screen, on the Chromium shell: once cold (the sample data are
 * made, one click chooses them), then warm (the page is in the cache), beside the same shell opening a page without an app. The first
 * paint of a warm start is that of the last view.
 */
export async function run(): Promise<Figure[]> {
  const userDataDir = await mkdtemp(path.join(tmpdir(), 'rwa-bench-'));
  const emptyDir = await mkdtemp(path.join(tmpdir(), 'rwa-bench-'));
  try {
    const cold = await timed(appFolder, userDataDir, async ({ window }) => {
      await window.getByRole('button', { name: 'Explore sample data' }).click();
      await new Explorer(window).open('Assets');
      await firstRow({ window });
    });
    await keepLastView(userDataDir);
    const warm: number[] = [];
    const painted: number[] = [];
    const empty: number[] = [];
    for (let run = 0; run < warmRuns; run += 1) {
      empty.push(await timed(emptyAppFolder, emptyDir, ({ window }) => window.waitForLoadState('load')));
      const begun = Date.now();
      warm.push(
        await timed(appFolder, userDataDir, async (app) => {
          await firstRow(app);
          painted.push((await app.window.evaluate(firstPaint)) - begun);
        }),
      );
    }
    const peer = median(empty);
    const value = median(warm);
    const quickest = { value: Math.min(...warm), peer: Math.min(...empty) };
    return [
      atMost('start to first rows, first start ever', cold, 'ms', 3000),
      {
        name: 'start to the last view, median',
        value: median(painted),
        unit: 'ms',
        peer: { name: 'the shell opening an empty page', value: peer },
        ratio: median(painted) / peer,
        goal: '≤ 1.5 ×',
        met: median(painted) <= 1.5 * peer,
      },
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
  } finally {
    await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
    await rm(emptyDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The heading is the first row of the grid, a record the second. */
async function firstRow({ window }: Pick<Running, 'window'>): Promise<void> {
  await window.getByRole('grid').getByRole('gridcell').first().waitFor();
}

/** A window that is left alone keeps its picture. */
async function keepLastView(userDataDir: string): Promise<void> {
  const app = await startOnShell({ appFolder, userDataDir });
  await firstRow(app);
  const picture = path.join(userDataDir, 'last-view.jpg');
  const isThere = (): Promise<boolean> =>
    access(picture).then(
      () => true,
      () => false,
    );
  while (!(await isThere())) await setTimeout(200);
  await app.quit();
}

/** Runs in the page: the moment of its first contents, in milliseconds since 1970. */
function firstPaint(): number {
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  if (painted === undefined) throw new Error('Nothing was painted.');
  return performance.timeOrigin + painted.startTime;
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
