import type { Page } from '@playwright/test';
import { resourceNames, resources, type ResourceName } from '../../preload/contract/resources.ts';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { violations, violationsInBothThemes } from './pages/violations.ts';
import { tabTo, typeInto } from './support/typing.ts';

/** Each view once: axe finds nothing in either theme, and nothing is wider than the window. */

/** Nothing on screen is still to come, and axe finds nothing in either theme. */
async function isAccessible(page: Page): Promise<void> {
  await new Explorer({ window: page }).rests();
  expect(await violationsInBothThemes(page)).toEqual([]);
}

const small = { width: 900, height: 600 };

/** Nothing is wider than the window, from half of the smallest one at a zoom of 200 % to a very large one. */
async function fits(page: Page): Promise<void> {
  const [before, ...sizes] = [
    await page.evaluate(() => ({ width: innerWidth, height: innerHeight })),
    { width: 640, height: 400 },
    { width: 720, height: 450 },
    small,
    { width: 3840, height: 2160 },
  ] as const;
  for (const size of sizes) {
    await page.setViewportSize(size);
    const wide = (): Promise<number[]> =>
      page.evaluate(() => [
        document.documentElement.scrollWidth - document.documentElement.clientWidth,
        [...document.querySelectorAll('header, main')].filter(
          (part) => part.getBoundingClientRect().right > innerWidth + 1,
        ).length,
      ]);
    // What follows the size of another part is laid out a frame later.
    await expect.poll(wide, `at ${size.width.toString()} × ${size.height.toString()}`).toEqual([0, 0]);
  }
  await page.setViewportSize(before);
}

/** Which of the tables the sweep looks at with every change. */
const everyDay: readonly ResourceName[] = ['assets'];

async function tableWithRecord(name: ResourceName, page: Page, explorer: Explorer): Promise<void> {
  await test.step(name, async () => {
    const { label, singular } = resources[name];
    await explorer.openRows(label);
    await expect(page).toHaveTitle(`${label} – RWA Explorer`);
    await fits(page);
    await explorer.openFirst(label);
    await expect(explorer.record()).toHaveAccessibleName(new RegExp(`^${singular} `));
    await isAccessible(page);
  });
}

test('every view in the sidebar, and a table with a record', async ({ page, explorer }) => {
  const entries = page.getByRole('navigation', { name: 'Views' }).getByRole('button');
  const tables = new Set<string>(resourceNames.map((name) => resources[name].label));
  const shown = (await entries.allTextContents())
    .map((name) => name.trim())
    .filter((name) => !tables.has(name));
  expect(shown.length).toBeGreaterThanOrEqual(7);
  for (const name of shown) {
    await test.step(name, async () => {
      await explorer.open(name);
      await expect(entries.filter({ hasText: name }).first()).toHaveAttribute('aria-current', 'page');
      await isAccessible(page);
      await fits(page);
    });
  }
  for (const name of everyDay) await tableWithRecord(name, page, explorer);
});

test('every other table with a record @nightly', async ({ page, explorer }) => {
  for (const name of resourceNames.filter((one) => !everyDay.includes(one)))
    await tableWithRecord(name, page, explorer);
});

