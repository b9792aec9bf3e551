import type { Page } from '@playwright/test';

/** What is measured of a grid that is scrolled: frames in milliseconds, from one to the next. */
export interface Frames {
  readonly all: number[];
}

interface BenchWindow {
  benchFrames?: number[];
  benchStop?: () => void;
}

/** Begins to note the time between frames, in the page itself. */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const bench = window as BenchWindow;
    bench.benchStop?.();
    const frames: number[] = [];
    let last = performance.now();
    let handle = requestAnimationFrame(function note(now: number) {
      frames.push(now - last);
      last = now;
      handle = requestAnimationFrame(note);
    });
    bench.benchFrames = frames;
    bench.benchStop = () => {
      cancelAnimationFrame(handle);
    };
  });
}

/** Ends it. The first two frames belong to the beginning. */
export async function framesSince(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const bench = window as BenchWindow;
    bench.benchStop?.();
    return (bench.benchFrames ?? []).slice(2);
  });
}

/** The heap of the page after a collection, in MB. */
export async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1e6;
}

export async function nodeCount(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length);
}
