import type { Page } from '@playwright/test';
import { startRewritingService } from '../support/rewritingService.ts';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { choose, typeInto } from './support/typing.ts';

/** A value reaches every field that takes one, typed key by key, with the focus in its place. */

test('metadata that arrive late leave keys and focus alone @nightly', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  const arrive = new Map(
    ['assets', 'tokens', 'transactions'].map((name) => [name, Promise.withResolvers<undefined>()]),
  );
  await using slow = await startRewritingService({
    ...(await startService()),
    before: (path) => arrive.get(/^\/v4\/(\w+)\/meta/.exec(path)?.[1] ?? '')?.promise,
  });
  await explorer.connect(app, slow);
  const editor = page.getByRole('dialog', { name: 'Condition' });
  const words = editor.getByRole('combobox');
  /** Types while metadata are awaited, then goes on when the builder beside the editor shows its conditions with them. */
  const across = async (view: string, before: () => Promise<void>, after: () => Promise<void>) => {
    await explorer.openRows(view);
    await page.getByRole('button', { name: 'Query', exact: true }).click();
    await expect(page.getByText('Loading the fields…')).toBeVisible();
    await page.getByRole('button', { name: 'Condition', exact: true }).click();
    await expect(editor.getByRole('button', { name: /^Field:/ })).toBeFocused();
    await before();
    arrive.get(view.toLowerCase())?.resolve(undefined);
    await expect(page.getByRole('group', { name: 'Conditions' })).toBeVisible();
    await after();
    await page.keyboard.press('Escape');
    await expect(editor).toBeHidden();
  };

  const box = editor.getByRole('textbox', { name: 'Value of Asset class' });
  await across(
    'Assets',
    async () => {
      await page.keyboard.type('Asset class');
      await page.keyboard.press('Enter');
      await editor.getByRole('button', { name: /^Comparison:/ }).click();
      await page.getByRole('option', { name: 'is', exact: true }).click();
      await box.click();
      await page.keyboard.type('US Treasury');
    },
    async () => {
      await page.keyboard.type(' Debt');
      await expect(box).toBeFocused();
      await expect(box).toHaveValue('US Treasury Debt');
      await page.keyboard.press('Tab');
      // The service has told by now which classes there are.
      const chosen = editor.getByRole('button', { name: 'Value of Asset class: US Treasury Debt' });
      await expect(chosen).toBeVisible();
    },
  );
  const typeOn = async (rest: string, whole: string, chosen: RegExp): Promise<void> => {
    await page.keyboard.type(rest);
    await expect(words).toBeFocused();
    await expect(words).toHaveValue(whole);
    await page.keyboard.press('Enter');
    await expect(editor.getByRole('button', { name: chosen })).toBeVisible();
  };
  await across(
    'Transactions',
    async () => {
      await page.keyboard.type('Netw');
      await expect(words).toBeFocused();
    },
    () => typeOn('ork', 'Network', /^Field: Network/),
  );
  await across(
    'Tokens',
    async () => {
      await page.keyboard.type('Network id');
      await page.keyboard.press('Enter');
      await expect(editor.getByRole('button', { name: /^Value of Network/ })).toBeFocused();
      await page.keyboard.type('Eth');
      await expect(words).toBeFocused();
    },
    () => typeOn('ereum', 'Ethereum', /: Ethereum/),
  );
});

async function openNewAlert(page: Page): Promise<void> {
  const explorer = new Explorer({ window: page });
  await explorer.open('Watchlists');
  await page.getByRole('button', { name: 'New watchlist' }).click();
  await typeInto(page.getByRole('textbox', { name: 'Name' }), 'Any');
  await typeInto(
    page.getByRole('textbox', { name: /^Paste addresses/ }),
    '0x00000000219ab540356cbb839cbe05303d7705fa',
  );
  await page.getByRole('button', { name: 'Add wallets' }).click();
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Any' })).toBeVisible();
  await explorer.command('go to alerts');
  await page.getByRole('button', { name: 'New alert' }).click();
}

