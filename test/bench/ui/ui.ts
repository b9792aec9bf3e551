import path from 'node:path';
import type { Page } from '@playwright/test';
import { buildWhereStale } from '../../../build/start/buildApp.ts';
import { linkSampleData, makeSampleData } from '../../e2e/fixtures/sampleData.ts';
import { startOnShell } from '../../e2e/fixtures/shellApp.ts';
import { Explorer } from '../../e2e/pages/explorer.ts';
import { atMost, quantile, type Figure } from '../figure.ts';
import { initialJavaScript } from './bundle.ts';
import { withSync } from './besides.ts';
import { makeOfflineCache } from './cache.ts';
import { measureEmptyPage } from './emptyPage.ts';
import { measureGrid, scrollFrames, type GridFigures, type ScrollFrames } from './gridFigures.ts';
import { measureSwitching, mountTransactions } from './switching.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';

const appFolder = path.resolve(import.meta.dirname, '../../..');
const transactions = 1_000_000;
const longFrameMs = 50;
const usualFrameMs = 20;
const switchMs = 100;
const ways = ['wheel', 'keyboard', 'thumb'] as const;
const size = { width: 1280, height: 800 };

/**
 * The window with a million cached transactions, in a real Chromium: scrolled from end to end by wheel, keys and thumb, beside an
 * empty page in the same run; then the size of what it loads first, and how fast
 * views are switched. Frames and switches are measured with nothing beside them, and while a sync stores records.
 */
export async function run(): Promise<Figure[]> {
  if (!(await buildWhereStale())) throw new Error('The app could not be built.');
  await makeSampleData();
  return [...javaScript(), ...(await switching()), ...(await scrolling())];
}

function javaScript(): Figure[] {
  const { gzippedKb } = initialJavaScript(path.join(appFolder, 'out', 'renderer'));
  return [atMost('JavaScript before the first rows, gzipped', gzippedKb, 'kB', 250)];
}

async function switching(): Promise<Figure[]> {
  return inFolder(async (userDataDir) => {
    await linkSampleData(userDataDir);
    const app = await startOnShell({ appFolder, userDataDir });
    try {
      await app.window.setViewportSize(size);
      await new Explorer(app).exploreSampleData();
      const { window } = app;
      const times = (): Promise<number[]> =>
        measureSwitching(window, ['Tokens', 'Networks', 'Transactions', 'Assets'], 5);
      const name = 'switch to a view with cached data, to painted rows, median';
      const quiet = quantile(await times(), 0.5);
      await mountTransactions(window);
      const [synced, frames] = await withSync(window, async () => [
        quantile(await times(), 0.5),
        await scrollOnly(window),
      ]);
      return [
        atMost(name, quiet, 'ms', switchMs),
        atMost(`${name}, with a sync`, synced, 'ms', switchMs),
        ...ways.map((way) =>
          atMost(
            `frame of 95 in 100, by ${way}, with a sync`,
            quantile(frames[way], 0.95),
            'ms',
            usualFrameMs,
          ),
        ),
      ];
    } finally {
      await app.quit();
    }
  });
}

/** The frames of the table of transactions in the window as it is. */
async function scrollOnly(page: Page): Promise<ScrollFrames> {
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: 'Transactions', exact: true })
    .click();
  const scroller = page.getByRole('grid', { name: 'Transactions' });
  await scroller.getByRole('gridcell').first().waitFor();
  return scrollFrames(page, scroller, () => Promise.resolve());
}

async function scrolling(): Promise<Figure[]> {
  return inFolder(async (userDataDir) => {
    await linkSampleData(userDataDir);
    await makeOfflineCache(userDataDir, transactions);
    const app = await startOnShell({ appFolder, userDataDir });
    try {
      await app.window.setViewportSize(size);
      // One alone says little: times of the same build lie between 38 and 124 ms.
      const mounts: number[] = [];
      for (let time = 0; time < 9; time += 1) mounts.push(await mountTransactions(app.window));
      const own = await measureGrid(app.window);
      const empty = await measureEmptyPage(app.window);
      return [
        ...frameFigures(own.frames, empty),
        ...ownFigures(own),
        atMost('mount, from nothing to the first row of data', quantile(mounts, 0.5), 'ms', 100),
      ];
    } finally {
      await app.quit();
    }
  });
}

/** Beside each what the same scroll costs where there is nothing to draw. */
function frameFigures(own: ScrollFrames, empty: ScrollFrames): Figure[] {
  return ways.flatMap((way) => {
    const figure = (name: string, of: (frames: number[]) => number, limit: number): Figure => ({
      ...atMost(`${name}, by ${way}`, of(own[way]), 'ms', limit),
      peer: { name: 'an empty page', value: of(empty[way]) },
    });
    return [
      figure('longest frame', (frames) => Math.max(...frames), longFrameMs),
      figure('frame of 95 in 100', (frames) => quantile(frames, 0.95), usualFrameMs),
    ];
  });
}

function ownFigures(own: GridFigures): Figure[] {
  return [
    atMost('row of data after the thumb stops, longest', Math.max(...own.settleMs), 'ms', 100),
    { name: 'row of data after the thumb stops, median', value: quantile(own.settleMs, 0.5), unit: 'ms' },
    atMost('nodes, most to least while scrolling', own.nodes.most / own.nodes.least, 'times', 1.1),
    { name: 'nodes in the document', value: own.nodes.most, unit: '' },
    atMost('heap of the window', own.heapMb, 'MB', 80),
  ];
}

async function inFolder<Value>(work: (userDataDir: string) => Promise<Value>): Promise<Value> {
  const userDataDir = makeTemporaryFolder('bench');
  return await work(userDataDir);
}
