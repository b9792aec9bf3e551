import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { typeInto } from './support/typing.ts';

/** The settings of figures, dates and times, found by words and seen where they hold. */

test.use({ environment: { TZ: 'America/New_York' } });

async function choose(page: Page, setting: string, choice: string | RegExp): Promise<void> {
  await page.getByRole('group', { name: setting }).getByRole('radio', { name: choice }).click();
}

test('figures, dates and times are shown as the settings say, in tables, records and charts', async ({
  exploredApp: app,
}) => {
  const page = app.window;
  const explorer = new Explorer(page);
  await explorer.open('Settings');
  await choose(page, 'Number format', '1.234,56');
  await choose(page, 'Currency display', 'USD 1.20B');
  await choose(page, 'Date order', '2026-11-25');
  await choose(page, 'Time format', '12 h');
  await expect(page.getByRole('group', { name: 'Example' })).toContainText(
    /USD\s1\.234\.567,89 · USD\s1,20B · \d{4}-\d\d-\d\d, \d\d:\d\d [ap]\.m\. UTC/,
  );

  await explorer.open('Transactions');
  await explorer.showsRows('Transactions');
  const [time = ''] = await explorer.firstOf('Time', 1);
  expect(time.trim()).toMatch(/^\d{4}-\d\d-\d\d, \d\d:\d\d [ap]\.m\. UTC$/);
  for (const value of await explorer.firstOf('Value', 10))
    expect(value.trim()).toMatch(/^(USD\s[\d.]+,\d+[KMB]?|–)$/);
  await expect(explorer.status()).toContainText(/fetched \d\d:\d\d [ap]\.m\. UTC/);

  await explorer.open('Settings');
  await choose(page, 'Time zone', /^This computer/);
  await expect(page.getByRole('group', { name: 'Example' })).toContainText(/ [ap]\.m\. E[SD]T/);
  await explorer.open('Transactions');
  await explorer.showsRows('Transactions');
  const [local = ''] = await explorer.firstOf('Time', 1);
  expect(local.trim()).toMatch(/ [ap]\.m\. E[SD]T$/);
  await explorer.row('Transactions', 0).getByRole('gridcell').first().dblclick();
  await expect(explorer.record()).toContainText(/\d{4}-\d\d-\d\d, \d\d:\d\d [ap]\.m\. E[SD]T/);

  await explorer.open('Aggregates');
  const figures = page.getByRole('main').getByRole('table').getByRole('cell');
  await expect(figures.filter({ hasText: /USD\s[\d.]+,\d\d[MB]/ }).first()).toBeVisible();
});

test('what is on the screen follows settings that arrive while it is there', async ({ exploredApp: app }) => {
  const explorer = new Explorer(app.window);
  await explorer.open('Transactions');
  await explorer.showsRows('Transactions');
  const first = async (): Promise<string> => (await explorer.firstOf('Time', 1))[0] ?? '';
  expect(await first()).toContain('UTC');
  // As another window does, or one that was left before its settings were stored.
  await app.window.evaluate(async () => {
    const { bridge } = window as unknown as { bridge: { setSettings(change: unknown): Promise<unknown> } };
    await bridge.setSettings({ timeZone: 'local' });
  });
  await expect.poll(first).toMatch(/ E[SD]T/);
});

test('a setting is found by its words, and the others leave with their headings', async ({
  exploredApp: app,
}) => {
  const page = app.window;
  const explorer = new Explorer(page);
  await explorer.open('Settings');
  const main = page.getByRole('main');
  await typeInto(page.getByRole('searchbox', { name: 'Find a setting' }), 'zone');
  await expect(page.getByRole('group', { name: 'Time zone' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Theme' })).toBeHidden();
  await expect(main.getByRole('heading', { name: 'View', exact: true })).toBeHidden();
  await page.keyboard.press('Escape');
  await typeInto(page.getByRole('searchbox', { name: 'Find a setting' }), 'certificates');
  await expect(page.getByRole('group', { name: 'Certificates' })).toBeVisible();
});

test('a start shows the page that was chosen for it, and Back leads to the view that was open', async ({
  exploredApp: app,
}) => {
  const explorer = (): Explorer => new Explorer(app.window);
  await explorer().open('Settings');
  await choose(app.window, 'Start page', 'Transactions');
  await explorer().open('Networks');
  await explorer().showsRows('Networks');
  await app.restart();
  await explorer().showsRows('Transactions');
  await app.window.keyboard.press('Alt+ArrowLeft');
  await explorer().showsRows('Networks');
});
