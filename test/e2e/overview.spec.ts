import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';

function panel(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

test('the overview shows what is cached, totals, movers and what is left of the budget', async ({
  exploredApp: app,
}) => {
  const page = app.window;
  const explorer = new Explorer(page);
  await explorer.open('Overview');

  const holdings = panel(page, 'In your cache');
  const row = (name: string): Locator =>
    holdings.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect(row('Assets').getByRole('cell').first()).toHaveText(/^[1-9]/);
  await expect(row('Assets')).toContainText('part');
  await expect(row('Managers')).toContainText('not cached');

  for (const name of ['Market value by asset class', 'Market value by network']) {
    await expect(panel(page, name).getByRole('listitem').first()).toContainText(/\$[\d.]+[BMK]/);
  }
  await expect(panel(page, 'Requests left this hour')).toContainText('/v4/transactions');

  const movers = panel(page, 'Largest movers of the week');
  const first = movers.getByRole('rowheader').first();
  const name = (await first.textContent())?.trim() ?? '';
  await first.getByRole('button').click();
  await expect(page.getByRole('complementary')).toContainText(name);
});

test('without a network the overview says where its figures are from, and what is missing', async ({
  exploredApp: app,
}) => {
  const page = app.window;
  const explorer = new Explorer(page);
  await page.getByRole('switch', { name: /Work offline/ }).click();
  await explorer.open('Overview');
  await expect(panel(page, 'Market value by network').getByRole('alert')).toContainText('Not in the cache');
  await expect(explorer.status()).toContainText('Offline');
  await page.getByRole('switch', { name: /Work offline/ }).click();
  await expect(panel(page, 'Market value by network').getByRole('listitem').first()).toBeVisible();
  await page.getByRole('switch', { name: /Work offline/ }).click();
  await expect(panel(page, 'Market value by network').getByRole('listitem').first()).toBeVisible();
  await expect(explorer.status()).toContainText('Offline');
});
