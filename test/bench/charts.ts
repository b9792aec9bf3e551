import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { findChromium } from '../chromium-shell/chromium/find.mjs';
import { atMost, quantile, type Figure } from './figure.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

const seriesCount = 200;
const dayCount = 1825;
const draws = 5;
const hoverFrames = 240;

/** The chart component in real Chromium: 200 series of five years of days drawn, and pointed at. */
export async function run(): Promise<Figure[]> {
  const folder = makeTemporaryFolder('bench');
  const built = await bundle(folder);
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('This machine has no Chromium.');
  // Else a page from a file may not import its own scripts.
  const args = ['--no-sandbox', '--allow-file-access-from-files'];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(pathToFileURL(path.join(built, 'index.html')).href);
    const figures: Figure[] = [];
    for (const kind of ['line', 'stacked'] as const) {
      const times: number[] = [];
      for (let draw = 0; draw < draws; draw += 1) times.push(await drawOnce(page, kind));
      const name = `${kind}: ${seriesCount.toString()} series of ${dayCount.toString()} days drawn, median`;
      figures.push(atMost(name, quantile(times, 0.5), 'ms', 300));
      const { frames, work } = await hover(page);
      figures.push({
        name: `${kind}: frame while pointing, median`,
        value: quantile(frames, 0.5),
        unit: 'ms',
      });
      // A frame of 60 in a second has 16.7 ms.
      figures.push(atMost(`${kind}: work of a frame while pointing, p95`, quantile(work, 0.95), 'ms', 16.7));
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/** What the page of the bench offers; see `page/charts.js`. */
interface ChartBench {
  draw(kind: string, seriesCount: number, dayCount: number): Promise<number>;
  hover(frames: number): Promise<{ frames: number[]; work: number[] }>;
}

function drawOnce(page: Page, kind: string): Promise<number> {
  return page.evaluate(
    ([chosen, series, days]) =>
      (globalThis as unknown as { chartBench: ChartBench }).chartBench.draw(chosen, series, days),
    [kind, seriesCount, dayCount] as const,
  );
}

function hover(page: Page): Promise<{ frames: number[]; work: number[] }> {
  return page.evaluate(
    (frames) => (globalThis as unknown as { chartBench: ChartBench }).chartBench.hover(frames),
    hoverFrames,
  );
}

async function bundle(folder: string): Promise<string> {
  const outDir = path.join(folder, 'out');
  await build({
    configFile: false,
    logLevel: 'error',
    root: path.resolve(import.meta.dirname, 'page'),
    base: './',
    build: { outDir, emptyOutDir: true, minify: true },
    plugins: [svelte({ configFile: false })],
  });
  return outDir;
}
