import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import type { Explorer } from './pages/explorer.ts';
import { exportRests } from './pages/files.ts';
import { tabTo, typeInto } from './support/typing.ts';

/** The columns as the header shows them, from the left. */
async function columns(page: Page): Promise<string[]> {
  const names = await page.getByRole('columnheader').allInnerTexts();
  return names.map((text) => text.split('\n')[0] ?? '');
}

/** All that is offered for two records is done with both. */
async function offeredForTwo(page: Page, explorer: Explorer): Promise<void> {
  await explorer.openRows('Assets');
  const both = (await explorer.column('Name')).slice(0, 2);
  const copied = async (): Promise<void> => {
    await expect.poll(() => explorer.clipboard()).not.toBe('');
    const text = await explorer.clipboard();
    expect(both.filter((name) => !text.includes(name))).toEqual([]);
  };
  /** What the entries of the menu do, by their beginnings; null for those of the one record under the pointer. */
  const done: readonly (readonly [RegExp, (() => Promise<void>) | null])[] = [
    [/^Copy/, copied],
    [
      /^Export 2 cells/,
      async () => {
        const dialog = page.getByRole('dialog', { name: /^Export/ });
        await exportRests(dialog);
        const preview = dialog.getByLabel('Preview', { exact: true });
        for (const name of both) await expect(preview).toContainText(name);
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      },
    ],
    [
      /^Compare 2 records/,
      async () => {
        const heads = page.getByRole('table', { name: 'Comparison of assets' }).getByRole('columnheader');
        for (const name of both) await expect(heads.filter({ hasText: name })).toBeVisible();
        await page.keyboard.press('Alt+ArrowLeft');
        await explorer.showsRows('Assets');
      },
    ],
    [/^(Filter to|Exclude) /, null],
    [/^Open the record/, null],
  ];
  const entries = page.getByRole('menu', { name: 'Cells' }).getByRole('menuitem');
  const offer = async (): Promise<string[]> => {
    await explorer.cell('Assets', 0).click();
    await explorer.cell('Assets', 1).click({ modifiers: ['Shift'] });
    await explorer.cell('Assets', 1).click({ button: 'right' });
    await expect(entries.first()).toBeVisible();
    return entries.allInnerTexts();
  };
  const offered = await offer();
  await page.keyboard.press('Escape');
  for (const [index, entry] of offered.entries()) {
    await test.step(entry, async () => {
      const [, check] = done.find(([begin]) => begin.test(entry)) ?? [];
      expect(check, 'what this does').toBeDefined();
      if (check === undefined || check === null) return;
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await offer();
      await entries.nth(index).click();
      await check();
    });
  }
}

test('columns are moved, pinned, resized and hidden by keyboard, and remembered @nightly', async ({
  windowApp: app,
  explorer,
}) => {
  const { keyboard } = app.window;
  const heading = explorer.header('Circulating market value');
  const name = heading.getByText('Circulating market value', { exact: true });
  const still = await name.boundingBox();
  await heading.getByText('7 d', { exact: true }).click();
  const changes = app.window.getByRole('menu', { name: 'Column Circulating market value' });
  await expect(changes.getByRole('menuitem', { name: 'Sort by 7 d change %' })).toBeVisible();
  // Nor does it move or cut itself under the pointer.
  expect(await name.boundingBox()).toEqual(still);
  await keyboard.press('Escape');
  await expect(changes).toBeHidden();

  await tabTo(explorer.grid('Assets'));
  await keyboard.press('Home');
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await keyboard.press('Control+Shift+ArrowRight');
  await expect
    .poll(async () => (await columns(app.window)).slice(0, 4))
    .toEqual(['Name', 'Circulating market value', 'Asset class', 'Ticker']);

  const before = (await explorer.header('Ticker').boundingBox())?.width ?? 0;
  await keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => (await explorer.header('Ticker').boundingBox())?.width).toBe(before + 16);

  await keyboard.press('Shift+F10');
  const menu = app.window.getByRole('menu', { name: 'Column Ticker' });
  await menu.getByRole('menuitem', { name: 'Pin column' }).click();
  await expect
    .poll(async () => (await columns(app.window)).slice(0, 4))
    .toEqual(['Name', 'Ticker', 'Circulating market value', 'Asset class']);

  // The heading that took its place is the active one now.
  await tabTo(explorer.grid('Assets'));
  await keyboard.press('Delete');
  await expect(explorer.header('Asset class')).toHaveCount(0);

  await explorer.openRows('Tokens');
  await app.restart();
  await explorer.openRows('Assets');
  await expect
    .poll(async () => (await columns(app.window)).slice(0, 4))
    .toEqual(['Name', 'Ticker', 'Circulating market value', 'Issuer']);
  expect((await explorer.header('Ticker').boundingBox())?.width).toBe(before + 16);

  await explorer.resetColumns();
  await expect
    .poll(async () => (await columns(app.window)).slice(0, 4))
    .toEqual(['Name', 'Circulating market value', 'Ticker', 'Asset class']);
});

