import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';

/** The tests of a worker share `sampleApp`: each begins alike, whatever another has left. */

test.describe.configure({ mode: 'serial' });

function sizeOf(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => [innerWidth, innerHeight]);
}

let first: readonly number[] = [];

test('one test makes the window small', async ({ sampleApp }) => {
  first = await sizeOf(sampleApp.window);
  await sampleApp.window.setViewportSize({ width: 690, height: 430 });
  expect(await sizeOf(sampleApp.window)).toEqual([690, 430]);
});

test('the next finds it as large as before', async ({ sampleApp }) => {
  expect(await sizeOf(sampleApp.window)).toEqual(first);
});