test('the views that are reached from others, and those of watching', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await test.step('comparison, while a record is added', async () => {
    await tabTo(explorer.grid('Assets'));
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /^Compare/ }).click();
    await expect(page.getByRole('table', { name: 'Comparison of assets' })).toBeVisible();
    await page.getByRole('button', { name: /^Add an asset/ }).click();
    await page.keyboard.type('fund');
    await expect(page.getByRole('option').first()).toBeVisible();
    await isAccessible(page);
    await page.keyboard.press('Escape');
  });
  await test.step('totals of a table', async () => {
    await explorer.openRows('Transactions');
    await explorer.columnMenu('To', 'Totals by recipient');
    const rows = page.getByRole('region', { name: 'Totals by recipient' }).getByRole('row');
    await expect(rows.nth(2)).toBeVisible();
    await isAccessible(page);
  });
  await test.step('about', async () => {
    await explorer.open('Settings');
    await page.getByRole('main').getByRole('button', { name: 'About' }).click();
    await expect(page.getByRole('heading', { name: 'About', level: 1 })).toBeVisible();
    await isAccessible(page);
    for (const [name, holder] of [
      ['better-sqlite3', 'Joshua Wise'],
      ['svelte', 'Svelte Contributors'],
      ['zod', 'Colin McDonnell'],
    ] as const) {
      const entry = page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
      await entry.getByText(name, { exact: true }).click();
      await expect(entry).toContainText('MIT');
      await expect(entry.getByText(holder)).toBeVisible();
    }
    await app.chooseMenu('About RWA Explorer');
    await expect(page.getByRole('status', { name: 'Updates' })).toHaveText(
      'Updates are off: this copy was not installed from a package.',
    );
  });
  const check = async (step: string, here: () => Promise<void>): Promise<void> => {
    await test.step(step, async () => {
      await here();
      await isAccessible(page);
    });
  };
  await check('new watchlist', async () => {
    await explorer.open('Watchlists');
    await page.getByRole('button', { name: 'New watchlist' }).click();
    await typeInto(page.getByRole('textbox', { name: 'Name' }), 'Everything of a wallet');
    await typeInto(
      page.getByRole('textbox', { name: /^Paste addresses/ }),
      '0x00000000219ab540356cbb839cbe05303d7705fa\nno address',
    );
    await page.getByRole('button', { name: 'Add wallets' }).click();
    await expect(page.getByRole('list', { name: 'Skipped lines' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Wallets of the list' })).toBeVisible();
  });
  await check('watchlist', async () => {
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect(page.getByLabel('Totals')).toBeVisible();
  });
  await check('history of a list', async () => {
    await page.getByRole('button', { name: 'History', exact: true }).click();
    await expect(page.getByText('Watchlist created.')).toBeVisible();
  });
  await check('all lists', async () => {
    await explorer.command('Go to Watchlists', 'Watchlists');
    await expect(page.getByRole('switch', { name: /^Watch / })).toBeVisible();
  });
  await check('what is new', async () => {
    await explorer.command('Go to New transactions', 'New transactions');
    await expect(page.getByRole('button', { name: 'Since last visit' })).toBeVisible();
  });
  for (const kind of ['A transaction', 'A sum of transactions', 'A metric of a record']) {
    await check(`alert: ${kind}`, async () => {
      await explorer.command('Go to Alerts', 'Alerts');
      await page.getByRole('button', { name: 'New alert' }).click();
      await page.getByRole('radio', { name: kind, exact: true }).check();
    });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('what lies over the table, tabs, and high contrast @nightly', async ({ page, explorer }) => {
  const overTable = async (name: string | RegExp, open: () => Promise<void>): Promise<void> => {
    await test.step(String(name), async () => {
      await open();
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await isAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  };
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  await page.setViewportSize(small);
  await test.step('query builder', async () => {
    await page.getByRole('button', { name: 'Query', exact: true }).click();
    await expect(page.getByRole('group', { name: 'Conditions' })).toBeVisible();
    await isAccessible(page);
    await page.getByRole('button', { name: 'Query', exact: true }).click();
  });
  await overTable('Condition', async () => {
    await explorer.header('Circulating market value').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Add a condition…' }).click();
  });
  await overTable(/^Export/, () => page.getByRole('button', { name: 'Export…' }).click());
  await overTable('Columns', () => explorer.openColumns().then(() => undefined));
  await overTable('Connect with an API key', async () => {
    await page.getByRole('button', { name: 'Sample data' }).click();
    await page.getByRole('button', { name: 'Connect with an API key…' }).click();
  });
  await overTable('Search or run a command', async () => {
    await explorer.search('gold');
    await expect(page.getByRole('option').first()).toBeVisible();
  });
  await test.step('a second tab, with the overview', async () => {
    await page.keyboard.press('Control+t');
    for (const name of ['Largest movers in 30 days', 'Circulating market value by asset class'])
      await expect(page.getByRole('region', { name }).getByRole('rowheader')).not.toHaveCount(0);
    await isAccessible(page);
    await explorer.command('high contrast');
    await expect(page.locator('html')).toHaveAttribute('data-contrast', 'high');
    await isAccessible(page);
  });
  await test.step('tabs tell their whole names while there is space', async () => {
    await page.setViewportSize({ width, height });
    await explorer.open('Service providers');
    await page.keyboard.press('Control+t');
    const names = page.getByRole('tablist', { name: 'Open views' }).getByRole('tab').locator('.truncate');
    await expect(names).toHaveText(['Assets', 'Service providers', 'Overview']);
    const cut = (all: Element[]): number => all.filter((one) => one.scrollWidth > one.clientWidth).length;
    await expect.poll(() => names.evaluateAll(cut)).toBe(0);
  });
});

test.describe('at the very beginning', () => {
  test.use({ begin: 'welcome' });

  test('the welcome, a refused connection, and seeded violations', async ({ page, explorer }) => {
    await expect(page.getByRole('heading', { name: 'RWA Explorer' })).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await explorer.enterConnection({ url: 'http://api.example.com', key: 'key' });
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);

    await page.evaluate(() => {
      const image = new Image();
      image.src = 'data:,';
      const style = new CSSStyleSheet();
      style.replaceSync(`
        .seeded { color: #000; background: #fff }
        @media (prefers-color-scheme: dark) { .seeded { color: #777; background: #666 } }
      `);
      document.adoptedStyleSheets.push(style);
      const text = document.createElement('p');
      text.className = 'seeded';
      text.textContent = 'Grey on grey in the dark';
      document.querySelector('main')?.append(image, text);
    });
    // Where the document is the same in the dark theme, only the contrast is looked at there; one that changed is looked at whole.
    const found = (await violationsInBothThemes(page)).filter(
      (violation) => !violation.startsWith('dark: image-alt:'),
    );
    expect(found).toEqual([
      expect.stringMatching(/^light: image-alt: <img/),
      expect.stringMatching(/^dark: color-contrast: <p class="seeded"/),
    ]);
    expect((await violations(page)).map((violation) => violation.split(':')[0]).sort()).toEqual([
      'color-contrast',
      'image-alt',
    ]);
  });
});

test('while code loads, in small windows, at 200 % zoom, without records, and in both themes @nightly', async ({
  page,
  explorer,
}) => {
  await test.step('while code loads', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    await page.route(/\/assets\/Jobs-.*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await explorer.open('Jobs');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(1);
    release(undefined);
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(main.getByRole('heading', { level: 1 })).toHaveCount(1);
  });
  await test.step('controls stay in sight beside a record', async () => {
    await page.setViewportSize({ width: 820, height: 600 });
    await explorer.openRows('Assets');
    await explorer.openFirst('Assets');
    // The panel lies over the table, and covers no tool.
    for (const tool of await page
      .getByRole('toolbar', { name: /^Tools for / })
      .getByRole('button')
      .all())
      await tool.click({ trial: true });
    await page.setViewportSize(small);
    const always = [
      page.getByRole('button', { name: 'Export…' }),
      page.getByRole('button', { name: 'Close the record' }),
      page.getByRole('switch', { name: /Work offline/ }),
    ];
    const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
    for (const control of [...always, refresh, explorer.status().getByText('sample data')])
      await expect(control).toBeInViewport({ ratio: 1 });
    // What the zoom of the View menu does: half as many pixels of layout, each drawn twice as large.
    const protocol = await page.context().newCDPSession(page);
    const zoomed = { width: 640, height: 400, deviceScaleFactor: 2, mobile: false };
    await protocol.send('Emulation.setDeviceMetricsOverride', zoomed);
    for (const control of [...always, page.getByRole('button', { name: 'Search or command' }).first()])
      await expect(control).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await protocol.send('Emulation.clearDeviceMetricsOverride');
    await protocol.detach();
  });
  await test.step('a chart keeps its height, and the line under it covers none of it', async () => {
    await page.setViewportSize({ width: 690, height: 430 });
    for (const view of ['Timeseries', 'Aggregates']) {
      await explorer.open(view);
      const figure = explorer.figure(/^Market value/);
      await expect(figure).toBeVisible();
      await expect(async () => {
        const [chart, line] = [await figure.boundingBox(), await explorer.status().boundingBox()];
        if (chart === null || line === null) throw new Error('The figure or its line is not there.');
        expect(chart.height).toBeGreaterThanOrEqual(280);
        expect(chart.y + chart.height, view).toBeLessThanOrEqual(line.y + 1);
      }).toPass({ timeout: 75_000 });
    }
  });
  await test.step('no match, offline, settings and jobs; themes', async () => {
    await page.setViewportSize(small);
    await explorer.openRows('Assets');
    await typeInto(page.getByRole('searchbox', { name: 'Find assets' }), 'no asset has this name');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'No assets match' })).toBeVisible();
    await isAccessible(page);

    await explorer.workOffline();
    await explorer.open('Managers');
    await expect(page.getByRole('heading', { name: 'Not in the cache' })).toBeVisible();
    await isAccessible(page);

    const body = page.locator('body');
    const white = 'rgb(255, 255, 255)';
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(body).toHaveCSS('background-color', white);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(body).not.toHaveCSS('background-color', white);
    for (const theme of ['Light', 'Dark'] as const) {
      // Chosen against the system's, the theme is the app's own.
      await page.emulateMedia({ colorScheme: theme === 'Light' ? 'dark' : 'light' });
      await explorer.open('Settings');
      await page.getByRole('radio', { name: theme }).check();
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase());
      if (theme === 'Light') await expect(body).toHaveCSS('background-color', white);
      expect(await violations(page)).toEqual([]);
      await explorer.open('Jobs');
      await expect(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    }
  });
});

test('compact rows and high contrast, which stay @nightly', async ({ windowApp: app, page, explorer }) => {
  const first = explorer.row('Assets', 1000);
  const heightOf = async (row: number): Promise<number | undefined> =>
    (await explorer.row('Assets', row).boundingBox())?.height;
  await explorer.scrollTo('Assets', 1000);
  expect(await heightOf(1000)).toBe(28);
  const { y } = (await first.boundingBox()) ?? { y: NaN };

  await explorer.command('compact layout');
  await expect.poll(() => heightOf(1000)).toBe(24);
  // The header, which is above, is lower by the same.
  await expect.poll(async () => (await first.boundingBox())?.y).toBeGreaterThan(y - 24);
  await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThanOrEqual(y);
  await tabTo(explorer.grid('Assets'));
  await page.keyboard.press('Control+End');
  await expect(explorer.row('Assets', 3499)).toBeInViewport();

  await explorer.open('Settings');
  await expect(page.getByRole('radio', { name: 'Compact' })).toBeChecked();
  await page.getByRole('radio', { name: 'High', exact: true }).check();
  await app.restart();
  await expect(app.window.locator('html')).toHaveAttribute('data-density', 'compact');
  await expect(app.window.locator('html')).toHaveAttribute('data-contrast', 'high');
});
