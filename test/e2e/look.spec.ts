import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { violations, violationsInBothThemes } from './pages/violations.ts';
import { tabTo, typeInto } from './support/typing.ts';

const white = 'rgb(255, 255, 255)';

/** Chooses the theme as a user does, and returns to the view before. */
async function chooseTheme(page: Page, explorer: Explorer, theme: 'Light' | 'Dark'): Promise<void> {
  await explorer.open('Settings');
  await page.getByRole('radio', { name: theme }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase());
}

test.describe('axe finds nothing in either theme:', () => {
  // Each view is looked at twice.
  test.beforeEach(() => {
    test.slow();
  });

  test('the welcome and a refused connection', async ({ app }) => {
    const page = app.window;
    await expect(page.getByRole('heading', { name: 'RWA Explorer' })).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await new Explorer(page).enterConnection('http://api.example.com', 'key');
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  test('the table, the columns and the connections', async ({ sampleApp: app }) => {
    const page = app.window;
    expect(await violationsInBothThemes(page)).toEqual([]);

    await page.getByRole('button', { name: 'Columns' }).click();
    await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Sample data' }).click();
    await page.getByRole('button', { name: 'Connect with an API key…' }).click();
    await expect(page.getByRole('dialog', { name: 'Connect with an API key' })).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  test('the record, as fields and as JSON', async ({ sampleApp: app }) => {
    const page = app.window;
    const explorer = new Explorer(page);
    await tabTo(explorer.grid('Assets'));
    await page.keyboard.press('Enter');
    await explorer.record().getByRole('term').first().getByRole('button').click();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await explorer.record().getByRole('tab', { name: 'JSON' }).click();
    await expect(explorer.record().getByLabel('Record as JSON')).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  test('no match, offline, settings and jobs', async ({ exploredApp: app }) => {
    const page = app.window;
    const explorer = new Explorer(page);
    await typeInto(page.getByRole('searchbox', { name: 'Find assets' }), 'no asset has this name');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'No assets match' })).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);

    await page.getByRole('switch', { name: /Work offline/ }).click();
    await expect(page.getByRole('switch', { name: /working offline/i })).toBeChecked();
    await explorer.open('Managers');
    await expect(page.getByRole('heading', { name: 'Not in the cache' })).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);

    for (const theme of ['Light', 'Dark'] as const) {
      await chooseTheme(page, explorer, theme);
      expect(await violations(page)).toEqual([]);
      await explorer.open('Jobs');
      await expect(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    }
  });
});

test('the window follows the system until a theme is chosen', async ({ exploredApp: app }) => {
  const page = app.window;
  const explorer = new Explorer(page);
  const body = page.locator('body');

  await page.emulateMedia({ colorScheme: 'light' });
  await expect(body).toHaveCSS('background-color', white);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(body).not.toHaveCSS('background-color', white);

  await chooseTheme(page, explorer, 'Light');
  await expect(body).toHaveCSS('background-color', white);
});

test('in the smallest window nothing is cut off', async ({ exploredApp: app }) => {
  const page = app.window;
  const explorer = new Explorer(page);
  await page.setViewportSize({ width: 900, height: 600 });
  await tabTo(explorer.grid('Assets'));
  await page.keyboard.press('Enter');
  await expect(explorer.record()).toBeVisible();

  const controls = [
    page.getByRole('button', { name: 'Refresh', exact: true }),
    page.getByRole('button', { name: 'Export…' }),
    page.getByRole('button', { name: 'Close the record' }),
    page.getByRole('switch', { name: /Work offline/ }),
    explorer.status().getByText('sample data'),
  ];
  for (const control of controls) await expect(control).toBeInViewport({ ratio: 1 });
});

test('at 200 % zoom nothing is cut off, and the window does not scroll sideways', async ({
  exploredApp: app,
}) => {
  const page = app.window;
  const explorer = new Explorer(page);
  // What the zoom of the View menu does: half as many pixels of layout, each drawn twice as large.
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setDeviceMetricsOverride', {
    width: 640,
    height: 400,
    deviceScaleFactor: 2,
    mobile: false,
  });
  await tabTo(explorer.grid('Assets'));
  await page.keyboard.press('Enter');
  await expect(explorer.record().getByRole('term').first()).toBeVisible();
  for (const control of [
    page.getByRole('button', { name: 'Export…' }),
    page.getByRole('button', { name: 'Close the record' }),
    page.getByRole('button', { name: 'Search or command' }).first(),
    page.getByRole('switch', { name: /Work offline/ }),
  ]) {
    await expect(control).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press('Escape');
  const entries = page.getByRole('navigation', { name: 'Views' }).getByRole('button');
  for (const name of await entries.allTextContents()) {
    await test.step(name, async () => {
      await explorer.open(name.trim());
      await expect(page.getByRole('main')).toBeVisible();
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBe(0);
    });
  }
});

test('in the compact layout rows are lower, and the first one in sight stays the first', async ({
  exploredApp: app,
}) => {
  const page = app.window;
  const explorer = new Explorer(page);
  const first = explorer.row('Assets', 1000);
  const heightOf = (row: number): Promise<number | undefined> =>
    explorer
      .row('Assets', row)
      .boundingBox()
      .then((box) => box?.height);
  await explorer.grid('Assets').evaluate((element) => {
    element.scrollTop = 1000 * 28;
  });
  await expect(first).toContainText(/\S/);
  expect(await heightOf(1000)).toBe(28);
  const { y } = (await first.boundingBox()) ?? { y: NaN };

  await page.keyboard.press('Control+k');
  await page.keyboard.type('compact layout');
  await page.keyboard.press('Enter');
  await expect.poll(() => heightOf(1000)).toBe(24);
  // The header, which is above, is lower by the same.
  await expect.poll(async () => (await first.boundingBox())?.y).toBeGreaterThan(y - 24);
  await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThanOrEqual(y);
  await tabTo(explorer.grid('Assets'));
  await page.keyboard.press('Control+End');
  await expect(explorer.row('Assets', 3499)).toBeInViewport();
});
