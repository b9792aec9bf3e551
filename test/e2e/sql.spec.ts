import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { expect, test } from './fixtures/app.ts';
import { exportCsv, exportFile, savePicture } from './pages/files.ts';
import { violationsInBothThemes } from './pages/violations.ts';
import { noteDrawnTexts } from './support/drawnTexts.ts';
import { tabTo, typeCode, typeInto } from './support/typing.ts';

const editorOf = (page: Page): Locator => page.getByRole('textbox', { name: 'SQL statement' });
const result = (page: Page, number: number): Locator =>
  page.getByRole('grid', { name: `Result ${number.toString()}`, exact: true });

const fileSchema = z.array(z.object({ name: z.string(), value: z.number() }));

/** The texts of the first column of a result, top down. */
function firstColumn(grid: Locator): Promise<string[]> {
  return grid.locator('[role="gridcell"][aria-colindex="1"]').allTextContents();
}

test('a statement is typed and run, its rows are those of the table and exported; an error says where it is, an endless one is stopped', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  const names = await explorer.firstOf('Name', 8);
  await explorer.open('SQL');
  const editor = editorOf(page);
  // What stands there at first is an example: it has not run.
  await expect(editor).toContainText('FROM assets');
  await expect(page.getByRole('heading', { name: 'No result yet' })).toBeVisible();

  const sql = 'SELECT name, circulating_market_value_dollar AS value FROM assets ORDER BY 2 DESC LIMIT 8';
  await test.step('the rows of the table', async () => {
    await typeCode(editor, sql);
    await page.keyboard.press('Control+Enter');
    await expect(result(page, 1).getByRole('columnheader')).toContainText(['name', 'value']);
    await expect
      .poll(async () => (await firstColumn(result(page, 1))).map((text) => text.trim()))
      .toEqual(names.map((name) => name.trim()));
    // A column is as wide as what it holds.
    const isCut = await result(page, 1)
      .locator('[role="gridcell"][aria-colindex="1"]')
      .evaluateAll((cells) => cells.map((cell) => cell.scrollWidth > cell.clientWidth));
    expect(isCut).toEqual(names.map(() => false));
    const value = result(page, 1).locator('[role="gridcell"][aria-colindex="2"]').first();
    await expect(value).toHaveCSS('text-align', 'right');
    await expect(explorer.status()).toContainText(/8 rows in \d/);
    await expect(explorer.status()).toContainText('cached records; others may exist');
    await expect(explorer.status()).toContainText('sample data');
  });

  await test.step('accessible in both themes', async () => {
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  await test.step('its export', async () => {
    await page.getByRole('button', { name: 'Export…' }).click();
    await expect(page.getByRole('dialog', { name: 'Export SQL result' })).toBeVisible();
    const chooseJson = (dialog: Locator): Promise<void> => dialog.getByText('JSON', { exact: true }).click();
    const path = await exportFile(app, 'result.json', chooseJson);
    const records = fileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    expect(records.map(({ name }) => name)).toEqual(names.map((name) => name.trim()));
    expect(await readFile(`${path}.json`, 'utf8')).toContain(sql);
  });

  await test.step('a parameter is a field', async () => {
    await typeCode(editor, 'SELECT name, 7 AS seven FROM assets WHERE name = :which');
    await typeInto(page.getByRole('textbox', { name: ':which' }), names[3]?.trim() ?? '');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => firstColumn(result(page, 2)))
      .toEqual([expect.stringContaining(names[3]?.trim() ?? '')]);
    await page.getByRole('button', { name: 'Export…' }).click();
    const { heading, rows } = await exportCsv(app, 'one.csv');
    expect([heading, ...rows]).toEqual([
      ['name', 'seven'],
      [names[3]?.trim(), '7'],
    ]);
    const answers = page.getByRole('tabpanel').getByText(/^Answers: /);
    await expect(answers).toBeHidden();
    await typeInto(page.getByRole('textbox', { name: ':which' }), '7');
    await expect(answers).toHaveText(`Answers: :which = ${JSON.stringify(names[3]?.trim())}`);
  });

  await test.step('a sum has two decimals, and all of its digits as title', async () => {
    await typeCode(editor, 'SELECT 573507630.0799999 AS sum');
    await page.keyboard.press('Control+Enter');
    const sum = result(page, 3).getByRole('gridcell');
    await expect(sum).toHaveText('573,507,630.08');
    await sum.hover();
    await expect(sum).toHaveAttribute('title', '573,507,630.0799999');
  });

  await test.step('the earlier result is in its tab', async () => {
    await page.getByRole('tab', { name: 'Result 1' }).click();
    await expect(result(page, 1).getByRole('gridcell').first()).toContainText(names[0]?.trim() ?? '');
  });

  await test.step('an error', async () => {
    await typeCode(editor, 'SELECT assets FORM assets WHERE x');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('alert')).toContainText('line 1, column 20');
    await typeCode(editor, 'SELECT nome FROM assets');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('alert')).toContainText('no such column: nome');
    await expect(page.getByRole('alert')).toContainText('line 1, column 8');

    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(editor).not.toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(editor).toBeFocused();

    await test.step('the list of views writes names', async () => {
      await typeCode(editor, 'SELECT count(*) AS found FROM ');
      await page.keyboard.press('Escape');
      await tabTo(page.getByRole('searchbox', { name: 'Find a view or column' }));
      await page.keyboard.type('networks website');
      const view = page
        .getByRole('region', { name: 'Views and columns' })
        .getByRole('button', { name: 'networks', exact: true });
      await tabTo(view);
      await page.keyboard.press('Enter');
      await expect(editor).toBeFocused();
      await expect(editor).toContainText('SELECT count(*) AS found FROM networks');
      await page.keyboard.press('Control+Enter');
      await expect(result(page, 4).getByRole('columnheader')).toContainText('found');
    });
  });
  await test.step('an endless statement', async () => {
    await typeCode(
      editor,
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n',
    );
    await page.keyboard.press('Control+Enter');
    const stop = page.getByRole('button', { name: 'Stop', exact: true });
    const run = page.getByRole('button', { name: 'Run', exact: true });
    await expect(stop).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alert')).toContainText('The statement was stopped.');
    await run.click();
    await expect(page.getByRole('alert')).toBeHidden();
    await stop.click();
    await expect(page.getByRole('alert')).toContainText('The statement was stopped.');
    await expect(run).toBeVisible();

    await test.step('is not the only one asked for: the other has not started, and the result says what it answers', async () => {
      const answers = page.getByRole('tabpanel').getByText(/^Answers: /);
      await result(page, 4).getByRole('gridcell').first().click();
      await page.keyboard.press('Control+Enter');
      await expect(stop).toBeVisible();
      await typeCode(editor, 'SELECT 77 AS quick');
      await page.keyboard.press('Control+Enter');
      const refusal = page.getByText('A statement is still running. Stop it with Esc, then run this one.');
      await expect(refusal).toBeVisible();
      await expect(answers).toHaveText('Answers: SELECT count(*) AS found FROM networks');
      await stop.click();
      await expect(refusal).toBeHidden();
      await editor.click();
      await page.keyboard.press('Control+Enter');
      await expect(result(page, 5).getByRole('gridcell')).toHaveText('77');
      await expect(answers).toBeHidden();
      await typeCode(editor, 'SELECT 78 AS quick');
      await expect(answers).toHaveText('Answers: SELECT 77 AS quick');
    });
  });
});

