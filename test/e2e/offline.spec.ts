import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { tabTo } from './support/typing.ts';

test('what was fetched is still there after a restart, offline', async ({ exploredApp: app }) => {
  const explorer = new Explorer(app.window);
  const names = await explorer.firstOf('Name');
  await app.window.getByRole('switch', { name: /Work offline/ }).click();
  await expect(app.window.getByRole('switch', { name: /working offline/ })).toBeChecked();

  await app.restart();
  const again = new Explorer(app.window);
  await again.showsRows('Assets');
  expect(await again.firstOf('Name')).toEqual(names);
  await expect(again.status()).toContainText('Offline');
  await expect(app.window.getByRole('button', { name: 'Refresh' })).toBeDisabled();

  await again.open('Tokens');
  await expect(app.window.getByRole('heading', { name: 'Not in the cache' })).toBeVisible();
  await app.window.getByRole('button', { name: 'Go online' }).click();
  await again.showsRows('Tokens');
});

test('offline, another order is made from the cached records, and says so', async ({ exploredApp: app }) => {
  const explorer = new Explorer(app.window);
  await app.window.getByRole('switch', { name: /Work offline/ }).click();
  await expect(explorer.status()).toContainText('Offline');
  await explorer.header('Name').click();
  await expect(explorer.status()).toContainText(/100 cached of [\d,]+; others may come first/);
  const names = await explorer.firstOf('Name');
  expect(names).toEqual(names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  await explorer.status().getByRole('button', { name: 'Go online for all records' }).click();
  await expect(explorer.status()).toContainText('100 loaded, more as you scroll');
});

test('offline, totals say of how many cached records they are', async ({ exploredApp: app }) => {
  const page = app.window;
  const explorer = new Explorer(page);
  await page.getByRole('switch', { name: /Work offline/ }).click();
  const totals = await explorer.openTotals('Asset class');
  await expect(totals.getByRole('status')).toContainText(/of 100 cached assets of [\d,]{5,}/);
  await explorer.header('Name').click();
  await expect(totals.getByRole('status')).toContainText(/of 100 cached assets of [\d,]{5,}/);
  await expect(totals.getByRole('row').nth(1)).toContainText('All');
});

test('a service that is gone leaves every fetched page readable', async ({ app, startService }) => {
  const service = await startService();
  const explorer = new Explorer(app.window);
  await explorer.connect(app, service.url, service.key);
  await explorer.open('Assets');
  await explorer.showsRows('Assets');
  const names = await explorer.firstOf('Name');
  await service.stop();

  await app.window.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(explorer.status()).toContainText('Not refreshed:');
  expect(await explorer.firstOf('Name')).toEqual(names);

  await explorer.open('Tokens');
  await expect(app.window.getByRole('heading', { name: 'The service cannot be reached' })).toBeVisible();
  await expect(app.window.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a spent budget says when it goes on', async ({ app, startService }) => {
  const service = await startService('--rate', '1');
  const explorer = new Explorer(app.window);
  await explorer.connect(app, service.url, service.key);
  await explorer.open('Assets');
  await explorer.showsRows('Assets');
  await explorer.open('Transactions');
  await explorer.showsRows('Transactions');
  const grid = explorer.grid('Transactions');
  await tabTo(grid);
  await app.window.keyboard.press('Control+End');
  // Scrolling alone spends nothing: the rows wait for the user's word.
  await expect(grid).toContainText('are not cached');
  await grid.getByRole('button', { name: /Load these rows \(uses 1 of \d+ requests?\)/ }).click();
  await expect(grid).toContainText('Request limit reached');
  await expect(grid.getByRole('button', { name: 'Try again' })).toBeVisible();
});
