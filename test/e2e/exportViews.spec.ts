import { expect, test } from './fixtures/app.ts';
import { exportCsv } from './pages/files.ts';
import { choose, tabTo } from './support/typing.ts';

/** Each view writes what it shows. */

test('a list without a match is exported as it stands', async ({ page, explorer }) => {
  await tabTo(explorer.grid('Assets'));
  await page.keyboard.press('/');
  await page.keyboard.type('qqqq');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No assets match' })).toBeVisible();
  await page.keyboard.press('Control+e');
  await expect(page.getByRole('dialog', { name: 'Export assets' })).toBeVisible();
});

test('records, cells, a comparison, tables as on the screen, aggregates, and timeseries wide or long @nightly', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  const plain = (cell: string | undefined): string => (cell ?? '').replace(/^'/, '');
  await test.step('keys', async () => {
    await tabTo(explorer.grid('Assets'));
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox').first()).toBeFocused();
    await page.keyboard.press('Control+e');
    await expect(page.getByRole('dialog', { name: 'Export assets' })).toBeVisible();
    const saved = await exportCsv(app, 'view.csv', (dialog) =>
      dialog.getByText('Everything cached, unfiltered').click(),
    );
    expect(saved.heading[0]).toBe('Name');
    expect(saved.rows.length).toBeGreaterThan(0);
  });
  await test.step('a record, cells and a comparison', async () => {
    await page.keyboard.press('Escape');
    const names = (await explorer.column('Name')).slice(0, 2);
    const [first = ''] = names;

    const opened = await explorer.openFirst('Assets');
    await opened.getByRole('button', { name: 'Export the record…' }).click();
    const record = await exportCsv(app, 'record.csv');
    expect(record.rows).toHaveLength(1);
    expect(plain(record.rows[0]?.[record.heading.indexOf('Name')])).toBe(first);

    await explorer.cell('Assets', 0).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowRight');
    await explorer.cell('Assets', 1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Export 4 cells…' }).click();
    const cells = await exportCsv(app, 'cells.csv');
    expect(cells.heading).toEqual([
      'Name',
      'Circulating market value',
      'Circulating market value, 7 d change %',
      'Circulating market value, 90 d change %',
    ]);
    expect(cells.rows.map(([name]) => plain(name))).toEqual(names);

    await explorer.cell('Assets', 1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Compare 2 records' }).click();
    await expect(page.getByText(/of \d+ fields differ/)).toBeVisible();
    await page.getByRole('button', { name: 'Export…' }).click();
    const comparison = await exportCsv(app, 'comparison.csv');
    expect(comparison.rows.map((row) => plain(row[comparison.heading.indexOf('Name')]))).toEqual(names);
  });
  await explorer.openRows('Tokens');
  // A whole export of them would wait for further pages: the first rows do.
  const exportFirstRows = async (view: string): Promise<Record<string, string>[]> => {
    await tabTo(explorer.grid(view));
    await page.keyboard.press('Control+Home');
    for (let row = 1; row < 4; row += 1) await page.keyboard.press('Shift+ArrowDown');
    await page.getByRole('toolbar').getByRole('button', { name: 'Export…' }).click();
    const { heading, rows } = await exportCsv(app, `${view}.csv`);
    return rows.map((row) => Object.fromEntries(heading.map((name, place) => [name, plain(row[place])])));
  };
  const shown = async (column: string): Promise<string[]> =>
    (await explorer.firstOf(new RegExp(`^${column}\\b`), 4)).map((text) => text.trim());

  const assets = await shown('Asset');
  const tokens = await exportFirstRows('Tokens');
  expect(tokens.map((row) => row['Asset'])).toEqual(assets);
  for (const period of ['7', '90']) {
    const changes = tokens.map((row) => row[`Market value, ${period} d change %`]);
    expect(changes).toContainEqual(expect.stringMatching(/^-?\d+(\.\d+)?$/));
  }

  await explorer.openRows('Transactions');
  const networks = await shown('Network');
  const types = await shown('Type');
  const transactions = await exportFirstRows('Transactions');
  expect(transactions.map((row) => row['Network'])).toEqual(networks);
  expect(transactions.map((row) => row['Type'])).toEqual(types);

  await explorer.open('Aggregates');
  await expect(explorer.figure('Market value by network')).toBeVisible();
  const groups = await page.getByText(/^\d+ groups$/).innerText();
  await page.getByRole('button', { name: 'Export…' }).click();
  const aggregate = await exportCsv(app, 'aggregate.csv');
  expect(aggregate.heading).toEqual(['Measure', 'Unit', 'Group', 'Group id', 'Group name', 'Value']);
  expect(aggregate.rows).toHaveLength(Number.parseInt(groups, 10));

  await explorer.open('Timeseries');
  await choose(page.getByRole('combobox', { name: 'Group by', exact: true }), 'Network');
  await expect(explorer.figure('Market value by network')).toBeVisible();
  await page.keyboard.press('Control+e');
  const wide = await exportCsv(app, 'wide.csv');
  expect(wide.heading[0]).toBe('Date');
  expect(wide.heading).toContain('Ethereum');
  await page.getByRole('button', { name: 'Export…' }).click();
  const long = await exportCsv(app, 'long.csv', (dialog) =>
    dialog.getByRole('radio', { name: 'A row for each figure' }).check(),
  );
  expect(long.heading).toEqual(['Date', 'Measure', 'Unit', 'Group', 'Group id', 'Group name', 'Value']);
  const figures = wide.rows.flatMap(([, ...cells]) => cells.filter((cell) => cell !== ''));
  expect(long.rows).toHaveLength(figures.length);
});