test('a result is shown as a chart of days or of texts, which is saved @nightly', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await explorer.open('SQL');
  const run = async (sql: string): Promise<void> => {
    await typeCode(editorOf(page), sql);
    await page.keyboard.press('Control+Enter');
  };
  const panel = (number: number): Locator =>
    page.getByRole('tabpanel', { name: `Result ${number.toString()}` });
  const values =
    "WITH t(day, place, amount, asset_id) AS (VALUES ('2026-03-02', 'east', 3, 1), ('2026-01-01', 'west', 4, 2), ('2026-03-03', 'east', null, 2))";

  await test.step('a chart of days', async () => {
    await run(`${values} SELECT day, amount, asset_id FROM t`);
    await expect(result(page, 1)).toBeVisible();
    await explorer.command('result as chart');
    const chart = panel(1).getByRole('figure', { name: 'amount by day' });
    await expect(chart).toContainText('From 3 rows of the result.');
    await expect(chart.locator('canvas').last()).toBeVisible();
    await panel(1).getByRole('button', { name: 'Bars' }).click();
    const readTexts = await noteDrawnTexts(page);
    const picture = await savePicture(app, 'chart.png', chart);
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect((await readTexts()).map(({ text }) => text)).toContain('amount by day');
  });

  await test.step('accessible in both themes', async () => {
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  await test.step('a chart of texts, of the first rows', async () => {
    await run(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30) SELECT 'place ' || i AS place, i AS amount, -i AS change FROM n",
    );
    await expect(result(page, 2)).toBeVisible();
    await page.getByRole('group', { name: 'Show result as' }).getByRole('button', { name: 'Chart' }).click();
    const chart = panel(2).getByRole('figure', { name: 'amount, change by place' });
    await expect(chart).toContainText('The chart shows the first 20 of 30 rows.');
    await expect(chart.getByRole('switch', { name: /^change/ })).toBeVisible();
  });
});

