import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';

/** A chart that was never opened, without a network: from what this computer has seen of tokens. */

test('a timeseries offline has the days that were seen, and says how many', async ({
  app,
  startService,
}, testInfo) => {
  const service = await startService('--assets', '60', '--transactions', '500');
  const explorer = new Explorer(app.window);
  const page = app.window;
  await explorer.connect(app, service.url, service.key);
  await explorer.open('Tokens');
  await explorer.showsRows('Tokens');
  await page.getByRole('button', { name: 'Sync…' }).click();
  const sync = page.getByRole('dialog');
  await sync.getByRole('button', { name: 'Start the sync' }).click();
  await expect(page.getByRole('region', { name: 'Jobs started here' })).toContainText('Done', {
    timeout: 45_000,
  });
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: /Work offline/ }).click();
  await explorer.open('Timeseries');
  await expect(page.getByRole('main')).toContainText(/from what this computer has seen, 1 of \d+ days?/);
  await page.screenshot({ path: testInfo.outputPath('chart.png') });
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('main').getByRole('table')).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath('table.png') });
});
