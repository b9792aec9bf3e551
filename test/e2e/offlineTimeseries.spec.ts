import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { choose } from './support/typing.ts';

/** A chart that was never opened, without a network: from what this computer has seen of tokens, and from synced transactions. */

async function sync(page: Page, explorer: Explorer, view: string): Promise<void> {
  await explorer.open(view);
  await explorer.showsRows(view);
  await page.getByRole('button', { name: 'Sync…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Start sync' }).click();
  await expect(page.getByRole('region', { name: 'Jobs started here' })).toContainText(
    `Sync of ${view.toLowerCase()} ended`,
    { timeout: 45_000 },
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('a timeseries offline has the days that were seen, and says how many', async ({
  app,
  startService,
}, testInfo) => {
  const service = await startService('--assets', '60', '--transactions', '500');
  const explorer = new Explorer(app.window);
  const page = app.window;
  await explorer.connect(app, service.url, service.key);
  await sync(page, explorer, 'Tokens');
  await page.getByRole('switch', { name: /Work offline/ }).click();
  await explorer.open('Timeseries');
  // The sync has fetched the charts of the templates; this one is none of them.
  await choose(page.getByRole('combobox', { name: 'Group by', exact: true }), 'Platform');
  await expect(page.getByRole('main')).toContainText(/from what this computer has seen, 1 of \d+ days?/);
  await page.screenshot({ path: testInfo.outputPath('chart.png') });
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('main').getByRole('table')).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath('table.png') });
});

test('what moved is totalled offline from synced transactions, for the months of which every day is known', async ({
  app,
  startService,
}, testInfo) => {
  const service = await startService('--assets', '60', '--transactions', '5000');
  const explorer = new Explorer(app.window);
  const page = app.window;
  await explorer.connect(app, service.url, service.key);
  for (const view of ['Tokens', 'Transactions']) await sync(page, explorer, view);
  await page.getByRole('switch', { name: /Work offline/ }).click();
  await explorer.open('Timeseries');
  await page.getByRole('button', { name: /^Measure/ }).click();
  await page.keyboard.type('Daily transfer volume');
  await page.keyboard.press('Enter');
  const main = page.getByRole('main');
  await expect(main).toContainText('without stablecoins');
  await expect(main).not.toContainText('from what this computer has seen');
  await page.screenshot({ path: testInfo.outputPath('stablecoins.png') });

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('button', { name: /^Add a condition:/ }).click();
  await page.keyboard.type('asset_class_name');
  await page.keyboard.press('Enter');
  await page.keyboard.type('US Treasury Debt');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(main).toContainText(/from what this computer has seen, \d+ of \d+ days/);
  await page.screenshot({ path: testInfo.outputPath('chart.png') });
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(main.getByRole('table')).toContainText('$');
  await page.screenshot({ path: testInfo.outputPath('table.png') });
});
