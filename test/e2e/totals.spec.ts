import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { exportCsv, savePicture, written } from './pages/files.ts';
import { violationsInBothThemes } from './pages/violations.ts';
import { choose, typeInto } from './support/typing.ts';

/** Totals of a table: several levels, a second axis, and the records behind each figure. */

async function pick(page: Page, control: Locator, word: string): Promise<void> {
  await control.click();
  await page.keyboard.type(word);
  const list = page.getByRole('listbox');
  const option = list.getByRole('option', { name: word, exact: true });
  // A list of which several can be picked stays open.
  const staysOpen = (await list.getAttribute('aria-multiselectable')) === 'true';
  await option.click();
  if (staysOpen) await page.keyboard.press('Escape');
  await expect(option).toBeHidden();
}

function number(text: string): number {
  return Number(text.replaceAll(',', ''));
}

test('groups of groups, the records behind them, a chart, a second axis, its order, and Other @nightly', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await test.step('groups', async () => {
    await explorer.openRows('Assets');
    await explorer.columnMenu('Asset class', 'Totals by asset class');
    const panel = page.getByRole('region', { name: /^Totals by/ });
    const grid = panel.getByRole('treegrid');
    await pick(page, panel.getByRole('button', { name: /^Rows/ }), 'Investable');
    await expect(panel).toHaveAccessibleName('Totals by asset class and investable');
    const groups = grid.locator('tr[aria-level="2"]');
    const inner = grid.locator('tr[aria-level="3"]');
    await expect(inner.first()).toBeVisible();

    const countOf = async (row: Locator): Promise<number> =>
      number(await row.getByRole('gridcell').first().innerText());
    const all = await countOf(grid.locator('tr[aria-level="1"]'));
    const counts = await Promise.all((await groups.all()).map(countOf));
    expect(counts.length).toBeGreaterThan(1);
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(all);
    const innerCounts = await Promise.all((await inner.all()).map(countOf));
    expect(innerCounts.reduce((sum, one) => sum + one, 0)).toBe(all);

    // By keyboard: down to the first group, fold it, unfold it, and show the records of a figure within it.
    const rows = await grid.getByRole('row').count();
    await grid.getByRole('row').nth(1).getByRole('rowheader').click();
    await page.keyboard.press('ArrowDown');
    await expect(groups.first().getByRole('rowheader')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(groups.first()).toHaveAttribute('aria-expanded', 'false');
    await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(rows);
    await page.keyboard.press('ArrowRight');
    await expect(grid.getByRole('row')).toHaveCount(rows);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(inner.first().getByRole('gridcell').first()).toBeFocused();
    const behind = innerCounts[0] ?? 0;
    await page.keyboard.press('Control+c');
    await expect.poll(() => explorer.clipboard()).toBe(behind.toString());
    await page.keyboard.press('Enter');
    await expect(explorer.conditions().getByRole('listitem')).toHaveCount(2);
    await expect(panel.getByRole('status')).toContainText('1 group of');
    await expect.poll(() => countOf(grid.locator('tr[aria-level="1"]'))).toBe(behind);
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(() => countOf(grid.locator('tr[aria-level="1"]'))).toBe(all);
  });
  await test.step('a chart', async () => {
    await explorer.openRows('Assets');
    await explorer.columnMenu('Asset class', 'Totals by asset class');
    const panel = page.getByRole('region', { name: /^Totals by/ });
    const largest = panel.locator('tr[aria-level="2"]').first();
    const name = await largest.getByRole('rowheader').innerText();
    const figure = await largest.getByRole('gridcell').nth(1).innerText();
    await panel.getByRole('button', { name: 'Chart', exact: true }).click();
    const chart = panel.getByRole('figure', { name: 'Sum of Circulating market value by asset class' });
    await expect(chart).toContainText(`the largest: ${name} ${figure}`);
    await expect(chart).toContainText(/Summed up from [\d,]+ cached assets/);
    expect(await violationsInBothThemes(page)).toEqual([]);

    await savePicture(app, 'totals.png', chart);

    // An average of a second axis neither stands on another nor has a sum of others.
    await pick(page, panel.getByRole('button', { name: /^Figures/ }), 'Average of Circulating market value');
    await choose(
      panel.getByRole('combobox', { name: 'Figure of the chart' }),
      'Average of Circulating market value',
    );
    await pick(page, panel.getByRole('button', { name: /^Columns/ }), 'Ticker');
    await expect(panel.getByRole('figure')).toContainText(/The chart shows 8 of [\d,]+ columns/);
    await choose(panel.getByRole('combobox', { name: 'Figure of the chart' }), 'Count');
    await expect(panel.getByRole('switch', { name: /^Other \([\d,]+\), / })).toBeVisible();

    // The bar of the largest group stands highest and is the longest, whichever assets are cached.
    await pick(page, panel.getByRole('button', { name: /^Columns/ }), 'No columns');
    await choose(
      panel.getByRole('combobox', { name: 'Figure of the chart' }),
      'Sum of Circulating market value',
    );
    await expect(chart).not.toContainText('columns');
    const picture = chart.getByRole('img');
    const bar = picture.locator('strong');
    await expect(async () => {
      const box = await picture.boundingBox();
      if (box === null) throw new Error('The chart has no place on the page.');
      await page.mouse.move(box.x, box.y);
      for (let y = 0; y < box.height && (await bar.count()) === 0; y += 7)
        await page.mouse.move(box.x + box.width / 2, box.y + y);
      expect(await bar.innerText({ timeout: 1000 })).toBe(name);
    }).toPass({ timeout: 75_000 });
    await page.mouse.down();
    await page.mouse.up();
    await expect(explorer.conditions().getByRole('listitem').first()).toContainText(name);
    await panel.getByRole('button', { name: 'Table', exact: true }).click();
    await expect(panel.getByRole('treegrid')).toBeVisible();
  });
  await test.step('an axis', async () => {
    await explorer.openRows('Transactions');
    await page.keyboard.press('Control+Shift+G');
    const panel = page.getByRole('region', { name: /^Totals by/ });
    const grid = panel.getByRole('treegrid');
    await expect(grid).toBeVisible();
    await pick(page, panel.getByRole('button', { name: /^Columns/ }), 'Network');
    await expect(panel).toHaveAccessibleName(/ and network$/);
    await expect(grid.getByRole('columnheader', { name: 'All', exact: true })).toBeVisible();
    // It lies over the table, below the conditions.
    const covered = explorer.grid('Transactions').locator('xpath=ancestor::*[@inert]');
    await expect(covered).toHaveCount(1);
    await expect(page.getByRole('searchbox').first()).toBeVisible();

    const first = grid.locator('tr[aria-level="1"]').getByRole('gridcell');
    await expect.poll(() => first.count()).toBeGreaterThan(5);
    const cells = (await first.allInnerTexts())
      .filter((_, index) => index % 3 === 0)
      .map((text) => (text === '–' ? 0 : number(text)));
    expect(cells.slice(1).reduce((sum, one) => sum + one, 0)).toBe(cells[0]);

    await panel.getByRole('button', { name: 'Export the totals' }).click();
    const [whole] = (await exportCsv(app, 'totals.csv')).rows;
    expect(Number(whole?.[1])).toBe(cells[0]);
    // What the totals have read, not the page of the list beside them.
    const description = await written(path.join(app.userDataDir, 'totals.csv.json'));
    expect(JSON.parse(description.toString())).toMatchObject({
      resource: 'transactions',
      source: 'local',
      request: expect.stringMatching(/^\/v4\/transactions/) as unknown,
    });

    await page.keyboard.press('Alt+ArrowLeft');
    await expect(panel).not.toHaveAccessibleName(/ and network$/);
    await page.keyboard.press('Alt+ArrowRight');
    await expect(panel).toHaveAccessibleName(/ and network$/);
    await expect(grid.getByRole('columnheader', { name: 'All', exact: true })).toBeVisible();
    await grid.locator('tr[aria-level="2"]').first().getByRole('gridcell').first().click();
    await expect(covered).toHaveCount(0);
    await expect(explorer.conditions().getByRole('listitem').first()).toBeVisible();
  });
  await test.step('its columns', async () => {
    await explorer.openRows('Transactions');
    await explorer.columnMenu('Type', 'Totals by type');
    const panel = page.getByRole('region', { name: /^Totals by/ });
    const grid = panel.getByRole('treegrid');
    await pick(page, panel.getByRole('button', { name: /^Columns/ }), 'From');
    // What is picked is taken out: the count is left, one figure in each column.
    await pick(page, panel.getByRole('button', { name: /^Figures/ }), 'Sum of Value');
    await pick(page, panel.getByRole('button', { name: /^Figures/ }), 'Share of Value');
    await expect(panel.getByRole('button', { name: 'Figures: Count', exact: true })).toBeVisible();
    await expect(panel).toHaveAccessibleName('Totals by type and sender');
    await expect(grid.getByRole('columnheader', { name: 'All', exact: true })).toBeVisible();
    await expect(grid.getByRole('columnheader', { name: /^(Value|Share)$/ })).toHaveCount(0);

    // The second group of the first axis has a column of its own that puts it first.
    const rows = grid.locator('tr[aria-level="2"]');
    const second = rows.nth(1).getByRole('gridcell');
    const texts = await second.allInnerTexts();
    const at = texts.findIndex((text, index) => index > 0 && text !== '0' && text !== '–');
    const heading = grid.getByRole('columnheader').nth(at + 1);
    await heading.getByRole('button').click();
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
    const figures = grid.locator(`tr[aria-level="2"] td:nth-of-type(${(at + 1).toString()})`);
    const isSorted = async (): Promise<boolean> => {
      const sorted = (await figures.allInnerTexts()).map((text) => (text === '–' ? -1 : number(text)));
      return (
        sorted.length > 1 && sorted.every((value, row) => row === 0 || value <= (sorted[row - 1] ?? value))
      );
    };
    // The groups stand as they were until the answer is there.
    await expect.poll(isSorted).toBe(true);

    const other = grid.getByRole('columnheader', { name: /^Other \([\d,]+\)$/ });
    await expect(other).toHaveCount(1);
    const behind = number(await grid.locator('tr[aria-level="1"] td').last().innerText());
    expect(behind).toBeGreaterThan(0);
    await grid.locator('tr[aria-level="1"] td').last().click();
    const conditions = explorer.conditions().getByRole('listitem');
    await expect(conditions).toHaveCount(1);
    // It names each sender that has a column: as long as its line at most.
    const condition = conditions.locator('span').first();
    const line = await explorer.conditions().boundingBox();
    expect((await condition.boundingBox())?.width).toBeLessThan(line?.width ?? 0);
    await expect(condition).toHaveAttribute('title', await condition.innerText());
    await explorer.showsRows('Transactions');
    const all = grid.locator('tr[aria-level="1"]').getByRole('gridcell').first();
    await expect.poll(async () => number(await all.innerText())).toBeGreaterThanOrEqual(behind);
  });
});

