import type { Page } from '@playwright/test';
import { startRewritingService } from '../support/rewritingService.ts';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { typeInto } from './support/typing.ts';

/** A value reaches every field that takes one, typed key by key, with the focus in its place. */

for (const [table, field, value, pill] of [
  ['Assets', 'Circulating market value', '1500', /^Circulating market value ≥ \$1,500/],
  ['Assets', 'Name', 'treasury bill', /^Name .*treasury bill/],
  ['Tokens', 'Name', 'gold', /^Name .*gold/],
  ['Transactions', 'Value', '1500', /^Value/],
] as const) {
  test(`a value is typed into a condition on ${field} of ${table}`, async ({ sampleApp: app }) => {
    const page = app.window;
    const explorer = new Explorer(page);
    await explorer.open(table);
    await explorer.showsRows(table);

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
    await expect(page.getByRole('list', { name: 'Active conditions' }).getByRole('listitem')).toHaveText([
      pill,
    ]);
  });
}

test('metadata that arrive while a value is typed leave the keys and the focus to it', async ({
  app,
  startService,
}) => {
  const page = app.window;
  const explorer = new Explorer(page);
  const service = await startService();
  const metadata = Promise.withResolvers<undefined>();
  await using slow = await startRewritingService({
    url: service.url,
    rewrite: (answer) => answer,
    before: (path) => (path.includes('/assets/meta') ? metadata.promise : Promise.resolve(undefined)),
  });
  await explorer.connect(app, slow.url, service.key);
  await explorer.open('Assets');
  await explorer.showsRows('Assets');
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  await expect(page.getByText('Loading the fields…')).toBeVisible();

  await page.getByRole('button', { name: 'Condition', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Condition' });
  await expect(editor.getByRole('button', { name: /^Field:/ })).toBeFocused();
  await page.keyboard.type('Asset class');
  await page.keyboard.press('Enter');
  await editor.getByRole('button', { name: /^Comparison:/ }).click();
  await page.getByRole('option', { name: 'is', exact: true }).click();
  const box = editor.getByRole('textbox', { name: 'Value of Asset class' });
  await box.click();
  await page.keyboard.type('US Treasury');
  metadata.resolve(undefined);
  await expect(page.getByRole('group', { name: 'Conditions' })).toBeVisible();
  await page.keyboard.type(' Debt');
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('US Treasury Debt');
  await page.keyboard.press('Tab');
  // The service has told by now which classes there are.
  await expect(editor.getByRole('button', { name: 'Value of Asset class: US Treasury Debt' })).toBeVisible();
});

for (const [list, field] of [
  ['field', null],
  ['value', 'Network'],
] as const) {
  test(`metadata that arrive while the ${list} list of a condition is open leave it open, with its words`, async ({
    app,
    startService,
  }) => {
    const page = app.window;
    const explorer = new Explorer(page);
    const service = await startService();
    const metadata = Promise.withResolvers<undefined>();
    await using slow = await startRewritingService({
      url: service.url,
      rewrite: (answer) => answer,
      before: (path) => (path.includes('/tokens/meta') ? metadata.promise : Promise.resolve(undefined)),
    });
    await explorer.connect(app, slow.url, service.key);
    await explorer.open('Tokens');
    await explorer.showsRows('Tokens');
    await page.getByRole('button', { name: 'Query', exact: true }).click();
    await expect(page.getByText('Loading the fields…')).toBeVisible();

    await page.getByRole('button', { name: 'Condition', exact: true }).click();
    const editor = page.getByRole('dialog', { name: 'Condition' });
    await expect(editor.getByRole('button', { name: /^Field:/ })).toBeFocused();
    if (field === null) {
      await page.keyboard.type('Netw');
    } else {
      await page.keyboard.type('Network id');
      await page.keyboard.press('Enter');
      await expect(editor.getByRole('button', { name: /^Value of Network/ })).toBeFocused();
      await page.keyboard.type('Eth');
    }
    const words = editor.getByRole('combobox');
    await expect(words).toBeFocused();
    metadata.resolve(undefined);
    // The builder beside it shows its conditions once the metadata are there.
    await expect(page.getByRole('group', { name: 'Conditions' })).toBeVisible();
    await page.keyboard.type(field === null ? 'ork' : 'ereum');
    await expect(words).toBeFocused();
    await expect(words).toHaveValue(field === null ? 'Network' : 'Ethereum');
    await page.keyboard.press('Enter');
    await expect(
      editor.getByRole('button', { name: field === null ? /^Field: Network/ : /: Ethereum/ }),
    ).toBeVisible();
  });
}

test('the editor of a condition is loaded before it is opened, so that no key is typed past it', async ({
  sampleApp: { window },
}) => {
  const loaded = (): Promise<boolean> =>
    window.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('ConditionEditor')),
    );
  await expect.poll(loaded).toBe(true);
});

/** Each dialog that begins with a field: how it is opened, and the field that what is typed at once is meant for. */
interface Dialog {
  readonly name: string;
  readonly field: string;
  readonly open: (page: Page) => Promise<void>;
}

const dialogs: readonly Dialog[] = [
  {
    name: 'Save view',
    field: 'Name',
    async open(page) {
      await page.getByRole('button', { name: 'Query', exact: true }).click();
      await page.getByRole('button', { name: 'Save view' }).click();
    },
  },
  {
    name: 'Open link',
    field: 'RWA Explorer link',
    open: (page) => page.keyboard.press('Control+Shift+L'),
  },
  {
    name: 'Connect with an API key',
    field: 'Base URL',
    async open(page) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('connect with');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'Label and note',
    field: 'Label',
    async open(page) {
      await new Explorer(page).grid('Assets').click();
      await page.keyboard.press('Enter');
      await expect(new Explorer(page).record().getByRole('term').first()).toBeVisible();
      await page.keyboard.press('n');
    },
  },
];

/** An alert is made on a watchlist, which is made first. */
const newAlert: Dialog = {
  name: 'New alert',
  field: 'Name',
  async open(page) {
    const explorer = new Explorer(page);
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
    await page.keyboard.press('Control+k');
    await page.keyboard.type('go to alerts');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'New alert' }).click();
  },
};

/** Types at once into a dialog that is opened by mouse or keys. */
async function typeAtOnce(page: Page, { name, field, open }: Dialog): Promise<void> {
  await open(page);
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  const box = dialog.getByRole('textbox', { name: field, exact: true });
  await expect(box).toBeFocused();
  // What the app proposes there is replaced.
  await page.keyboard.type('two words');
  await expect(box).toHaveValue('two words');
}

for (const dialog of dialogs) {
  test(`what is typed at once goes into the first field of “${dialog.name}”`, ({ sampleApp: { window } }) =>
    typeAtOnce(window, dialog));
}

test('what is typed at once goes into the first field of “New alert”', async ({ exploredApp: app }) => {
  await typeAtOnce(app.window, newAlert);
});
