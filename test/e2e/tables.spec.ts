import { isJsonObject } from '../../preload/contract/json.ts';
import { startRewritingService } from '../support/rewritingService.ts';
import { expect, test } from './fixtures/app.ts';
import { tabTo } from './support/typing.ts';

/** What a hand reaches in a table: the menu of a cell, its columns, its headings. */

test('a cell filters to its nested record, a moving date stays one in its pill, and totals sum up another figure @nightly', async ({
  page,
  explorer,
}) => {
  await explorer.openRows('Transactions');
  const type = explorer.cell('Transactions', 0, 1);
  const name = (await type.innerText()).trim();
  await type.click({ button: 'right' });
  await page.getByRole('menuitem', { name: `Filter to type ${name}` }).click();
  await expect(explorer.conditions()).toContainText(`Type = ${name}`);
  await expect.poll(async () => new Set(await explorer.firstOf(/^Type/, 5))).toEqual(new Set([name]));

  // The second click resets the view.
  await explorer.openRows('Transactions');
  await expect(explorer.conditions().getByRole('listitem')).toHaveCount(0);
  const all = /[\d,]+ records/.exec(await explorer.status().innerText())?.[0] ?? 'no records';
  await page.getByRole('button', { name: 'Condition', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Condition' });
  await expect(editor).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('date');
  await page.keyboard.press('Enter');
  const relative = editor.getByRole('button', { name: 'Relative date' }).locator('.truncate');
  await expect(relative).toHaveText('Relative');
  expect(await relative.evaluate((words) => words.scrollWidth <= words.clientWidth)).toBe(true);
  await relative.click();
  await page.keyboard.type('30 days');
  await page.keyboard.press('Enter');
  await editor.getByRole('button', { name: 'Apply' }).click();
  await expect(explorer.conditions()).toContainText('last 30 days');
  await expect(explorer.status()).toContainText(new RegExp(`(?<![\\d,])(?!${all})[1-9][\\d,]* records`));
  await expect(page.getByRole('alert')).toHaveCount(0);

  await explorer.openRows('Assets');
  const totals = await explorer.openTotals('Asset class');
  const headings = totals.getByRole('columnheader');
  const pick = async (figure: string): Promise<void> => {
    await totals.getByRole('button', { name: /^Figures/ }).click();
    await page.keyboard.type(figure);
    await page.getByRole('option', { name: figure, exact: true }).click();
    await page.keyboard.press('Escape');
  };
  /** The exact sums under a heading, that of all records first. */
  const expectWhole = async (heading: string): Promise<number[]> => {
    await expect(headings.getByText(heading, { exact: true })).toBeVisible();
    const place = (await headings.allInnerTexts()).indexOf(heading);
    const titles = await totals
      .getByRole('row')
      .evaluateAll(
        (rows, cell) =>
          rows.slice(1).map((row) => row.querySelectorAll<HTMLElement>('td')[cell]?.title ?? ''),
        place - 1,
      );
    const [all = 0, ...groups] = titles.map((title) => Number(title.replaceAll(/[^\d.-]/g, '')));
    expect(groups.length).toBeGreaterThan(1);
    expect(all).toBeGreaterThan(0);
    expect(groups.reduce((sum, one) => sum + one, 0) / all).toBeCloseTo(1, 6);
    return [all, ...groups];
  };

  const values = await expectWhole('Circulating market value');
  await pick('Sum of Holding addresses');
  const holders = await expectWhole('Holding addresses');
  expect(holders.every(Number.isInteger)).toBe(true);
  expect(holders[0]).not.toBe(values[0]);
  await expect(totals.getByRole('note')).toContainText('Holding addresses does not add up');
  expect(await expectWhole('Circulating market value')).toEqual(values);
  await pick('Sum of Holding addresses');
  await expect(totals.getByRole('note')).toHaveCount(0);
});

test('columns open on their search, what is arranged in a template stays with it, widths with the user @nightly', async ({
  page,
  explorer,
}) => {
  // Columns out of sight are not in the document.
  await page.setViewportSize({ width: 3000, height: 800 });
  const { keyboard } = page;
  const added = explorer.header(/^Bridged token value, 30 d change/);
  const openTemplate = async (): Promise<void> => {
    await explorer.open('Saved views');
    await page.getByRole('button', { name: /^Templates/ }).click();
    await page.getByRole('button', { name: /^Issuers that grew most in 30 days/ }).click();
    await explorer.showsRows('Issuers');
    await expect(added).toBeVisible();
  };
  await test.step('focus', async () => {
    const chooser = await explorer.openColumns();
    await page.keyboard.type('ticker');
    await expect(chooser.getByRole('searchbox', { name: 'Find a column' })).toHaveValue('ticker');
  });
  await test.step('those of a template', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await explorer.openRows('Issuers');
    const own = await page.getByRole('columnheader').allTextContents();
    await openTemplate();

    // Elsewhere and back it is as it was left; the second click resets the view.
    await explorer.openRows('Tokens');
    await explorer.open('Issuers');
    await expect(added).toBeVisible();
    await explorer.open('Issuers');
    await expect(added).toBeHidden();
    await explorer.showsRows('Issuers');
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(own);
  });

  const website = explorer.header(/^Website/);
  const name = explorer.header(/^Name/);
  await explorer.openRows('Issuers');
  await explorer.showColumns(['Website']);
  await expect(website).toBeAttached();
  await openTemplate();
  await expect(website).toBeAttached();

  await tabTo(explorer.grid('Issuers'));
  await keyboard.press('ArrowUp');
  await keyboard.press('Home');
  const before = (await name.boundingBox())?.width ?? 0;
  await keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => (await name.boundingBox())?.width).toBe(before + 16);
  await explorer.showColumns(['Website'], false);
  await expect(website).toHaveCount(0);

  await explorer.openRows('Tokens');
  await keyboard.press('Alt+ArrowLeft');
  await explorer.showsRows('Issuers');
  await expect(added).toBeVisible();
  await expect(website).toHaveCount(0);
  await page.keyboard.press('Control+t');
  await expect(page.getByRole('tab')).toHaveCount(2);
  await page.getByRole('tab').first().click();
  await explorer.showsRows('Issuers');
  await expect(website).toHaveCount(0);

  await explorer.resetColumns();
  await expect(added).toHaveCount(0);
  await expect(website).toBeAttached();
  expect((await name.boundingBox())?.width).toBe(before + 16);
});

