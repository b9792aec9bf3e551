import { expect, test } from './fixtures/app.ts';
import { exportCsv } from './pages/files.ts';
import { addComputedColumn } from './pages/computedColumns.ts';
import { violationsInBothThemes } from './pages/violations.ts';
import { typeInto } from './support/typing.ts';

test('a table is sorted and filtered by a computed column, says what it covers, and is exported so @nightly', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await explorer.showsRows('Assets');
  await addComputedColumn(page, 'Twice the value', 'circulating_market_value_dollar.val * 2');
  await addComputedColumn(
    page,
    'Size',
    'if(circulating_market_value_dollar.val >= 300000000, "large", "small")',
  );
  await explorer.header('Size').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Totals by size' }).click();
  const panel = page.getByRole('region', { name: 'Totals by size' });
  await panel.getByRole('button', { name: /^Figures/ }).click();
  await page.keyboard.type('Sum of Twice');
  await page.getByRole('option', { name: 'Sum of Twice the value', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('columnheader', { name: 'Twice the value' })).toBeVisible();
  const large = panel.getByRole('row', { name: /^large/ });
  const [records = '', value = '', , twice = ''] = await large.getByRole('gridcell').allInnerTexts();
  const [, figure = '', unit = ''] = /^\$([\d.]+)(\D*)$/.exec(value) ?? [];
  // Figures of both columns are rounded.
  const [, doubled = '', doubledUnit = ''] = /^\$([\d.]+)(\D*)$/.exec(twice) ?? [];
  expect(doubledUnit).toBe(unit);
  expect(Number(doubled) / Number(figure)).toBeCloseTo(2, 1);
  expect(Number(records)).toBeLessThan(100);
  await large.getByRole('gridcell').first().click();
  await expect(explorer.conditions()).toContainText('Size = large');
  await expect(explorer.status()).toContainText(`${records} records from 100 cached records`);
  // The second click resets the view.
  await explorer.openRows('Assets');
  const header = explorer.header('Twice the value');
  const pills = explorer.conditions();

  await test.step('a click on the heading sorts the cached records, and the line below says how many', async () => {
    await header.click();
    await expect(header).toHaveAttribute('aria-sort', /descending|ascending/);
    await explorer.showsRows('Assets');
    await expect(explorer.status()).toContainText(/[\d,]+ cached of 3,500; others may come first/);
  });

  await test.step('a condition on it filters them', async () => {
    await page.getByRole('button', { name: 'Condition', exact: true }).click();
    const editor = page.getByRole('dialog', { name: 'Condition' });
    await editor.getByRole('button', { name: /^Field/ }).click();
    await page.keyboard.type('Twice');
    await page.getByRole('option', { name: /Twice the value/ }).click();
    await typeInto(editor.getByRole('textbox'), '1m');
    expect(await violationsInBothThemes(page)).toEqual([]);
    await editor.getByRole('button', { name: 'Apply' }).click();
    await expect(pills).toContainText(/Twice the value ≥ \$1,000,000/);
    await explorer.showsRows('Assets');
    await expect(explorer.status()).toContainText(/from [\d,]+ cached records; others may exist/);
  });

  await test.step('the export has these records in this order', async () => {
    await page.getByRole('button', { name: 'Export…' }).first().click();
    const { heading, rows } = await exportCsv(app, 'computed.csv');
    const at = heading.indexOf('Twice the value');
    const numbers = rows.map((row) => Number(row[at]));
    expect(numbers.length).toBeGreaterThan(1);
    expect(numbers.every((number) => number >= 1_000_000)).toBe(true);
    const isDown = (await header.getAttribute('aria-sort')) === 'descending';
    expect(numbers).toEqual(numbers.toSorted((a, b) => (isDown ? b - a : a - b)));
  });

  await test.step('its summary is that of the cached records', async () => {
    await header.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Summarize column' }).click();
    const summary = page.getByRole('region', { name: 'Summary of Twice the value' });
    await expect(summary).toContainText('Median');
    await expect(summary).toContainText('Sum');
    await page.keyboard.press('Escape');
  });

  await test.step('where the column is deleted, the view says so and another sort goes on', async () => {
    await header.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete computed column…' }).click();
    await page.getByRole('button', { name: 'Delete column' }).click();
    await expect(
      page.getByText('A computed column that this query sorts or filters by was deleted.'),
    ).toBeVisible();
    await expect(pills).toContainText('Deleted computed column');
    await pills.getByRole('button', { name: /Remove the condition/ }).click();
    await page.getByRole('button', { name: 'Sort in the default order' }).click();
    await explorer.showsRows('Assets');
    await expect(explorer.status()).toContainText('3,500 records');
  });
});
