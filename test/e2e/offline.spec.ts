import { expect, test } from './fixtures/app.ts';

test('offline, orders and totals are of the cached records', async ({ windowApp: app, explorer }) => {
  const value = explorer.header('Circulating market value');
  const names = await explorer.firstOf('Name');
  await test.step('another order', async () => {
    await explorer.workOffline();
    await expect(explorer.status()).toContainText('Offline');
    await explorer.header('Name').click();
    await expect(explorer.status()).toContainText(/100 cached of [\d,]+; others may come first/);
    const sorted = await explorer.firstOf('Name');
    expect(sorted).toEqual(sorted.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });
  await test.step('totals', async () => {
    const totals = await explorer.openTotals('Asset class');
    await expect(totals.getByRole('status')).toContainText(/of 100 cached assets of [\d,]{5,}/);
    await explorer.header('Name').click();
    await expect(totals.getByRole('status')).toContainText(/of 100 cached assets of [\d,]{5,}/);
    await expect(totals.getByRole('row').nth(1)).toContainText('All');
    await explorer.open('Assets');
    await expect(value).toHaveAttribute('aria-sort', 'descending');
  });
  await test.step('a restart', async () => {
    await app.restart();
    await explorer.showsRows('Assets');
    expect(await explorer.firstOf('Name')).toEqual(names);
    await expect(explorer.status()).toContainText('Offline');
    await expect(app.window.getByRole('button', { name: 'Refresh' })).toBeDisabled();
    await explorer.header('Name').click();
    await explorer.status().getByRole('button', { name: 'Go online for all records' }).click();
    await expect(explorer.status()).toContainText('100 loaded, more as you scroll');
    await explorer.workOffline();
    await explorer.open('Tokens');
    await expect(app.window.getByRole('heading', { name: 'Not in the cache' })).toBeVisible();
    await app.window.getByRole('button', { name: 'Go online' }).click();
    await explorer.showsRows('Tokens');
  });
});
