import type { CDPSession } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';

/** What is alive in the window after a collection. Nodes count also where they are in no document any more. */
async function alive(session: CDPSession) {
  // What the first collection ends may be the last to hold something else.
  for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters');
  /** Places that charts are drawn in. */
  const canvases = await count(session, 'HTMLCanvasElement');
  return { nodes, listeners, canvases };
}

/** The same once two readings agree: what a view that was just left still waits for holds it a moment longer. */
async function aliveAtRest(session: CDPSession) {
  let now = await alive(session);
  await expect(async () => {
    const before = now;
    now = await alive(session);
    expect([now.nodes, now.listeners]).toEqual([before.nodes, before.listeners]);
  }).toPass();
  return now;
}

/** How many objects of a class of the page there are, whoever holds them. */
async function count(session: CDPSession, className: string): Promise<number> {
  const { result } = await session.send('Runtime.evaluate', { expression: `${className}.prototype` });
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: idOf(result) });
  const counted = await session.send('Runtime.callFunctionOn', {
    objectId: idOf(objects),
    functionDeclaration: 'function () { return this.length; }',
    returnByValue: true,
  });
  // What the session holds would count as alive the next time.
  for (const held of [result, objects]) await session.send('Runtime.releaseObject', { objectId: idOf(held) });
  return Number(counted.result.value);
}

function idOf({ objectId }: { objectId?: string }): string {
  if (objectId === undefined) throw new Error('The window has no such object.');
  return objectId;
}

// A trace would keep what was in the document.
test.use({ traced: false });

test('views that were left are let go, with their charts, lists and listeners @nightly', async ({
  page,
  explorer,
}) => {
  async function visitAll(): Promise<void> {
    for (const list of ['Assets', 'Tokens', 'Networks']) {
      await explorer.openRows(list);
      await explorer.openRecord(list, 0);
      await page.keyboard.press('Escape');
      await expect(explorer.record()).toBeHidden();
    }
    for (const view of ['Aggregates', 'Timeseries']) {
      await explorer.open(view);
      await expect(page.getByRole('figure').first()).toBeVisible();
      await expect(page.locator('canvas').first()).toBeVisible();
    }
    for (const view of ['Overview', 'Saved views', 'What changed', 'Settings']) {
      await explorer.open(view);
      await expect(page.getByRole('heading', { name: view }).first()).toBeVisible();
    }
    // What Settings shows last.
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'Watchlists' })).toBeVisible();
    await expect(main.getByRole('button', { name: 'Clear cache…' }).first()).toBeVisible();
  }

  const session = await page.context().newCDPSession(page);
  // The first round loads the code of the views, which stays.
  await visitAll();
  const first = await aliveAtRest(session);
  for (let round = 0; round < 2; round += 1) await visitAll();
  // What a view that was just left still waits for holds it a moment longer.
  await expect(async () => {
    const last = await alive(session);
    expect(last.nodes).toBeLessThan(first.nodes * 1.1);
    expect(last.canvases).toBe(0);
    expect(last.listeners).toBeLessThanOrEqual(first.listeners);
  }).toPass();
});

test('what a window that is left alone has no use for is collected @nightly', async ({ page, explorer }) => {
  await explorer.showsRows('Assets');
  const garbage = await page.evaluateHandle(() => new WeakRef({}));
  const isThere = (): Promise<boolean> => page.evaluate((weak) => weak.deref() !== undefined, garbage);
  // An evaluation is no call of the window to main.
  await expect.poll(isThere, { intervals: [500], timeout: 30_000 }).toBe(false);
});
