import type { Page } from '@playwright/test';
import { resourceNames, resources } from '../../preload/contract/resources.ts';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { violations, violationsInBothThemes } from './pages/violations.ts';
import { tabTo, typeInto } from './support/typing.ts';

/** Nothing on screen is still to come. */
async function settled(page: Page): Promise<void> {
  // The code of a view comes before anything in it.
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByText('Loading…')).toHaveCount(0);
}

/** Chooses the command of exactly this title in the palette. */
async function command(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await typeInto(page.getByRole('combobox', { name: 'Search or command' }), title);
  await page.getByRole('option', { name: title }).first().click();
}

test.describe('axe finds nothing in either theme:', () => {
  test.beforeEach(() => {
    // Records have up to 280 fields, and axe looks at each of them, in both themes.
    test.slow();
  });

  for (const [part, names] of [
    ['first', resourceNames.slice(0, 4)],
    ['last', resourceNames.slice(4)],
  ] as const) {
    test(`the ${part} four tables, each with a record`, async ({ sampleApp: app }) => {
      const explorer = new Explorer(app.window);
      for (const name of names) {
        await test.step(name, async () => {
          const { label, singular } = resources[name];
          await explorer.open(label);
          await explorer.showsRows(label);
          await tabTo(explorer.grid(label));
          await app.window.keyboard.press('Enter');
          await expect(explorer.record()).toHaveAccessibleName(new RegExp(`^${singular} `));
          await expect(explorer.record().getByRole('term').first()).toBeVisible();
          await settled(app.window);
          expect(await violationsInBothThemes(app.window)).toEqual([]);
        });
      }
    });
  }

  for (const half of ['upper', 'lower'] as const) {
    test(`every view in the ${half} half of the sidebar`, async ({ sampleApp: app }) => {
      const page = app.window;
      const entries = page.getByRole('navigation', { name: 'Views' }).getByRole('button');
      const tables = new Set<string>(resourceNames.map((name) => resources[name].label));
      const names = (await entries.allTextContents()).map((name) => name.trim());
      const shown = names.filter((name) => !tables.has(name));
      expect(shown.length).toBeGreaterThanOrEqual(7);
      const middle = Math.ceil(shown.length / 2);
      for (const name of half === 'upper' ? shown.slice(0, middle) : shown.slice(middle)) {
        await test.step(name, async () => {
          await new Explorer(page).open(name);
          await expect(entries.filter({ hasText: name }).first()).toHaveAttribute('aria-current', 'page');
          await settled(page);
          expect(await violationsInBothThemes(page)).toEqual([]);
        });
      }
    });
  }

  test('the views that are reached from others', async ({ sampleApp: app }) => {
    const page = app.window;
    const explorer = new Explorer(page);
    await test.step('record', async () => {
      await tabTo(explorer.grid('Assets'));
      await page.keyboard.press('Enter');
      await expect(explorer.record().getByRole('term').first()).toBeVisible();
      await page.keyboard.press('o');
      await expect(page.getByRole('main').getByRole('group', { name: 'History' })).toBeVisible();
      await settled(page);
      expect(await violationsInBothThemes(page)).toEqual([]);
    });
    await test.step('comparison', async () => {
      await page.keyboard.press('Alt+ArrowLeft');
      await page.keyboard.press('Alt+ArrowLeft');
      // On the way back the table is there too, beside the record.
      await expect(explorer.record()).toHaveCount(0);
      await explorer.showsRows('Assets');
      await tabTo(explorer.grid('Assets'));
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: /^Compare/ }).click();
      await expect(page.getByRole('table', { name: 'Comparison of assets' })).toBeVisible();
      await settled(page);
      expect(await violationsInBothThemes(page)).toEqual([]);
    });
    await test.step('totals of a table', async () => {
      await explorer.open('Transactions');
      await explorer.showsRows('Transactions');
      await page.getByRole('button', { name: 'Column menu: To', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Totals by recipient' }).click();
      await expect(
        page.getByRole('region', { name: 'Totals by recipient' }).getByRole('row').nth(2),
      ).toBeVisible();
      await settled(page);
      expect(await violationsInBothThemes(page)).toEqual([]);
    });
    await test.step('about', async () => {
      await explorer.open('Settings');
      await page.getByRole('main').getByRole('button', { name: 'About' }).click();
      await expect(page.getByRole('heading', { name: 'About', level: 1 })).toBeVisible();
      expect(await violationsInBothThemes(page)).toEqual([]);
    });
  });

  test('the views of watching', async ({ exploredApp: app }) => {
    const page = app.window;
    const explorer = new Explorer(page);
    const check = async (step: string, here: () => Promise<void>): Promise<void> => {
      await test.step(step, async () => {
        await here();
        await settled(page);
        expect(await violationsInBothThemes(page)).toEqual([]);
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
      await command(page, 'Go to Watchlists');
      await expect(page.getByRole('switch', { name: /^Watch / })).toBeVisible();
    });
    await check('what is new', async () => {
      await command(page, 'Go to New transactions');
      await expect(page.getByRole('button', { name: 'Since last visit' })).toBeVisible();
    });
    for (const kind of ['A transaction', 'A sum of transactions', 'A metric of a record']) {
      await check(`alert: ${kind}`, async () => {
        await command(page, 'Go to Alerts');
        await page.getByRole('button', { name: 'New alert' }).click();
        await page.getByRole('radio', { name: kind, exact: true }).check();
      });
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });

  test('what lies over the table', async ({ sampleApp: app }) => {
    const page = app.window;
    await test.step('query builder', async () => {
      await page.getByRole('button', { name: 'Query', exact: true }).click();
      await expect(page.getByRole('group', { name: 'Conditions' })).toBeVisible();
      await settled(page);
      expect(await violationsInBothThemes(page)).toEqual([]);
      await page.getByRole('button', { name: 'Query', exact: true }).click();
    });
    await test.step('editor of a condition', async () => {
      await new Explorer(page).header('Circulating market value').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Add a condition…' }).click();
      await expect(page.getByRole('dialog', { name: 'Condition' })).toBeVisible();
      expect(await violationsInBothThemes(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    await test.step('export', async () => {
      await page.getByRole('button', { name: 'Export…' }).click();
      await expect(page.getByRole('dialog', { name: /^Export/ })).toBeVisible();
      await settled(page);
      expect(await violationsInBothThemes(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    await test.step('palette', async () => {
      await page.keyboard.press('Control+k');
      await typeInto(page.getByRole('combobox', { name: 'Search or command' }), 'gold');
      await expect(page.getByRole('option').first()).toBeVisible();
      expect(await violationsInBothThemes(page)).toEqual([]);
    });
  });
});

test('axe finds a violation of each kind in the theme that has it', async ({ sampleApp: app }) => {
  const page = app.window;
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
  // Where the document is the same in the dark theme, only the contrast is looked at there; a clock that went on makes it another one.
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
