import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { startRewritingService } from '../support/rewritingService.ts';
import { Builder } from './pages/builder.ts';
import type { Explorer } from './pages/explorer.ts';
import { paste, tabTo, takeProposal, typeCode, typeInto } from './support/typing.ts';

/** The builder with its JSON and a first condition. */
async function treasuries(explorer: Explorer): Promise<Builder> {
  const builder = new Builder(explorer);
  await explorer.page.setViewportSize({ width: 1400, height: 900 });
  await builder.openWithJson();
  await builder.add('asset_class_name');
  await builder.enter('US Treasury');
  await explorer.page.keyboard.press('Enter');
  return builder;
}

test('an or inside an and is built by keyboard, run, counted, and undone', async ({ page, explorer }) => {
  const builder = await treasuries(explorer);
  await builder.panel().getByRole('button', { name: 'Group', exact: true }).click();
  await builder.add('network_slug', 'group');
  await builder.enter('ethereum');
  await page.keyboard.press('Enter');
  await builder.add('circulating_market_value_dollar', 'group');
  // Nobody is told what is missing before it could be typed.
  await expect(page.getByText('Enter a value.')).toBeHidden();
  await builder.enter('1.5m');
  await expect
    .poll(() => builder.code())
    .toMatchObject({
      filter: {
        operator: 'and',
        filters: [
          { operator: 'equals', field: 'asset_class_name', value: 'US Treasury Debt' },
          {
            operator: 'or',
            filters: [
              { operator: 'equals', field: 'network_slug', value: 'ethereum' },
              { operator: 'gte', field: 'circulating_market_value_dollar', value: 1_500_000 },
            ],
          },
        ],
      },
    });
  await expect(
    page.getByText(
      'US Treasury Debt assets with (network slug ethereum or circulating market value over $1.5m), largest first',
    ),
  ).toBeVisible();

  await page.keyboard.press('Control+Enter');
  await expect
    .poll(async () => new Set(await explorer.column('Asset class')))
    .toEqual(new Set(['US Treasury Debt']));
  const shown = /^[\d,]+ records/.exec(await explorer.status().innerText())?.[0] ?? '';
  await page.getByRole('button', { name: 'Count' }).click();
  await expect(page.getByRole('status').filter({ hasText: /match/ })).toHaveText(
    `${shown.replace(' records', '')} match`,
  );

  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText('Enter a value.')).toBeVisible();
  await page.getByRole('button', { name: /^Redo/ }).click();
  await expect(page.getByText('Enter a value.')).toHaveCount(0);
});

test('a count that failed stands no longer once the filter was edited, and there again with its filter', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  let refuses = false;
  await using refusing = await startRewritingService({
    ...(await startService()),
    refuse: (path) => (refuses && /"perPage":1\b/.test(decodeURIComponent(path)) ? 'No counts today' : null),
  });
  await explorer.openAt(app, refusing);
  refuses = true;
  const builder = await treasuries(explorer);
  const refusal = page.locator('footer').getByText(/^The service rejected this query/);
  await page.getByRole('button', { name: 'Count' }).click();
  await expect(refusal).toBeVisible();

  await builder.add('network_slug');
  await builder.enter('ethereum');
  await page.keyboard.press('Enter');
  await expect(refusal).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Count' })).toBeEnabled();
  for (let undone = 0; undone < 2; undone += 1) await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(refusal).toBeVisible();
});

test('“No assets match” goes once another filter keeps the window waiting', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  const answers = Promise.withResolvers<undefined>();
  await using late = await startRewritingService({
    ...(await startService()),
    before: (path) => (path.includes('fund') ? answers.promise : null),
  });
  await explorer.openAt(app, late);
  const find = async (words: string): Promise<void> => {
    await page.keyboard.press('/');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
  };
  const none = page.getByRole('heading', { name: 'No assets match' });
  await find('qqqq');
  await expect(none).toBeVisible();
  await find('fund');
  // Long before the window gives up waiting.
  await expect(none).toHaveCount(0, { timeout: 15_000 });
  await expect(explorer.status()).not.toContainText('0 records');
  answers.resolve(undefined);
  await explorer.showsRows('Assets');
});

