import { expect, test } from './fixtures/app.ts';
import { dollars } from './support/dollars.ts';
import { choose, tabTo } from './support/typing.ts';

/** Expects one figure, as far as a compact one tells it. */
function expectOne(figures: Readonly<Record<string, string>>): void {
  const exact = dollars(figures['record'] ?? '');
  expect(exact).toBeGreaterThan(1e6);
  const others = Object.entries(figures).map(([view, text]) => [view, dollars(text) / exact] as const);
  expect(
    others.filter(([, ratio]) => Math.abs(ratio - 1) > 0.005),
    JSON.stringify(figures),
  ).toEqual([]);
}

test('a network has one figure in every view', async ({ page, explorer }) => {
  const field = 'Bridged token value';
  await explorer.openRows('Networks');
  const [name = ''] = await explorer.column('Name');
  const [list = ''] = await explorer.column(new RegExp(`^${field}`));

  await tabTo(explorer.grid('Networks'));
  for (const [index, key] of ['Enter', 'ArrowDown'].entries()) {
    await page.keyboard.press(key);
    const shown = (await explorer.column('Name'))[index] ?? '';
    await explorer.showsRecord(`Network ${shown}`);
    await page.keyboard.press('c');
  }
  await page.keyboard.press('ArrowUp');
  await expect(explorer.record()).toHaveAccessibleName(`Network ${name}`);
  await expect(explorer.record().getByRole('term').first()).toHaveText(field);
  const record = await explorer.record().getByRole('definition').first().innerText();

  await page.keyboard.press('Shift+C');
  const compared = page.getByRole('table', { name: 'Comparison of networks' }).getByRole('row');
  const row = compared.filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${field}`) }) });
  await expect(row.getByRole('cell').filter({ hasText: '$' })).toHaveCount(2);
  const comparison = await row.getByRole('cell').first().innerText();

  await explorer.open('What changed');
  await choose(page.getByRole('combobox', { name: 'Records' }), 'Networks');
  await choose(page.getByRole('combobox', { name: 'Since' }), 'Over 7 days');
  const rows = page.getByRole('table', { name: 'Changed networks' }).getByRole('row');
  const changed = rows.filter({ has: page.getByRole('rowheader', { name }) });
  await expect(changed.getByRole('cell').first()).toHaveText(field);
  const whatChanged = await changed.getByRole('cell').nth(2).innerText();

  await explorer.open('Overview');
  const panel = page.getByRole('region', { name: 'Bridged token value by network' }).getByRole('row');
  const own = panel.filter({ has: page.getByRole('rowheader', { name }) });
  const overview = await own.getByRole('cell').first().innerText();
  expectOne({ list, record, comparison, whatChanged, overview });
});

test('the market has one figure in every view @nightly', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  await explorer.openAt(app, await startService());
  await explorer.open('Overview');
  const market = page.getByRole('list', { name: 'Market' });
  const figure = market.getByRole('button', { name: /^Circulating market value \$/ });
  const overview = await figure.innerText();
  const classes = page.getByRole('region', { name: 'Circulating market value by asset class' });
  const ofClass = await classes.getByRole('cell').first().innerText();

  await explorer.open('What changed');
  await choose(page.getByRole('combobox', { name: 'Since' }), 'Over 7 days');
  await page.getByRole('button', { name: 'Fetch all assets' }).click();
  await expect(page.getByText(/Covers all [\d,]+ assets/)).toBeVisible();
  await explorer.open('Assets');
  const totals = await explorer.openTotals('Asset class');
  await expect(totals.getByRole('status')).toContainText(/of all [\d,]+ assets/);
  await expect(totals.getByRole('columnheader', { name: 'Circulating market value' })).toBeVisible();
  const rows = totals.getByRole('treegrid').getByRole('row');
  // The exact figure is the cell's title.
  const exact = async (row: number): Promise<string> =>
    (await rows.nth(row).getByRole('gridcell').nth(1).getAttribute('title')) ?? '';
  const exactMarket = await exact(1);
  const whole = dollars(exactMarket);
  expectOne({ record: exactMarket, overview });
  expectOne({ record: await exact(2), overview: ofClass });

  await explorer.open('Aggregates');
  await choose(page.getByRole('combobox', { name: 'Data' }), 'Assets');
  const parts = explorer.figure(/^Circulating market value by /).getByRole('table');
  await expect(parts.getByRole('rowheader').first()).toBeVisible();
  const ofParts = await parts
    .getByRole('row')
    .getByRole('cell')
    .filter({ hasText: /^\$/ })
    .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).title));
  expect(sum(ofParts) / whole).toBeCloseTo(1, 2);

  await explorer.open('Timeseries');
  await choose(page.getByRole('combobox', { name: 'Data' }), 'Assets');
  const series = explorer.figure(/^Circulating market value by /);
  const latest = series.getByRole('region', { name: 'Legend' }).getByRole('switch');
  await expect(latest.first()).toBeVisible();
  const names = await latest.evaluateAll((switches) => switches.map((one) => one.ariaLabel ?? ''));
  expect(sum(names) / whole).toBeCloseTo(1, 2);
});

function sum(figures: readonly string[]): number {
  return figures.map(dollars).reduce((total, one) => total + one, 0);
}
