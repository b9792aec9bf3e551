import { expect, test } from './fixtures/app.ts';
import { violationsInBothThemes } from './pages/violations.ts';
import { choose } from './support/typing.ts';

test('a chart offline is the one that was fetched, or none @nightly', async ({ page, explorer }) => {
  await test.step('never fetched', async () => {
    await explorer.workOffline();
    for (const view of ['Timeseries', 'Aggregates']) {
      await explorer.open(view);
      await choose(page.getByRole('combobox', { name: 'Data', exact: true }), 'Assets');
      await choose(page.getByRole('combobox', { name: 'Group by', exact: true }), 'Asset class');
      await expect(page.getByRole('main')).toContainText('These figures are not in the cache.');
      expect(await violationsInBothThemes(page)).toEqual([]);
      await page.getByRole('button', { name: 'Totals of the cached records' }).click();
      const totals = page.getByRole('region', { name: 'Totals by asset class' });
      await expect(totals.getByRole('status')).toContainText(/of 100 cached assets of [\d,]{5,}/);
      await expect(totals.getByRole('columnheader', { name: 'Market value' })).toBeVisible();
    }
  });
  await test.step('fetched', async () => {
    await explorer.goOnline();
    await explorer.open('Timeseries');
    await explorer.open('Timeseries');
    const figure = explorer.figure(/^Market value by network/);
    await expect(figure).toBeVisible();
    const summary = await figure.locator('figcaption').innerText();
    await explorer.workOffline();
    await explorer.open('Assets');
    await explorer.open('Timeseries');
    await expect(figure.locator('figcaption')).toHaveText(summary, { useInnerText: true });
    await expect(explorer.status()).toContainText(/Offline\s+fetched [\d:]+ UTC \(/);

    await page.getByRole('group', { name: 'Range' }).getByRole('button', { name: '1Y' }).click();
    await expect(figure).toBeVisible();
    await expect(explorer.status()).toContainText(/Offline\s+fetched [\d:]+ UTC \(/);

    // What was fetched is of another group: it is neither shown nor exported as this one.
    await choose(page.getByRole('combobox', { name: 'Group by', exact: true }), 'Platform');
    await expect(page.getByRole('main')).toContainText('These figures are not in the cache.');
    await expect(page.getByRole('button', { name: 'Export…' })).toBeDisabled();
  });
});
