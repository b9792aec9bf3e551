import { isDeepStrictEqual } from 'node:util';
import { expect, test } from './fixtures/app.ts';
import { violationsInBothThemes } from './pages/violations.ts';
import { tabTo } from './support/typing.ts';

/** What a table answers by itself: orders of several columns, figures of a selection, how a column is distributed. */

test('an order of several columns, bins of a distribution by keys, and a summary in the place of another @nightly', async ({
  page,
  explorer,
}) => {
  const { keyboard } = page;
  await test.step('a bin of a distribution', async () => {
    await explorer.openRows('Networks');
    await tabTo(explorer.grid('Networks'));
    for (let step = 0; step < 4; step += 1) await keyboard.press('ArrowRight');
    await keyboard.press('Control+Shift+s');
    const summary = page.getByRole('region', { name: 'Summary of Tokens' });
    await expect(summary.getByRole('definition').first()).toBeVisible();
    await summary.getByRole('button', { name: 'Logarithmic' }).click();
    const bins = summary.getByRole('toolbar', { name: 'Distribution of Tokens' });
    await keyboard.press('Tab');
    await keyboard.press('ArrowRight');
    const bin = bins.getByRole('button').nth(1);
    await expect(bin).toBeFocused();
    const count = Number(/: ([\d,]+) value/.exec((await bin.getAttribute('aria-label')) ?? '')?.[1]);
    await keyboard.press('Enter');
    await expect(explorer.grid('Networks')).toHaveAttribute('aria-rowcount', (count + 1).toString());
    await expect(summary.getByRole('status')).toContainText(`all ${count.toString()} network`);
    await keyboard.press('Alt+ArrowLeft');
    await expect(explorer.grid('Networks')).toHaveAttribute('aria-rowcount', '41');
    expect(await violationsInBothThemes(page)).toEqual([]);
  });
  await test.step('a column that the service does not filter by leads nowhere', async () => {
    await explorer.openRows('Networks');
    await explorer.columnMenu('Assets', 'Summarize column');
    const bins = page.getByRole('toolbar', { name: 'Distribution of Assets' }).getByRole('button');
    await expect(bins.first()).toHaveAttribute('aria-disabled', 'true');
    await tabTo(bins.first());
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await expect(bins.nth(1)).toBeFocused();
    await expect(explorer.conditions().getByRole('listitem')).toHaveCount(0);
  });
  await test.step('an order of several columns, which Back takes apart', async () => {
    await page
      .getByRole('region', { name: 'Summary of Assets' })
      .getByRole('button', { name: 'Close' })
      .click();
    await explorer.openRows('Networks');
    const [layer, tokens] = [explorer.header(/Layer/), explorer.header(/\bTokens\b/)];
    await layer.click();
    await expect(layer).toHaveAttribute('aria-sort', 'ascending');
    await tokens.click({ modifiers: ['Shift'] });
    await expect(tokens).toHaveAttribute('aria-sort', 'descending');
    await expect(layer).toContainText(/1\s*Layer/);
    await expect(tokens).toContainText(/2\s*Tokens/);
    // Forty networks on one page may be what the service serves at once. Once they are synced, the order of both columns is this computer's own.
    await expect(explorer.status()).toContainText('Sync these records to sort them by all of the columns.');
    const query = page.getByRole('button', { name: 'Query', exact: true });
    await query.click();
    await page.getByRole('button', { name: 'Sync…' }).click();
    await page
      .getByRole('dialog', { name: 'Sync networks' })
      .getByRole('button', { name: 'Start sync' })
      .click();
    await expect(page.getByRole('region', { name: 'Jobs started here' }).getByText(/^Done/)).toBeVisible();
    await query.click();
    await expect(explorer.status()).toContainText('complete, from the cache');
    const rows = async (): Promise<[string, number][]> => {
      const [layers, counts] = [
        await explorer.firstOf(/Layer/, 10),
        await explorer.firstOf(/\bTokens\b/, 10),
      ];
      return layers.map((name, row) => [name.trim(), Number(counts[row]?.replaceAll(',', ''))]);
    };
    const sorted = (all: readonly [string, number][]) =>
      all.toSorted(([a, m], [b, n]) => (a === b ? n - m : a < b ? -1 : 1));
    await expect
      .poll(async () => {
        const now = await rows();
        return isDeepStrictEqual(now, sorted(now));
      })
      .toBe(true);

    await tabTo(explorer.grid('Networks'));
    await keyboard.press('ArrowUp');
    await keyboard.press('Home');
    await keyboard.press('Shift+Enter');
    await expect(explorer.header(/Name/)).toContainText(/3\s*Name/);
    await keyboard.press('Alt+ArrowLeft');
    await expect(explorer.header(/Name/)).toHaveAttribute('aria-sort', 'none');
    await explorer.columnMenu('Assets', 'Add to sort');
    await expect(explorer.header(/\bAssets\b/)).toContainText(/3\s*Assets/);
  });
  await explorer.openRows('Assets');
  await test.step('another column', async () => {
    const summary = (column: string) => page.getByRole('region', { name: `Summary of ${column}` });
    const summarize = async (column: string): Promise<void> => {
      await explorer.columnMenu(column, 'Summarize column');
    };
    await page.setViewportSize({ width: 3000, height: 800 });
    await summarize('Name');
    await expect(summary('Name').getByRole('table')).toBeVisible();
    // The days of one column are no names of the other.
    await summarize('Inception date');
    await expect(summary('Inception date').getByRole('toolbar', { name: /^Distribution/ })).toBeVisible();
    await expect(page.getByText('This view stopped')).toBeHidden();
  });
  await test.step('no column', async () => {
    await page.evaluate(async () => {
      const assets = {
        view: 'browse',
        resource: 'assets',
        search: '',
        query: {},
        summary: 'no_such_column',
      };
      const { bridge } = window as unknown as { bridge: { writeTabs(args: unknown): Promise<unknown> } };
      await bridge.writeTabs({ connectionId: 'sample', tabs: { places: [assets], active: 0 } });
    });
    await page.reload();
    const summary = page.getByRole('region', { name: 'Summary of no_such_column' });
    await expect(summary.getByText('This list has no column “no_such_column”.')).toBeVisible();
    await expect(summary.getByRole('button', { name: 'Copy' })).toBeDisabled();
  });
});

