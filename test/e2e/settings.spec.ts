import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { typeInto } from './support/typing.ts';

/** The settings of figures, dates and times, found by words and seen where they hold. */

/** Puts the computer of the window into another time zone. */
async function moveToNewYork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' });
}

async function choose(page: Page, setting: string, choice: string | RegExp): Promise<void> {
  await page.getByRole('group', { name: setting }).getByRole('radio', { name: choice }).click();
}

test('figures, dates and times are shown as the settings say, and a cache that was cleared is empty', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await test.step('settings that arrive while it is there', async () => {
    await moveToNewYork(page);
    await explorer.openRows('Transactions');
    const first = async (): Promise<string> => (await explorer.firstOf('Time', 1))[0] ?? '';
    expect(await first()).toContain('UTC');
    // As another window does, or one that was left before its settings were stored.
    for (const [timeZone, shown] of [
      ['local', / E[SD]T/],
      ['UTC', / UTC/],
    ] as const) {
      await page.evaluate(async (zone) => {
        const { bridge } = window as unknown as {
          bridge: { setSettings(change: unknown): Promise<unknown> };
        };
        await bridge.setSettings({ timeZone: zone });
      }, timeZone);
      await expect.poll(first).toMatch(shown);
    }
  });
  await test.step('tables, records and charts', async () => {
    await explorer.open('Settings');
    await choose(page, 'Number format', '1.234,56');
    await choose(page, 'Currency display', 'USD 1.20B');
    await choose(page, 'Date order', '2026-11-25');
    await choose(page, 'Time format', '12 h');
    await expect(page.getByRole('group', { name: 'Example' })).toContainText(
      /USD\s1\.234\.567,89 · USD\s1,20B · \d{4}-\d\d-\d\d, \d\d:\d\d [ap]\.m\. UTC/,
    );

    await explorer.openRows('Transactions');
    const [time = ''] = await explorer.firstOf('Time', 1);
    expect(time.trim()).toMatch(/^\d{4}-\d\d-\d\d, \d\d:\d\d [ap]\.m\. UTC$/);
    for (const value of await explorer.firstOf('Value', 10))
      expect(value.trim()).toMatch(/^(USD\s[\d.]+,\d+[KMB]?|–)$/);
    await expect(explorer.status()).toContainText(/fetched \d\d:\d\d [ap]\.m\. UTC/);

    await explorer.open('Settings');
    await choose(page, 'Time zone', /^This computer/);
    await expect(page.getByRole('group', { name: 'Example' })).toContainText(/ [ap]\.m\. E[SD]T/);
    await explorer.openRows('Transactions');
    const [local = ''] = await explorer.firstOf('Time', 1);
    expect(local.trim()).toMatch(/ [ap]\.m\. E[SD]T$/);
    await explorer.openRecord('Transactions', 0);
    await expect(explorer.record()).toContainText(/\d{4}-\d\d-\d\d, \d\d:\d\d [ap]\.m\. E[SD]T/);

    await explorer.open('Aggregates');
    const figures = page.getByRole('main').getByRole('table').getByRole('cell');
    await expect(figures.filter({ hasText: /USD\s[\d.]+,\d\d[MB]/ }).first()).toBeVisible();
  });
  await test.step('a cache that was cleared', async () => {
    await explorer.open('Settings');
    const cache = page.getByRole('group', { name: 'Cache of Sample data' });
    await expect(cache).toContainText(/\d assets/);
    await app.answerMessageBox(0);
    await cache.getByRole('button', { name: 'Clear cache…' }).click();
    await expect(cache).toContainText('Nothing is cached.');
  });
});

test('a limit is added and removed; settings are found by words; the start page @nightly', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await test.step('a limit is added, which leaves the list of those that may be, and removed', async () => {
    await explorer.open('Settings');
    const others = page.getByLabel('Other limits');
    await others.click();
    await page.keyboard.type('Tokens');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Tokens request limit' })).toHaveValue('1,000');
    await expect(others).toHaveValue('');
    await expect(others.getByRole('option', { name: 'Tokens' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove limit' }).click();
    await expect(others.getByRole('option', { name: 'Tokens' })).toHaveCount(1);
  });
  await test.step('found by words', async () => {
    await explorer.open('Settings');
    const main = page.getByRole('main');
    await typeInto(page.getByRole('searchbox', { name: 'Find a setting' }), 'zone');
    await expect(page.getByRole('group', { name: 'Time zone' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Theme' })).toBeHidden();
    await expect(main.getByRole('heading', { name: 'View', exact: true })).toBeHidden();
    await page.keyboard.press('Escape');
    await typeInto(page.getByRole('searchbox', { name: 'Find a setting' }), 'certificates');
    await expect(page.getByRole('group', { name: 'Certificates' })).toBeVisible();
    // By the words of a switch, and of a choice.
    for (const [words, setting] of [
      ['start at login', 'In the background'],
      ['compact', 'Density'],
    ] as const) {
      await page.keyboard.press('Escape');
      await typeInto(page.getByRole('searchbox', { name: 'Find a setting' }), words);
      await expect(page.getByRole('group', { name: setting })).toBeVisible();
      await expect(page.getByRole('group', { name: 'Certificates' })).toBeHidden();
    }
  });
  await test.step('the start page', async () => {
    await page.keyboard.press('Escape');
    await explorer.open('Settings');
    await choose(app.window, 'Start page', 'Transactions');
    await explorer.openRows('Networks');
    await app.restart();
    await explorer.showsRows('Transactions');
    await app.window.keyboard.press('Alt+ArrowLeft');
    await explorer.showsRows('Networks');
  });
});