test('what is known stands there while the rest is awaited: headings, the number of records, and no group or name that is not', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  let answers = Promise.withResolvers<undefined>();
  let isLate = (_path: string): boolean => false;
  await using service = await startRewritingService({
    ...(await startService()),
    before: (path) => (isLate(path) ? answers.promise : undefined),
  });
  await explorer.openAt(app, service);
  const records = /[\d,]+ records/.exec(await explorer.status().innerText())?.[0] ?? 'no records';
  await page.evaluate(() => {
    const seen: string[] = [];
    const look = (): void => {
      const [wrong] = /0 groups of 0|\b\w+ id = \d+/.exec(document.body.innerText) ?? [];
      if (wrong !== undefined) seen.push(wrong);
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(window, { seen });
  });

  isLate = () => true;
  await page.getByRole('button', { name: 'Sync…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sync assets' });
  await expect(dialog).toContainText(records.replace(/ records$/, ''));
  await page.keyboard.press('Escape');

  await explorer.open('Tokens');
  await expect(explorer.grid('Tokens')).toHaveAttribute('aria-busy', 'true');
  await expect(explorer.header('Name')).toBeVisible();
  expect((await page.getByRole('columnheader').allInnerTexts()).filter((text) => text.trim() === '')).toEqual(
    [],
  );
  await page.keyboard.press('Control+Shift+g');
  answers.resolve(undefined);
  await explorer.showsRows('Tokens');
  await expect(
    page
      .getByRole('region', { name: /^Totals by/ })
      .getByRole('rowheader')
      .first(),
  ).toBeVisible();

  answers = Promise.withResolvers<undefined>();
  await explorer.open('Transactions');
  answers.resolve(undefined);
  await explorer.showsRows('Transactions');
  const type = explorer.row('Transactions', 0).getByRole('gridcell').nth(1);
  const name = (await type.innerText()).trim();
  // The names of types come with the metadata, after the rows.
  isLate = (path) => !path.includes('metadata');
  answers = Promise.withResolvers<undefined>();
  await type.click({ button: 'right' });
  await page.getByRole('menuitem', { name: `Filter to type ${name}` }).click();
  await expect(page.getByRole('list', { name: 'Active conditions' })).toContainText(`Type = ${name}`);
  answers.resolve(undefined);
  await explorer.showsRows('Transactions');
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
});