test('what is synced is sorted by every column and summarized whole: a column, what leads from it to records and back, and a selection @nightly', async ({
  page,
  explorer,
}) => {
  const { keyboard } = page;
  await explorer.openRows('Issuers');
  await explorer.header('Domicile').click({ modifiers: ['Shift'] });
  await expect(explorer.header(/Domicile/)).toHaveAttribute('aria-sort', 'ascending');
  await expect(explorer.status()).toContainText('The service sorts by one column');
  await page.setViewportSize({ width: 3000, height: 800 });
  await explorer.showColumns(['State']);
  await explorer.columnMenu('State', 'Summarize column');
  const summary = page.getByRole('region', { name: 'Summary of State' });
  await expect(summary.getByRole('status')).toContainText(/100 cached issuers of 300/);
  await summary.getByRole('button', { name: 'Sync all of them…' }).click();
  await page.getByRole('button', { name: 'Start sync' }).click();
  await expect(summary.getByRole('status')).toContainText('all 300 issuers');
  await expect(explorer.status()).toContainText('complete, from the cache');
  await expect(explorer.status()).not.toContainText('The service sorts by one column');

  const grid = explorer.grid('Issuers');
  const whole = (await grid.getAttribute('aria-rowcount')) ?? '';
  const number = (text: string): number => Number(text.replaceAll(',', ''));
  const empty = summary.getByTitle('Show only records without a value');
  const without = number(await empty.innerText());
  await empty.click();
  await expect(explorer.conditions()).toContainText('State');
  await expect(grid).toHaveAttribute('aria-rowcount', (without + 1).toString());
  await keyboard.press('Alt+ArrowLeft');
  await expect(grid).toHaveAttribute('aria-rowcount', whole);

  const frequent = summary.getByRole('table').getByRole('row').nth(1);
  const times = number(await frequent.getByRole('cell').first().innerText());
  await frequent.getByRole('button').click();
  await expect(grid).toHaveAttribute('aria-rowcount', (times + 1).toString());
  await keyboard.press('Alt+ArrowLeft');
  await expect(grid).toHaveAttribute('aria-rowcount', whole);

  await summary.getByRole('button', { name: 'Close' }).click();
  await tabTo(grid);
  await keyboard.press('Home');
  await keyboard.press('ArrowRight');
  await keyboard.press('Control+ ');
  const status = explorer.status();
  await expect(status).toContainText('300 cells selected');
  await expect(status).not.toContainText('rows loaded');
  await expect(status).toContainText(/Sum \$.*Average \$.*Median \$.*Count 300.*Distinct \d{3}/);
});