test('cells are copied, columns dragged, conditions edited in their pill', async ({ page, explorer }) => {
  const { keyboard } = page;
  await test.step('a range of cells', async () => {
    await tabTo(explorer.grid('Assets'));
    await keyboard.press('Shift+ArrowDown');
    await keyboard.press('Shift+ArrowDown');
    for (let step = 0; step < 4; step += 1) await keyboard.press('Shift+ArrowRight');
    await expect(explorer.status()).toContainText('15 cells selected');
    await keyboard.press('Control+c');
    await expect(page.getByText('Copied 3 rows of 5 columns')).toBeVisible();
    const names = (await explorer.column('Name')).slice(0, 3);
    const rows = (await explorer.clipboard()).split('\n').map((line) => line.split('\t'));
    expect(rows.map(([name]) => name)).toEqual(names);
    for (const row of rows) expect(row[1]).toMatch(/^\d+(\.\d+)?$/);
    expect(await explorer.clipboard('text/html')).toContain(`>${rows[0]?.[1] ?? ''}</td>`);

    await keyboard.press('Escape');
    await expect(explorer.status()).not.toContainText('selected');

    // Three values of dollars alone: their sum is that of the copied figures.
    await keyboard.press('ArrowRight');
    await keyboard.press('Shift+ArrowUp');
    await keyboard.press('Shift+ArrowUp');
    const sum = explorer.status().getByRole('button', { name: /^Sum \$/ });
    await expect(explorer.status()).toContainText(/Average \$.*Minimum \$.*Maximum \$.*Count 3/);
    await keyboard.press('Control+c');
    await expect(page.getByText('Copied 3 rows of 1 column')).toBeVisible();
    const values = (await explorer.clipboard()).split('\n').map(Number);
    await sum.click();
    await expect(page.getByText('Sum copied.')).toBeVisible();
    expect(Number(await explorer.clipboard())).toBeCloseTo(
      values.reduce((total, value) => total + value, 0),
      4,
    );
    await tabTo(explorer.grid('Assets'));
    await keyboard.press('Escape');
  });
  await test.step('a column', async () => {
    const from = await explorer.header('Issuer').boundingBox();
    const to = await explorer.header('Ticker').boundingBox();
    if (from === null || to === null) throw new Error('The columns are not in sight.');
    const { mouse } = page;
    await mouse.move(from.x + 40, from.y + 12);
    await mouse.down();
    await mouse.move(to.x + 60, to.y + 12, { steps: 5 });
    await mouse.up();
    await expect
      .poll(async () => (await columns(page)).slice(0, 4))
      .toEqual(['Name', 'Circulating market value', 'Issuer', 'Ticker']);
    await expect(explorer.header('Issuer')).toHaveAttribute('aria-sort', 'none');

    const box = await explorer.header('Name').boundingBox();
    if (box === null) throw new Error('The column is not in sight.');
    await mouse.move(box.x + box.width, box.y + 12);
    await mouse.down();
    await mouse.move(box.x + box.width + 60, box.y + 12, { steps: 3 });
    await mouse.up();
    await expect.poll(async () => (await explorer.header('Name').boundingBox())?.width).toBe(box.width + 60);
  });
  await test.step('a condition is added with the editor of its type, edited in its pill, and removed', async () => {
    const all = await explorer.grid('Assets').getAttribute('aria-rowcount');

    await explorer.header('Circulating market value').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Add a condition…' }).click();
    const editor = page.getByRole('dialog', { name: 'Condition' });
    await typeInto(editor.getByRole('textbox'), '10m');
    await page.keyboard.press('Enter');
    const pills = explorer.conditions();
    await expect(pills.getByRole('listitem')).toHaveCount(1);
    await expect.poll(() => explorer.grid('Assets').getAttribute('aria-rowcount')).not.toBe(all);
    const some = await explorer.grid('Assets').getAttribute('aria-rowcount');

    // Other records in the same order are no reason to scroll to the column that they are in the order of.
    const scrolled = (): Promise<number> => explorer.grid('Assets').evaluate((grid) => grid.scrollLeft);
    await tabTo(explorer.grid('Assets'));
    await page.keyboard.press('End');
    await expect.poll(scrolled).toBeGreaterThan(300);
    const far = await scrolled();

    await pills.getByRole('button', { name: /^Circulating market value/ }).click();
    await typeInto(editor.getByRole('textbox'), '50m');
    await editor.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => explorer.grid('Assets').getAttribute('aria-rowcount')).not.toBe(some);
    expect(await scrolled()).toBe(far);

    await pills.getByRole('button', { name: /Remove the condition/ }).click();
    await expect.poll(() => explorer.grid('Assets').getAttribute('aria-rowcount')).toBe(all);
  });
  await test.step('all that is offered for two records is done with both', () =>
    offeredForTwo(page, explorer));
});
