import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { startRewritingService } from '../support/rewritingService.ts';

function panel(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

test('the overview and the records behind it, also offline @nightly', async ({ page, explorer }) => {
  await test.step('without a network', async () => {
    await explorer.workOffline();
    await explorer.open('Overview');
    // The first page of assets is cached, and the networks are, for the names in every table.
    await expect(panel(page, 'Largest movers in 30 days').getByRole('rowheader').nth(3)).toBeVisible();
    await expect(panel(page, 'Bridged token value by network').getByRole('rowheader').nth(3)).toBeVisible();
    await expect(panel(page, 'Circulating market value by asset class').getByRole('alert')).toContainText(
      'Not in the cache',
    );
    await expect(explorer.status()).toContainText('Offline');
    await expect(explorer.status()).not.toContainText(/complete|all that/);
    await explorer.goOnline();
    await expect(
      panel(page, 'Circulating market value by asset class').getByRole('rowheader').first(),
    ).toBeVisible();
    await explorer.workOffline();
    await expect(
      panel(page, 'Circulating market value by asset class').getByRole('rowheader').first(),
    ).toBeVisible();
    await expect(explorer.status()).toContainText('Offline');
  });
  await test.step('with it', async () => {
    await explorer.goOnline();
    await explorer.open('Overview');

    const market = page.getByRole('list', { name: 'Market' });
    const value = market.getByRole('button', { name: /^Circulating market value/ });
    await expect(value).toHaveText(/\$[\d.]+B 7 d [+-][\d.]+%[▲▼]30 d [+-][\d.]+%/);
    for (const name of [
      /^Assets 3,500 on 40 networks/,
      /^Holding addresses/,
      /^30-day transfers/,
      /^Active addresses/,
    ]) {
      await expect(market.getByRole('button', { name })).toContainText(/\d/);
    }
    // The records behind a figure stand in its order, and the column that they are in the order of is in sight.
    await market.getByRole('button', { name: /^30-day transfers/ }).click();
    await explorer.showsRows('Networks');
    await expect(page.locator('[role="columnheader"][aria-sort="descending"]')).toBeInViewport({ ratio: 1 });
    await explorer.open('Overview');

    const trend = panel(page, 'Circulating market value over two years');
    await expect(trend.getByRole('slider')).toHaveAttribute('aria-valuemax', /^7\d\d$/);
    await explorer.rests();

    // What is read under the pointer stands within its box, and the box within its panel.
    const days = await trend.getByRole('slider').boundingBox();
    await page.mouse.move((days?.x ?? 0) + 300, (days?.y ?? 0) + 60);
    const reading = trend.locator('.reading');
    await expect(reading).toContainText('Total');
    const bursts = (box: Element): string[] => {
      const frame = box.parentElement ?? box;
      return [...box.querySelectorAll('*'), box]
        .filter((part) => {
          const around = (part === box ? frame : box).getBoundingClientRect();
          const { right, bottom } = part.getBoundingClientRect();
          return right > around.right + 0.5 || bottom > around.bottom + 0.5;
        })
        .map(({ textContent }) => textContent);
    };
    expect(await reading.evaluate(bursts)).toEqual([]);
    await page.mouse.move(0, 0);

    const holdings = panel(page, 'In your cache');
    const row = (name: string): Locator =>
      holdings.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    await expect(row('Assets').getByRole('cell').first()).toHaveText(/^[1-9]/);
    await expect(row('Assets')).toContainText('part, ');
    await expect(row('Managers')).toContainText('not cached');
    // Names are told in full.
    await page.setViewportSize({ width: 1380, height: 860 });
    const cut = (all: Element[]): number => all.filter((one) => one.scrollWidth > one.clientWidth).length;
    await expect.poll(() => holdings.locator('th .truncate').evaluateAll(cut)).toBe(0);
    await expect(panel(page, 'Requests left this hour')).toContainText('/v4/transactions');

    // A click beside the name, on the bar or the figures, goes where the name goes.
    const figure = panel(page, 'Circulating market value by asset class').getByRole('cell').first();
    const { x = 0, y = 0 } = (await figure.boundingBox()) ?? {};
    await page.mouse.click(x + 8, y + 8);
    await expect(explorer.conditions()).toContainText('Stablecoins');
    await explorer.showsRows('Assets');
    await page.keyboard.press('Alt+ArrowLeft');
    await explorer.rests();

    await panel(page, 'Bridged token value by network').getByRole('button', { name: 'Ethereum' }).click();
    await explorer.showsRows('Tokens');
    await expect(explorer.conditions()).toContainText('Ethereum');
    await page.keyboard.press('Alt+ArrowLeft');
    await explorer.rests();

    await market.getByRole('button', { name: /^Holding addresses/ }).click();
    await explorer.showsRows('Networks');
    await page.keyboard.press('Alt+ArrowLeft');
    await explorer.rests();

    await trend.getByRole('button', { name: 'Open in Timeseries' }).click();
    await expect(explorer.figure('Circulating market value by asset class')).toBeVisible();
    await page.keyboard.press('Alt+ArrowLeft');
    await explorer.rests();

    const movers = panel(page, 'Largest movers in 30 days');
    const first = movers.getByRole('rowheader').first();
    const name = (await first.textContent())?.trim() ?? '';
    await first.getByRole('button').click();
    await expect(page.getByRole('complementary')).toContainText(name);
  });
});

test.describe('with a service of its own', () => {
  test.use({ begin: 'welcome' });

  test('the overview costs four requests, and none when it is opened again', async ({
    windowApp: app,
    page,
    explorer,
    startService,
  }) => {
    const service = await startService();
    const asked: string[] = [];
    await using front = await startRewritingService({
      ...service,
      before: (path) => asked.push(path),
    });
    await explorer.connect(app, front);
    const shown = async (): Promise<void> => {
      for (const name of [
        'Circulating market value by asset class',
        'Bridged token value by network',
        'Largest movers in 30 days',
      ])
        await expect(panel(page, name).getByRole('rowheader').nth(3)).toBeVisible();
    };
    await shown();
    const paths = (): string[] => asked.map((path) => new URL(path, front.url).pathname);
    // The first one tests the key.
    expect(paths().slice(1).sort()).toEqual([
      '/v4/assets',
      '/v4/assets/aggregates/meta',
      '/v4/assets/aggregates/timeseries',
      '/v4/networks',
    ]);
    const before = asked.length;
    await explorer.open('Settings');
    await explorer.open('Overview');
    await shown();
    expect(asked).toHaveLength(before);
  });

  test('the line at the foot says that it is loading while a panel still waits @nightly', async ({
    windowApp: app,
    page,
    startService,
    explorer,
  }) => {
    const service = await startService();
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
    await using front = await startRewritingService({
      ...service,
      before: (path) => (path.includes('/timeseries') ? answered : undefined),
    });
    await explorer.connect(app, front);
    await expect(panel(page, 'Largest movers in 30 days').getByRole('rowheader').first()).toBeVisible();
    const line = page.getByRole('group', { name: 'Where the figures come from' });
    await expect(line).toContainText('Loading…');
    await expect(line).not.toContainText('fetched');
    answer(undefined);
    await expect(line).toContainText('fetched');
    await expect(line.getByRole('button')).toHaveText([/\/timeseries$/, '/v4/assets', '/v4/networks']);
  });
});