/** The first record in sight, where it begins below the headings, and how far the table is scrolled to the right. */
type Look = readonly [string | undefined, number | undefined, number];

/** What the window of a test keeps for it. */
interface Looking {
  lookAt: (table: Element) => Look;
  /** At the last frame of a table that may be gone. */
  last: { top: number; look: Look };
}

test('a tab that was away stands where it stood, also where it was left at once, and where others have come before its records', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  let missing = 3;
  await using service = await startRewritingService({
    ...(await startService()),
    rewrite: (answer, _own, path) => {
      const isFirst = path.startsWith('/v4/assets?') && !/"page":(?!1\D)/.test(decodeURIComponent(path));
      if (!isFirst || !isJsonObject(answer) || !Array.isArray(answer['results'])) return answer;
      return { ...answer, results: answer['results'].slice(missing) };
    },
  });
  await explorer.openAt(app, service);
  const grid = explorer.grid('Assets');
  const wheel = async (right: number, down: number): Promise<void> => {
    await grid.hover();
    await page.mouse.wheel(right, down);
  };
  await page.evaluate(() => {
    (window as unknown as Looking).lookAt = (table) => {
      const edge = table.querySelector('[role="rowgroup"]')?.getBoundingClientRect().bottom ?? 0;
      const rows = [...table.querySelectorAll('[role="row"]:not([aria-busy="true"])')].slice(1);
      const [first] = rows
        .map((row) => ({
          title: row.querySelector('.as-title')?.textContent.trim(),
          y: row.getBoundingClientRect().top - edge,
        }))
        .filter(({ y }) => y > -20)
        .toSorted((a, b) => a.y - b.y);
      return [first?.title, first?.y, table.scrollLeft];
    };
  });
  const look = (): Promise<Look> => grid.evaluate((table) => (window as unknown as Looking).lookAt(table));
  const scrollTop = (): Promise<number> => grid.evaluate((table) => table.scrollTop);

  await wheel(120, 833);
  await expect.poll(scrollTop).toBe(833);
  await expect.poll(async () => (await look())[2]).toBe(120);
  const stood = await look();
  await page.keyboard.press('Control+t');
  await explorer.openRows('Tokens');
  await page.keyboard.press('Control+Tab');
  await explorer.showsRows('Assets');
  await expect.poll(look).toEqual(stood);

  // Left while it scrolls: it comes back to where its last frame was.
  await grid.evaluate((table) => {
    const looking = window as unknown as Looking;
    const atFrame = (): void => {
      if (!table.isConnected || table.ariaLabel !== 'Assets') return;
      looking.last = { top: table.scrollTop, look: looking.lookAt(table) };
      requestAnimationFrame(atFrame);
    };
    atFrame();
  });
  await wheel(0, 560);
  await page.waitForFunction(() => (window as unknown as Looking).last.top !== 833);
  await page.keyboard.press('Control+Tab');
  await explorer.showsRows('Tokens');
  const { top, look: seen } = await page.evaluate(() => (window as unknown as Looking).last);
  await page.keyboard.press('Control+Tab');
  await explorer.showsRows('Assets');
  await expect.poll(scrollTop).toBe(top);
  await expect.poll(look).toEqual(seen);

  await wheel(0, 833 + 560 - top);
  await expect.poll(scrollTop).toBe(833 + 560);
  const scrolled = await look();

  // Three records come before those in sight.
  await page.keyboard.press('Control+Tab');
  await explorer.openRows('Assets');
  const first = await explorer.row('Assets', 0).locator('.as-title').innerText();
  missing = 0;
  await page.keyboard.press('Control+r');
  await expect(explorer.row('Assets', 3)).toContainText(first);
  await page.keyboard.press('Control+Tab');
  await expect.poll(scrollTop).toBe(833 + 560 + 3 * 28);
  await expect.poll(look).toEqual(scrolled);
  // And once more, by Refresh where they stand.
  missing = 1;
  await page.keyboard.press('Control+r');
  await expect.poll(scrollTop).toBe(833 + 560 + 2 * 28);
  await explorer.showsRows('Assets');
  expect(await look()).toEqual(scrolled);
});
