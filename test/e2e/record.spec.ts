import { expect, test } from './fixtures/app.ts';
import { violationsInBothThemes } from './pages/violations.ts';
import { choose, typeInto } from './support/typing.ts';

test('groups fold, empty fields hide, and both are remembered @nightly', async ({
  windowApp: app,
  explorer,
}) => {
  const record = await explorer.openRecord('Assets', 1);
  // The chart of the first figure comes a little later, and moves what is below.
  await expect(record.getByRole('slider')).toBeVisible();

  const identity = record.getByRole('button', { name: /^Identity \d+$/ });
  await identity.click();
  await expect(identity).toHaveAttribute('aria-expanded', 'false');
  await expect(record.getByRole('group', { name: /^Identity \d+$/ }).getByRole('term')).toHaveCount(0);
  const shown = await record.getByRole('term').count();
  await record.getByRole('checkbox', { name: /^Hide \d+ empty/ }).uncheck();
  await expect.poll(() => record.getByRole('term').count()).toBeGreaterThan(shown);

  // What is looked for is shown in folded groups too.
  await typeInto(record.getByRole('searchbox', { name: 'Find a field' }), 'slug');
  await expect(record.getByRole('term').filter({ hasText: 'Slug' }).first()).toBeVisible();
  await typeInto(record.getByRole('searchbox', { name: 'Find a field' }), 'no field is called this');
  await record.getByRole('button', { name: 'Show all fields' }).click();

  await app.restart();
  await explorer.showsRows('Assets');
  await expect(explorer.record().getByRole('button', { name: /^Identity \d+$/ })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  await expect(explorer.record().getByRole('checkbox', { name: /^Hide \d+ empty/ })).not.toBeChecked();
});

test('a record from its value to its technical fields, and related records, which open in the browser with their filter', async ({
  page,
  explorer,
}) => {
  const record = await explorer.openRecord('Assets', 1);
  await test.step('what it opens on and ends with', async () => {
    const groups = record.getByRole('group', { name: / \d+$/ });
    const key = groups.first();
    await expect(key).toHaveAccessibleName(/^Key figures \d+$/);
    await expect(key.getByRole('term').first()).toHaveText('Circulating market value');
    await expect(key.getByRole('definition').first()).toHaveText(
      /^\$[\d,.]+ 7 d [+-]?[\d.]+%.* 30 d [+-]?[\d.]+%/,
    );
    await expect(
      key.getByRole('slider', { name: 'Circulating market value over time: crosshair' }),
    ).toBeVisible();
    const names = await key.getByRole('term').allTextContents();
    expect(names.map((name) => name.trim())).toEqual(
      expect.arrayContaining(['Holding addresses', 'Asset class', 'Issuer', 'Networks']),
    );
    await expect(groups.last()).toHaveAccessibleName(/^Technical \d+$/);
    const technical = await groups.last().getByRole('term').allTextContents();
    expect(technical.map((name) => name.trim())).toEqual(
      expect.arrayContaining(['Id', 'Slug', 'Icon', 'Color', 'Asset class']),
    );
  });

  await record.getByRole('tab', { name: 'Related' }).click();
  const tokens = record.getByRole('table', { name: 'Tokens' });
  await expect(tokens.getByRole('columnheader')).toHaveText(['Name', 'Market value', 'Network']);
  const rows = await tokens.getByRole('row').count();
  // Nobody is to take the figures of a network for those of the asset on it.
  await expect(record.getByText('Figures of each network as a whole.')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  // Transactions cost one of few requests: the user says when.
  await expect(record.getByText(/requests are left this hour/)).toBeVisible();
  await record.getByRole('button', { name: 'Load (1 request)' }).click();
  await expect(record.getByRole('button', { name: 'Load (1 request)' })).toBeHidden();

  await record.getByRole('button', { name: 'Open tokens in the browser' }).click();
  await explorer.showsRows('Tokens');
  await expect(explorer.conditions()).toContainText(/Asset = \S/);
  await expect(explorer.grid('Tokens')).toHaveAttribute('aria-rowcount', rows.toString());

  await page.keyboard.press('Alt+ArrowLeft');
  await explorer.record().getByRole('tab', { name: 'Related' }).click();
  await explorer.record().getByLabel('Related records').getByRole('button').first().click();
  await explorer.showsRows('Issuers');
  await expect(explorer.record()).toHaveAccessibleName(/^Issuer /);
});

test('a record as JSON, and a metric whole @nightly', async ({ page, explorer }) => {
  const record = await explorer.openRecord('Assets', 1);
  await test.step('as JSON', async () => {
    await page.keyboard.press('j');
    const json = record.getByRole('group', { name: 'Record as JSON' });
    await expect(json).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    const sent: unknown = JSON.parse((await json.textContent()) ?? '');
    expect(sent).toHaveProperty('slug');
    await record.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('JSON copied.')).toBeVisible();
    await page.keyboard.press('j');
    await expect(record.getByRole('tab', { name: 'Fields' })).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('a metric', async () => {
    await typeInto(record.getByRole('searchbox', { name: 'Find a field' }), 'total_asset_value_dollar');
    await record.getByRole('button', { name: 'Total asset value (USD)' }).click();
    await expect(record.getByText('total_asset_value_dollar', { exact: true })).toBeVisible();
    await expect(record.getByText(/in US dollars$/)).toBeVisible();
    await expect(record.getByRole('rowheader')).toHaveText([
      'Now',
      '7 days ago',
      '30 days ago',
      '90 days ago',
    ]);
    // Now: the value; each day before: value, change and percent.
    await expect(record.getByRole('cell').filter({ hasText: /\d/ })).toHaveCount(10);
    await expect(
      record.getByRole('slider', { name: 'Total asset value (USD) over time: crosshair' }),
    ).toBeVisible();
    await expect(record.getByRole('figure')).toContainText('The service’s timeseries');
    expect(await violationsInBothThemes(page)).toEqual([]);

    await record.getByRole('tab', { name: 'History' }).click();
    await choose(record.getByRole('combobox', { name: 'Metric' }), 'Circulating supply');
    // Where midnight has passed since the app of this worker started, it has seen a day more.
    await expect(record.getByRole('figure')).toContainText(
      /Only \d points \((today|\d days seen here), 7, 30 and 90 days ago\)/,
    );
    await expect(
      record.getByRole('slider', { name: 'Circulating supply over time: crosshair' }),
    ).toBeVisible();
    await expect(record.getByRole('group', { name: 'Changes' })).toContainText('Nothing has changed since');
    expect(await violationsInBothThemes(page)).toEqual([]);
  });
});

test('labels and notes stay with records and addresses @nightly', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await explorer.openRecord('Assets', 1);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Label and note' });
  await typeInto(dialog.getByRole('textbox', { name: 'Label' }), 'Watch closely');
  await typeInto(dialog.getByRole('textbox', { name: 'Note' }), 'Ask about the audit <b>twice</b>');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(explorer.record()).toContainText('Watch closely');
  await expect(explorer.record()).toContainText('Ask about the audit <b>twice</b>');

  await explorer.openRows('Transactions');
  const transaction = await explorer.openRecord('Transactions', 1);
  await transaction.getByRole('button', { name: 'Label From' }).click();
  await typeInto(dialog.getByRole('textbox', { name: 'Label' }), 'Cold wallet');
  await page.keyboard.press('Enter');
  await expect(transaction).toContainText('Cold wallet');
  const from = await transaction
    .getByText(/^0x[0-9a-f]{40}$/i)
    .first()
    .innerText();

  await transaction.getByRole('button', { name: 'Show transactions of From' }).click();
  const pills = explorer.conditions();
  await expect(pills).toContainText(`From or To = ${from}`);
  await explorer.showsRows('Transactions');
  await expect(await explorer.openRecord('Transactions', 1)).toContainText('Cold wallet');

  await explorer
    .record()
    .getByRole('button', { name: /^Edit label and note of/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Remove both' }).click();
  await expect(explorer.record()).not.toContainText('Cold wallet');

  await app.restart();
  await explorer.openRows('Assets');
  await expect(await explorer.openRecord('Assets', 1)).toContainText('Watch closely');
});

test('a record has a page of its own, says what it cannot show, and names a provider @nightly', async ({
  page,
  explorer,
}) => {
  await explorer.openRecord('Assets', 1);
  await page.keyboard.press('c');
  await page.keyboard.press('o');
  const view = page.getByRole('main');
  await expect(view.getByRole('group', { name: 'History' }).getByRole('slider')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await expect(view.getByRole('group', { name: /^Tokens/ })).toBeVisible();
  await expect(view.getByRole('group', { name: 'Where the record comes from' })).toContainText('sample data');

  await page.keyboard.press('Alt+ArrowLeft');
  await explorer.showsRows('Assets');

  const openAsset = async (id: number): Promise<void> => {
    await page.keyboard.press('Control+Shift+L');
    const link = page.getByRole('textbox', { name: /link/i });
    await typeInto(
      link,
      `rwa-explorer://v1/record?at=sample&place=~resource~:~assets~,~id~:${id.toString()}`,
    );
    await page.keyboard.press('Enter');
  };
  await explorer.workOffline();
  // The last of the sample data, for which nothing shown so far has asked.
  await openAsset(3500);
  await expect(page.getByRole('heading', { name: 'Not in the cache' })).toBeVisible();
  await page.getByRole('button', { name: 'Go online' }).click();
  await expect(view.getByRole('term').first()).toBeVisible();

  await openAsset(99_999_999);
  await expect(page.getByRole('heading', { name: 'Record not found' })).toBeVisible();
  await expect(view).toContainText('Asset 99999999 not found.');

  await explorer.openRows('Assets');
  await typeInto(page.getByRole('searchbox', { name: 'Find assets' }), 'Peldamoor Stable');
  await page.keyboard.press('Enter');
  await expect(explorer.row('Assets', 0)).toContainText('Peldamoor Stable');
  const record = await explorer.openRecord('Assets', 0);
  await typeInto(record.getByRole('searchbox', { name: 'Find a field' }), 'identity check');
  await expect(record.getByRole('term').filter({ hasText: 'provider' })).toHaveText(
    'Identity check provider',
  );
  await record.getByRole('tab', { name: 'Related' }).click();
  const provider = record.getByRole('term').filter({ hasText: 'Identity check provider' });
  await expect(provider.locator('xpath=..').getByRole('definition')).toHaveText(/^\D+$/);
});
