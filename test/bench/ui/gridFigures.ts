import type { Locator, Page } from '@playwright/test';
import { makeRandom } from '../storeData.ts';
import { framesSince, heapMb, nodeCount, watchFrames } from './inPage.ts';

/** The frames of a scroll from end to end, in milliseconds from one to the next. */
export type ScrollFrames = Awaited<ReturnType<typeof scrollFrames>>;

export type GridFigures = Awaited<ReturnType<typeof measureGrid>>;

const wheelTurns = 150;
const pagesDown = 80;
const thumbSteps = 120;
const stops = 12;

/** Scrolls the grid on screen from end to end by wheel, keys and thumb. */
export async function measureGrid(page: Page) {
  const scroller = page.getByRole('grid').first();
  const counts: number[] = [];
  const noteNodes = async (): Promise<void> => {
    counts.push(await nodeCount(page));
  };
  await noteNodes();
  const frames = await scrollFrames(page, scroller, noteNodes);

  const random = makeRandom(7);
  /** From the end of a drag of the thumb to a row of data on screen, in milliseconds. */
  const settleMs: number[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    settleMs.push(await scroller.evaluate(settle, random()));
    await noteNodes();
  }
  return {
    frames,
    settleMs,
    nodes: { least: Math.min(...counts), most: Math.max(...counts) },
    heapMb: await heapMb(page),
  };
}

/** Scrolls from end to end by wheel, keys and thumb; `after` follows each of them. */
export async function scrollFrames(page: Page, scroller: Locator, after: () => Promise<void>) {
  const box = await scroller.boundingBox();
  if (box === null) throw new Error('There is nothing to scroll.');
  const middle = { x: box.x + box.width / 3, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await watchFrames(page);
  const height = await scroller.evaluate((element) => element.scrollHeight);
  // Turns as of a hand, and then such as reach the other end.
  for (let turn = 0; turn < wheelTurns; turn += 1) {
    await page.mouse.wheel(0, turn % 2 === 0 ? 120 : Math.ceil((2 * height) / wheelTurns));
  }
  const wheel = await framesSince(page);
  await after();

  // A click on a link would leave the grid. Rows that are awaited have none yet.
  await page.waitForFunction(hasText, middle);
  const text = await page.evaluate(besideLinks, middle);
  await page.mouse.click(text.x, text.y);
  await watchFrames(page);
  await page.keyboard.press('Control+Home');
  for (let press = 0; press < pagesDown; press += 1) await page.keyboard.press('PageDown');
  await page.keyboard.press('Control+End');
  const keyboard = await framesSince(page);
  await after();

  await watchFrames(page);
  await scroller.evaluate(
    (element, steps) =>
      new Promise<void>((resolve) => {
        let step = 0;
        const most = element.scrollHeight - element.clientHeight;
        requestAnimationFrame(function drag() {
          element.scrollTop = most * (1 - step / steps);
          step += 1;
          if (step > steps) resolve();
          else requestAnimationFrame(drag);
        });
      }),
    thumbSteps,
  );
  const thumb = await framesSince(page);
  await after();
  return { wheel, keyboard, thumb };
}

/** Runs in the page: false where a row without its text is at a point. */
function hasText({ x, y }: { x: number; y: number }): boolean {
  return document.elementFromPoint(x, y)?.closest('[role="row"]')?.textContent.trim() !== '';
}

/** Runs in the page: the first point in the row of a point, from it to the right, that is no link and no button. */
function besideLinks({ x, y }: { x: number; y: number }): { x: number; y: number } {
  for (let right = x; right < window.innerWidth; right += 10)
    if (document.elementFromPoint(right, y)?.closest('a, button') === null) return { x: right, y };
  throw new Error('There are only links.');
}

/** Runs in the page: drags the thumb over several frames to a place, and waits for a row of data in the middle. */
function settle(element: Element, to: number): Promise<number> {
  const cell = '[role="row"]:not(.absent) [role="gridcell"]';
  return new Promise((resolve) => {
    const most = element.scrollHeight - element.clientHeight;
    const from = element.scrollTop;
    const steps = 8;
    let step = 0;
    const { left, top, width, height } = element.getBoundingClientRect();
    const hasData = (): boolean => {
      const under = document.elementFromPoint(left + width / 4, top + height / 2)?.closest(cell);
      return under !== null && under !== undefined && (under.textContent ?? '').trim() !== '';
    };
    requestAnimationFrame(function drag() {
      step += 1;
      element.scrollTop = from + (most * to - from) * (step / steps);
      if (step < steps) {
        requestAnimationFrame(drag);
        return;
      }
      const stopped = performance.now();
      requestAnimationFrame(function look() {
        if (hasData()) resolve(performance.now() - stopped);
        else requestAnimationFrame(look);
      });
    });
  });
}