/** Dialogs that begin with a field: how each is opened, by mouse or keys, and the field that what is typed at once is meant for. */
const dialogs: readonly (readonly [name: string, field: string, open: (page: Page) => Promise<void>])[] = [
  [
    'Save view',
    'Name',
    async (page) => {
      await page.getByRole('button', { name: 'Query', exact: true }).click();
      await page.getByRole('button', { name: 'Save view' }).click();
    },
  ],
  ['Open link', 'RWA Explorer link', (page) => page.keyboard.press('Control+Shift+L')],
  ['Connect with an API key', 'API key', (page) => new Explorer({ window: page }).command('connect with')],
  [
    'Label and note',
    'Label',
    async (page) => {
      await new Explorer({ window: page }).openRecord('Assets', 0);
      await page.keyboard.press('n');
    },
  ],
  // An alert is made on a watchlist, which is made first.
  ['New alert', 'Name', openNewAlert],
];

test('what is typed at once goes into the first field of a dialog, and values into conditions @nightly', async ({
  page,
  explorer,
}) => {
  for (const [name, field, open] of dialogs) {
    await test.step(name, async () => {
      await open(page);
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog).toBeVisible();
      const box = dialog.getByLabel(field, { exact: true });
      await expect(box).toBeFocused();
      // What the app proposes there is replaced.
      await page.keyboard.type('two words');
      await expect(box).toHaveValue('two words');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
  }
  const loaded = (): Promise<boolean> =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('ConditionEditor')),
    );
  // No key is typed past it.
  await expect.poll(loaded).toBe(true);
  for (const [table, field, value, pill] of [
    ['Assets', 'Circulating market value', '1500', /^Circulating market value ≥ \$1,500/],
    ['Assets', 'Name', 'treasury bill', /^Name .*treasury bill/],
    ['Tokens', 'Name', 'gold', /^Name .*gold/],
    ['Transactions', 'Value', '1500', /^Value/],
  ] as const) {
    await test.step(`${field} of ${table}`, async () => {
      // The second time this takes the condition away.
      await explorer.openRows(table);
      await page.getByRole('button', { name: 'Condition', exact: true }).click();
      const editor = page.getByRole('dialog', { name: 'Condition' });
      await expect(editor.getByRole('button', { name: /^Field:/ })).toBeFocused();
      await page.keyboard.type(field);
      await page.keyboard.press('Enter');
      const box = editor.getByRole('textbox', { name: `Value of ${field}` });
      await expect(box).toBeFocused();
      await page.keyboard.type(value);
      await expect(box).toBeFocused();
      await expect(box).toHaveValue(value);
      await page.keyboard.press('Enter');
      const conditions = explorer.conditions().getByRole('listitem');
      await expect(conditions).toHaveText([pill]);
    });
  }
});

test('an alert on a metric has the number that was typed key by key, and one that is refused is neither shown nor saved', async ({
  page,
  explorer,
}) => {
  const [asset = ''] = await explorer.firstOf('Name', 1);
  await openNewAlert(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'A metric of a record' }).click();
  await dialog.getByRole('button', { name: 'Record: Choose' }).click();
  await page.keyboard.type(asset);
  await page.getByRole('option', { name: asset }).first().click();
  await choose(dialog.getByRole('combobox', { name: 'Metric' }), 'Circulating market value');
  const condition = dialog.getByRole('combobox', { name: 'Condition' });
  const save = dialog.getByRole('button', { name: 'Save alert' });

  const percent = dialog.getByRole('textbox', { name: 'Percent' });
  await typeInto(percent, '-5');
  await save.click();
  await save.click();
  await expect(dialog.getByRole('alert')).toHaveText('Enter a number above 0, such as 1,234.5.');
  await expect(percent).toHaveValue('-5');
  await expect(dialog.getByRole('status')).toBeEmpty();

  await choose(condition, 'is below');
  const value = dialog.getByRole('textbox', { name: 'Value' });
  await typeInto(value, '-5');
  await expect(dialog.getByRole('status')).toHaveText(`${asset}: circulating market value below -$5`);
  await save.click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: /^Edit/ }).click();
  await expect(value).toHaveValue('-5');
});

test('a watchlist with an amount that is refused leads to that amount', async ({ page, explorer }) => {
  await explorer.open('Watchlists');
  await page.getByRole('button', { name: /New watchlist/ }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Mine');
  await page.getByRole('button', { name: /^Add a condition/ }).click();
  await page.keyboard.type('usd_amount');
  await page.keyboard.press('Enter');
  await page.keyboard.type('12x');
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be watched' })).toBeVisible();
  await expect(page.locator('form .condition input')).toBeFocused();
});