test('after another page and back, a statement gets its own result, its parameters their boxes, and an error its place', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  const editor = editorOf(page);
  const runs = async (sql: string): Promise<void> => {
    await typeCode(editor, sql);
    await page.keyboard.press('Control+Enter');
  };
  await explorer.open('SQL');
  await runs('SELECT 1 AS first');
  await expect(result(page, 1).getByRole('columnheader')).toContainText('first');

  await explorer.open('Labels');
  await explorer.open('SQL');
  await runs('SELECT 2 AS second, 3 AS other');
  await expect(result(page, 2).getByRole('columnheader')).toContainText(['second', 'other']);
  await expect(result(page, 2).getByRole('gridcell')).toHaveText(['2', '3']);
  await page.getByRole('button', { name: 'Export…' }).click();
  expect((await exportCsv(app, 'second.csv')).heading).toEqual(['second', 'other']);

  await typeCode(editor, 'SELECT :figure AS third');
  const figure = page.getByRole('textbox', { name: ':figure' });
  for (const [typed, reading] of [
    ['20m', '= 20,000,000'],
    ['29 Nov 2026', '= 2026-11-29'],
    ['"20m"', 'text'],
    ['3', '= 3'],
  ] as const) {
    await typeInto(figure, typed);
    await expect(page.getByRole('group', { name: 'Parameters' }).getByRole('status')).toHaveText(reading);
  }
  await runs('SELECT :figure AS third');
  await expect(result(page, 3).getByRole('gridcell')).toHaveText('3');
  await runs('SELECT 4 FORM assets WHERE x');
  await expect(page.getByRole('alert')).toContainText('line 1');
  await expect(editor.locator('.cm-lintRange-error')).toBeVisible();

  // All tabs share the statement: what one has replaced, another takes back.
  await page.keyboard.press('Control+t');
  await explorer.open('SQL');
  await expect(editor).toContainText('SELECT 4 FORM');
  await page.keyboard.press('Control+Shift+Tab');
  await expect(editor).toContainText('SELECT 4 FORM');
  await editor.click();
  await page.keyboard.press('Control+z');
  await expect(editor).not.toContainText('SELECT 4 FORM');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(page).toHaveTitle(/^Labels/);
  await page.keyboard.press('Alt+ArrowRight');
  await expect(editor).not.toContainText('SELECT 4 FORM');
});
