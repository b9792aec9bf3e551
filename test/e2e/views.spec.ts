import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { violations, violationsInBothThemes } from './pages/violations.ts';
import { typeInto } from './support/typing.ts';

async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await typeInto(page.getByRole('combobox', { name: 'Search or command' }), words);
  await page.keyboard.press('Enter');
}

test('axe finds nothing on the places of the app, the palette and tabs in either theme', async ({
  exploredApp: app,
}) => {
  test.slow();
  const page = app.window;
  await page.keyboard.press('Control+t');
  await expect(
    page.getByRole('region', { name: 'Largest movers in 30 days' }).getByRole('row'),
  ).not.toHaveCount(0);
  await expect(
    page.getByRole('region', { name: 'Circulating market value by asset class' }).getByRole('rowheader'),
  ).not.toHaveCount(0);
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await command(page, 'high contrast');
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'high');
  expect(await violationsInBothThemes(page)).toEqual([]);

  // Chosen against the system's, the theme is the app's own.
  await page.emulateMedia({ colorScheme: 'light' });
  await command(page, 'Dark theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await violations(page)).toEqual([]);
});

test('contrast and density are settings that stay', async ({ exploredApp: app }) => {
  await new Explorer(app.window).open('Settings');
  await app.window.getByRole('radio', { name: 'High', exact: true }).check();
  await app.window.getByRole('radio', { name: 'Compact' }).check();
  await expect(app.window.locator('html')).toHaveAttribute('data-density', 'compact');
  await app.restart();
  await expect(app.window.locator('html')).toHaveAttribute('data-density', 'compact');
  await expect(app.window.locator('html')).toHaveAttribute('data-contrast', 'high');
});

test('nothing is wider than the window, from half of the smallest one to a very large one', async ({
  exploredApp: app,
}) => {
  const page = app.window;
  const explorer = new Explorer(page);
  // 720 × 450 is what a window of 1440 × 900 leaves at a zoom of 200 %.
  for (const [width, height] of [
    [720, 450],
    [900, 600],
    [3840, 2160],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const view of ['Overview', 'Assets', 'Settings']) {
      await explorer.open(view);
      await expect(page.locator('main')).toBeVisible();
      expect(
        await page.evaluate(() => [
          document.documentElement.scrollWidth > document.documentElement.clientWidth,
          [...document.querySelectorAll('header, main')].some(
            (part) => part.getBoundingClientRect().right > innerWidth + 1,
          ),
        ]),
        `${view} at ${width.toString()} × ${height.toString()}`,
      ).toEqual([false, false]);
    }
  }
});

test('at 200 % zoom a chart keeps its height, and the line under it covers none of it', async ({
  sampleApp: app,
}) => {
  const page = app.window;
  const explorer = new Explorer(page);
  await page.setViewportSize({ width: 690, height: 430 });
  for (const view of ['Timeseries', 'Aggregates']) {
    await explorer.open(view);
    const figure = page.getByRole('figure', { name: /^Market value/ });
    await expect(figure).toBeVisible();
    await expect(async () => {
      const [chart, line] = [await figure.boundingBox(), await explorer.status().boundingBox()];
      if (chart === null || line === null) throw new Error('The figure or its line is not there.');
      expect(chart.height).toBeGreaterThanOrEqual(280);
      expect(chart.y + chart.height, view).toBeLessThanOrEqual(line.y + 1);
    }).toPass({ timeout: 30_000 });
  }
});

test('tabs tell their whole names while there is space', async ({ sampleApp: app }) => {
  const page = app.window;
  const explorer = new Explorer(page);
  await page.keyboard.press('Control+t');
  await explorer.open('Service providers');
  await page.keyboard.press('Control+t');
  const names = page.getByRole('tablist', { name: 'Open views' }).getByRole('tab').locator('.truncate');
  await expect(names).toHaveText(['Assets', 'Service providers', 'Overview']);
  await expect
    .poll(() => names.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length))
    .toBe(0);
});

test('a view has its heading while its code loads', async ({ exploredApp: app }) => {
  const page = app.window;
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  await page.route(/\/assets\/Jobs-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await new Explorer(page).open('Jobs');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
  await expect(main.locator('[aria-busy="true"]')).toHaveCount(1);
  release(undefined);
  await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(main.getByRole('heading', { level: 1 })).toHaveCount(1);
});