test('totals are saved with their view, open again after a restart, and go by file', async ({
  windowApp: app,
  explorer,
}) => {
  await app.window.keyboard.press('Control+Shift+G');
  const panel = (): Locator => app.window.getByRole('region', { name: /^Totals by/ });
  await pick(app.window, panel().getByRole('button', { name: /^Rows/ }), 'Investable');
  await pick(app.window, panel().getByRole('button', { name: /^Figures/ }), 'Median of Price');
  await expect(panel().getByRole('columnheader', { name: 'Median of Price' })).toBeVisible();
  const figures = (): Promise<string[]> => panel().getByRole('gridcell').allInnerTexts();
  const before = await figures();
  await app.window.keyboard.press('Control+s');
  const dialog = (): Locator => app.window.getByRole('dialog', { name: 'Save view' });
  await expect(dialog().getByRole('textbox', { name: 'Name' })).toHaveValue(
    /^All assets, .*totals by asset class and investable$/,
  );
  await expect(dialog()).toContainText('and the totals by asset class and investable.');
  await typeInto(dialog().getByRole('textbox', { name: 'Name' }), 'Classes');
  await dialog().getByRole('button', { name: 'Save view' }).click();
  await expect(dialog()).toBeHidden();

  await app.restart();
  await explorer.open('Saved views');
  await app.window.getByRole('button', { name: 'Run Classes' }).click();
  await expect(panel()).toHaveAccessibleName('Totals by asset class and investable');
  await expect.poll(figures).toEqual(before);

  // Saving again changes the same view.
  await app.window.keyboard.press('Control+s');
  await expect(dialog().getByRole('button', { name: 'Replace view' })).toBeVisible();
  await app.window.keyboard.press('Escape');

  await explorer.open('Saved views');
  const file = path.join(app.userDataDir, 'classes.rwaq');
  await app.answerSaveDialog(file);
  await app.window.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(app.window.getByText(/1 view written to/)).toBeVisible();
  await app.window.getByRole('button', { name: 'Remove Classes' }).click();
  await app.window.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(app.window.getByRole('button', { name: 'Run Classes' })).toBeHidden();
  await app.window.getByLabel('File of saved views').setInputFiles(file);
  await app.window.getByRole('button', { name: 'Run Classes' }).click();
  await expect.poll(figures).toEqual(before);
});