/** The texts that their boxes, or the window, cut. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const whole = document.createRange();
    return [...document.querySelectorAll<HTMLElement>('.condition input, .reading, nav .name')]
      .filter((element) => {
        whole.selectNodeContents(element);
        const { left, right } = element.getBoundingClientRect();
        const isCut =
          element.scrollWidth > element.clientWidth || whole.getBoundingClientRect().width > right - left;
        const tools = element.closest('.row')?.querySelector('.tools')?.getBoundingClientRect();
        return isCut || right > (tools?.left ?? innerWidth);
      })
      .map((element) => (element instanceof HTMLInputElement ? element.value : element.textContent));
  });
}

test('no amount, nor what it is read as, nor an entry of the navigation is cut where the window or its table is narrow', async ({
  page,
  explorer,
}) => {
  const builder = new Builder(explorer);
  await page.setViewportSize({ width: 1280, height: 800 });
  await builder.open();
  for (const amount of ['1234567890.55', '98,765,432,109.55', '1,234.5m']) {
    await builder.add('circulating_market_value_dollar');
    await builder.enter(amount);
  }
  await expect(page.getByText('$1,234,500,000')).toBeVisible();
  await page.getByRole('button', { name: 'Totals', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Totals by/ })).toBeVisible();
  expect(await cutTexts(page)).toEqual([]);
  await page.getByRole('button', { name: 'Totals', exact: true }).click();
  for (const size of [
    { width: 820, height: 700 },
    { width: 820, height: 480 },
  ]) {
    await page.setViewportSize(size);
    expect(await cutTexts(page)).toEqual([]);
  }
});

test('what a query asks is synced, and answered offline in other orders @nightly', async ({
  page,
  explorer,
}) => {
  await treasuries(explorer);
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(async () => new Set(await explorer.column('Asset class')))
    .toEqual(new Set(['US Treasury Debt']));
  const shown = /^[\d,]+ records/.exec(await explorer.status().innerText())?.[0] ?? '';
  const ids = (): Promise<string[]> => explorer.column('Name');
  const names = await ids();
  await page.getByRole('button', { name: 'Sync…' }).click();
  const sync = page.getByRole('dialog', { name: 'Sync assets' });
  await expect(sync.getByText(`${shown.replace(' records', '')}`, { exact: true })).toBeVisible();
  await sync.getByRole('button', { name: 'Start sync' }).click();
  await expect(page.getByRole('region', { name: 'Jobs started here' }).getByText(/^Done/)).toBeVisible();

  await explorer.workOffline();
  await expect(page.getByText('Offline: runs on the cached records')).toBeVisible();
  // Another order was never asked of the service: it can only be made from what the sync has fetched.
  await explorer.header('Name').click();
  await expect(explorer.status()).toContainText('complete, from the cache');
  await expect(explorer.status()).toContainText(shown);
  await page.getByRole('button', { name: 'Count' }).click();
  await expect(page.getByRole('status').filter({ hasText: /match/ })).toHaveText(
    `${shown.replace(' records', '')} match`,
  );
  const byValue = explorer.header('Circulating market value');
  await byValue.click();
  await expect(byValue).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(explorer.status()).toContainText('Offline');
  await expect.poll(ids).toEqual(names);
});

test('conditions are dragged and pasted, the code completes names and follows the tree, and what cannot be drawn stays @nightly', async ({
  page,
  explorer,
}) => {
  const builder = await treasuries(explorer);
  await builder.add('circulating_market_value_dollar');
  await builder.enter('20k');
  const fields = async (): Promise<unknown> =>
    ((await builder.code()) as { filter: { filters: { field: string }[] } }).filter.filters.map(
      ({ field }) => field,
    );
  await expect.poll(fields).toEqual(['asset_class_name', 'circulating_market_value_dollar']);

  await builder
    .panel()
    .getByRole('button', { name: 'Move the condition on Circulating market value', exact: true })
    .dragTo(builder.panel().getByRole('group', { name: 'Condition on Asset class' }), {
      targetPosition: { x: 60, y: 2 },
    });
  await expect.poll(fields).toEqual(['circulating_market_value_dollar', 'asset_class_name']);

  await builder.add('asset id');
  await builder
    .panel()
    .getByRole('button', { name: /^Comparison:/ })
    .last()
    .click();
  await page.getByRole('option', { name: /^is one of/ }).click();
  await builder
    .panel()
    .getByRole('button', { name: /Paste or type values/ })
    .click();
  const area = page.getByRole('textbox', { name: /^One value a line/ });
  await paste(area, '3\r\n5\r\n3\r\n"1,200"\r\n');
  await expect(page.getByText('3 values', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect
    .poll(() => builder.code())
    .toMatchObject({
      filter: { filters: [{}, {}, { field: 'asset_id', operator: 'in', value: [3, 5, '1,200'] }] },
    });

  const code = page.getByRole('textbox', { name: /as JSON$/ });
  await typeCode(code, '{"filter": {"field": "asset_class_n');
  await page.keyboard.press('Control+Space');
  await takeProposal(code, /asset_class_name/);
  await expect(code).toContainText('"asset_class_name"');

  await typeCode(code, '{"filter": {"field": "name", "operator": "resembles", "value": "fund"}}');
  const condition = builder.panel().getByRole('group', { name: 'Condition on Name' });
  await expect(condition.getByRole('button', { name: 'Comparison: resembles' })).toBeVisible();
  await expect(builder.panel().getByText('The service does not offer “resembles” for Name.')).toBeVisible();

  // It is sent all the same, and the service's own words come back to the condition.
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(builder.panel().getByText("Invalid operator 'resembles' for field 'name'")).toBeVisible();

  await typeCode(code, '{"filter": {"field": "name", "near": 3}}');
  await expect(page.getByText('The builder cannot show this query. It stays as you write it.')).toBeVisible();
  await expect(page.getByText('A condition has no member “near”.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  await typeCode(code, '{}');
  await expect(page.getByRole('list', { name: 'Queries to begin with' })).toBeVisible();
});

test('the builder says each column of an order, closes by Escape, and begins with examples @nightly', async ({
  page,
  explorer,
}) => {
  const builder = new Builder(explorer);
  await test.step('each column of an order, of which another first one leaves the others', async () => {
    await explorer.header('Asset class').click();
    await explorer.header('Circulating market value').click({ modifiers: ['Shift'] });
    await builder.open();
    const order = page.getByText('then Circulating market value, descending', { exact: true });
    await expect(order).toBeVisible();
    await page.getByRole('button', { name: /^Sort by/ }).click();
    await page.keyboard.type('ticker');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Sort by/ })).toContainText('Ticker');
    await expect(order).toBeVisible();
    await page.getByRole('button', { name: 'Query', exact: true }).click();
    await expect(builder.panel()).toBeHidden();
  });
  await test.step('Escape closes it, after what is open in it, and leaves the half-made query', async () => {
    await builder.open();
    await page.keyboard.press('Escape');
    await expect(builder.panel()).toBeHidden();
    await expect(page.getByRole('button', { name: 'Query', exact: true })).toBeFocused();

    await builder.open();
    await builder.add('ticker');
    // What is not typed yet is no problem; what was left empty is one.
    await expect(page.getByRole('textbox', { name: 'Value of Ticker' })).toBeFocused();
    await expect(page.getByText('1 problem')).toBeHidden();
    await tabTo(page.getByLabel('Page size'));
    await expect(page.getByText('1 problem')).toBeVisible();
    await page.getByRole('textbox', { name: 'Value of Ticker' }).click();
    await builder.enter('AB');
    await page.getByRole('button', { name: /^Add a condition:/ }).click();
    await expect(page.getByRole('combobox', { name: /condition/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox', { name: /condition/ })).toBeHidden();
    await expect(builder.panel()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(builder.panel()).toBeHidden();

    await builder.open();
    await expect(page.getByRole('textbox', { name: 'Value of Ticker' })).toHaveValue('AB');
    await expect(page.getByText('Not run yet')).toBeVisible();
  });
  await test.step('an example finds what the template of its name finds', async () => {
    await explorer.openRows('Transactions');
    await builder.open();
    await page.getByRole('button', { name: 'Large transfers of the last 30 days' }).click();
    await expect.poll(async () => new Set(await explorer.firstOf('Type', 5))).toEqual(new Set(['Transfer']));
    await expect(page.getByText('1 problem')).toBeHidden();
    const times = (await explorer.firstOf('Time', 10)).map((text) => Date.parse(text));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });
});

test('a file with errors is refused, a saved view asks for its values, is found again, and shows its outcome', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await explorer.open('Saved views');
  const file = path.join(app.userDataDir, 'queries.json');
  const good = { name: 'All networks', resource: 'networks', query: {} };
  const write = (queries: unknown[]): Promise<void> =>
    writeFile(file, JSON.stringify({ format: 'rwa-explorer-queries', version: 1, queries }));
  await write([
    good,
    { name: 'Big funds', resource: 'funds', query: {} },
    { name: 'By name', resource: 'assets', query: { sort: { field: 'name', direction: 'up' } } },
    { resource: 'tokens', query: {} },
  ]);
  await page.getByLabel('File of saved views').setInputFiles(file);
  const faults = page.getByRole('alert', { name: 'The file was not imported' });
  await expect(faults.getByRole('listitem')).toHaveText([
    /^View 2, “Big funds”: “resource” is “funds”, and must be one of assets, tokens/,
    'View 3, “By name”: “query.sort.direction” is “up”, and must be one of asc, desc.',
    'View 4: “name” is missing.',
  ]);
  await expect(page.getByRole('button', { name: 'Saved 0' })).toBeVisible();

  await write([good]);
  await page.getByLabel('File of saved views').setInputFiles(file);
  await expect(page.getByRole('button', { name: 'Run All networks' })).toBeVisible();

  await explorer.openRows('Assets');
  const builder = new Builder(explorer);
  await builder.open();
  await builder.add('asset_class_name');
  await builder.panel().getByRole('button', { name: 'Prompt for a value on each run' }).click();
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await typeInto(dialog.getByRole('textbox', { name: 'Name' }), 'One class');
  await typeInto(dialog.getByRole('combobox', { name: 'Folder' }), 'Weekly');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog).toBeHidden();

  await app.restart();
  await explorer.open('Saved views');
  const folder = app.window.getByRole('region', { name: 'Folder Weekly' });
  await folder.getByRole('button', { name: 'Run One class' }).click();
  const asked = app.window.getByRole('dialog', { name: 'Run with' });
  await typeInto(asked.getByRole('combobox'), 'Asset-Backed Credit');
  await asked.getByRole('button', { name: 'Run' }).click();
  await expect
    .poll(async () => new Set(await explorer.column('Asset class')))
    .toEqual(new Set(['Asset-Backed Credit']));

  await explorer.open('Saved views');
  await expect(folder.getByText(/just now · \d+ records/)).toBeVisible();
  await app.window.getByRole('button', { name: /^Recent runs/ }).click();
  await expect(
    app.window.getByText('One class · Asset-Backed Credit assets', { exact: false }),
  ).toBeVisible();
});
