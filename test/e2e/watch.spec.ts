// Border: the process goes on without a window, behind its icon in the tray.
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { expect, test, type App, type Service } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { typeInto } from './support/typing.ts';

/** A small service in which a few wallets move something several times a second. */
const small = ['--assets', '12', '--transactions', '400', '--live', '600', '--rate', '1000000'];

const countSchema = z.object({ pagination: z.object({ resultCount: z.int() }) });

/** How many transactions the service has from or to a wallet. */
async function countOf({ url, key }: Service, wallet: string): Promise<number> {
  const filters = ['from_address', 'to_address'].map((field) => ({
    operator: 'equals',
    field,
    value: wallet,
  }));
  const query = { filter: { operator: 'or', filters }, pagination: { page: 1, perPage: 1 } };
  const answer = await fetch(`${url}/v4/transactions?query=${encodeURIComponent(JSON.stringify(query))}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return countSchema.parse(await answer.json()).pagination.resultCount;
}

/** The number of a list's transactions as its figures of all days say. */
async function shownCount(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'All', exact: true }).click();
  const text = await page.getByLabel('Totals').getByRole('definition').first().innerText();
  return Number(text.replaceAll(',', ''));
}

function unreadInSidebar(page: Page): ReturnType<Page['locator']> {
  return page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: /^Watchlists.*new$/ });
}

test.describe('watching', () => {
  test('a wallet seen in the table: badge, feed and notification, and nothing twice after a restart', async ({
    app,
    startService,
  }) => {
    const service = await startService(...small, '--cache', makeTemporaryFolder('live'));
    const explorer = new Explorer(app);
    const wallet = await test.step('make a list from the wallet that moves most', async () => {
      await explorer.openAt(app, service);
      await explorer.openRows('Transactions');
      const senders = (await explorer.column('From')).map((text) => text.trim());
      const counts = Map.groupBy(
        // The zero address stands for nobody in mints.
        senders.filter((text) => text.includes('…') && !/^0x0+…0+$/.test(text)),
        (text) => text,
      );
      const [busiest = ''] = [...counts.keys()].toSorted(
        (a, b) => (counts.get(b)?.length ?? 0) - (counts.get(a)?.length ?? 0),
      );
      const cell = explorer.grid('Transactions').getByRole('gridcell', { name: busiest }).first();
      await cell.click({ button: 'right' });
      await app.window.getByRole('menuitem', { name: 'Watch this wallet…' }).click();
      const address = await app.window
        .getByRole('table', { name: 'Wallets of the list' })
        .getByRole('cell')
        .nth(1)
        .innerText();
      await typeInto(app.window.getByRole('textbox', { name: 'Name' }), 'Treasury');
      await app.window.getByRole('button', { name: 'Watch', exact: true }).click();
      await expect(app.window.getByRole('heading', { name: 'Treasury' })).toBeVisible();
      return address;
    });

    await test.step('an alert for each new transaction of it', async () => {
      await app.window.getByRole('button', { name: 'Alerts', exact: true }).click();
      await app.window.getByRole('button', { name: 'New alert' }).click();
      await typeInto(app.window.getByRole('dialog').getByRole('textbox', { name: 'Name' }), 'Treasury moves');
      await app.window.getByRole('dialog').getByRole('button', { name: 'Save alert' }).click();
      await expect(app.window.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('its first fetch is no news; what comes after it is', async () => {
      const check = app.window.getByRole('button', { name: 'Check now' });
      await expect(app.window.getByText(/^checked/)).toBeVisible();
      await expect(async () => {
        await check.click();
        await expect(unreadInSidebar(app.window)).toBeVisible({ timeout: 3000 });
      }).toPass({ timeout: 75_000 });
      await expect.poll(() => app.badge()).toBeGreaterThan(0);
    });

    await test.step('the feed has it, and the notification opens it', async () => {
      await unreadInSidebar(app.window).click();
      const feed = app.window.getByRole('region', { name: 'New transactions' });
      await expect(feed.getByText('Unread:').first()).toBeAttached();
      await expect
        .poll(async () => (await app.notifications()).map(({ title }) => title))
        .toContain('Treasury moves');
      await explorer.open('Assets');
      await app.clickNotification('Treasury moves');
      // A single transaction is opened itself, several in the feed; both in a tab of their own.
      await expect(
        app.window.getByRole('tab', { name: /^New transactions$|^0x/, selected: true }),
      ).toBeVisible();
    });

    const before = await test.step('the list counts what the service has, once', async () => {
      await app.window.keyboard.press('Control+Shift+Y');
      await expect(app.window.getByRole('tab', { name: 'Watchlists', selected: true })).toBeVisible();
      await app.window.getByRole('button', { name: /^Treasury/ }).click();
      const least = await countOf(service, wallet);
      await app.window.getByRole('button', { name: 'Check now' }).click();
      await expect.poll(() => shownCount(app.window)).toBeGreaterThanOrEqual(least);
      const shown = await shownCount(app.window);
      expect(shown).toBeLessThanOrEqual(await countOf(service, wallet));
      return shown;
    });

    await test.step('after a restart nothing is new again', async () => {
      await service.stop();
      await app.restart();
      const page = app.window;
      await expect(page.getByRole('heading', { name: 'Treasury' })).toBeVisible();
      await expect.poll(() => shownCount(page)).toBeGreaterThanOrEqual(before);
      await expect(unreadInSidebar(page)).toBeVisible();
      expect(await app.notifications()).toEqual([]);
      await unreadInSidebar(page).click();
      await page.getByRole('button', { name: 'Mark all read' }).click();
      await expect(page.getByRole('status').getByText('Everything is read.')).toBeVisible();
      // What the alert has raised is news too, until it was looked at.
      await page
        .getByRole('navigation', { name: 'Watching' })
        .getByRole('button', { name: /^Alerts/ })
        .click();
      await page.getByRole('button', { name: /^Triggered/ }).click();
      await expect(page.getByRole('region', { name: 'Triggered alerts' })).toContainText('Treasury moves');
      await expect(unreadInSidebar(page)).toHaveCount(0);
    });
  });
});

test('the app goes on behind its icon in the tray when the window is closed', async ({ app }) => {
  const explorer = new Explorer(app);
  await explorer.open('Settings');
  expect(await app.tray()).toBeNull();
  await app.answerMessageBox(0);
  await app.window.getByRole('switch', { name: 'Keep running with the window closed' }).click();
  await expect.poll(async () => (await app.tray())?.toolTip).toBe('RWA Explorer: No unread transactions');
  await app.window.getByRole('switch', { name: /^Pause on battery/ }).click();
  await app.setBattery(true);
  await expect(app.window.getByRole('switch', { name: 'Pause on battery (now)' })).toBeVisible();
  await expect.poll(async () => (await app.tray())?.toolTip).toBe('RWA Explorer: Waits while on battery');
  await app.setBattery(false);
  await app.chooseInTray('Pause watching');
  await expect.poll(async () => (await app.tray())?.entries).toContain('✓ Pause watching');
  await app.chooseInTray('Pause watching');
  await expect.poll(async () => (await app.tray())?.entries).toContain('Pause watching');

  await app.window.close();
  await app.chooseInTray('New transactions');
  await showsHeading(app, 'New transactions');

  // The menu bar of macOS stays without a window.
  await app.window.close();
  await app.chooseMenu('Go to Jobs');
  await app.chooseMenu('New tab');
  await app.chooseMenu('Keyboard shortcuts');
  await showsHeading(app, 'Keyboard');
  await expect(app.window.getByRole('tab', { name: 'Jobs' })).toHaveCount(1);
  await expect(app.window.getByRole('tab').last()).toHaveText(/Overview/);
});

/** Waits for a window, which may have to open first, to show a heading. */
async function showsHeading(app: App, name: string): Promise<void> {
  await expect(async () => {
    await expect(app.window.getByRole('heading', { name })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 75_000 });
}
