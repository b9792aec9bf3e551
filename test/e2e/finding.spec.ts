import { expect, test } from './fixtures/app.ts';
import { typeInto } from './support/typing.ts';

/** Fields are found by what people write, and an address leads to its transactions. */

test('words wait for Enter; what is found by other words, despite a typo, or by address', async ({
  page,
  explorer,
}) => {
  const box = page.getByRole('searchbox', { name: 'Find assets' });
  await test.step('words wait for Enter', async () => {
    const hint = page.getByRole('search').getByText('Enter', { exact: true });
    await expect(hint).toBeHidden();
    await typeInto(box, 'fund');
    await expect(hint).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(explorer.conditions()).toContainText('fund');
    await expect(hint).toBeHidden();
  });
  await test.step('words stay while conditions are added', async () => {
    // The second click resets the view.
    await explorer.open('Assets');
    await expect(box).toHaveValue('');
    await typeInto(box, 'trea');
    await explorer.cell('Assets', 0, 3).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Filter to / }).click();
    const conditions = explorer.conditions().getByRole('listitem');
    await expect(conditions).toHaveCount(1);
    await expect(box).toHaveValue('trea');
    await explorer.open('Tokens');
    await expect(page.getByRole('searchbox', { name: 'Find tokens' })).toHaveValue('');
    await explorer.open('Assets');
    await expect(box).toHaveValue('trea');
    await box.click();
    await page.keyboard.press('Enter');
    await expect(conditions).toHaveCount(2);
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(conditions).toHaveCount(1);
    await expect(box).toHaveValue('');
    await typeInto(box, 'fund');
    await explorer.open('Assets');
    await expect(conditions).toHaveCount(0);
    await expect(box).toHaveValue('');
  });
  await test.step('a condition by other words than its label', async () => {
    const dialog = page.getByRole('dialog', { name: 'Condition' });
    for (const [written, label] of [
      ['holder', 'Holding addresses'],
      ['apy', 'Yield to maturity'],
      ['fee', 'Management fee'],
      // A member of a metric, as its own picker writes it.
      ['30 d change $', 'Circulating market value, 30 d change $'],
    ] as const) {
      await page.getByRole('button', { name: 'Condition', exact: true }).click();
      await expect(dialog.getByRole('button', { name: 'Field: Choose a field' })).toBeFocused();
      // The first letter opens the list of fields.
      await page.keyboard.type(written);
      await expect(dialog.getByRole('combobox')).toHaveValue(written);
      await expect(dialog.getByRole('option', { name: label }).first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog.getByRole('combobox')).toBeHidden();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  });
  await test.step('a table is sorted by a figure in other words', async () => {
    await explorer.search('holder');
    const first = explorer.found().getByRole('group', { name: 'Assets by' }).getByRole('option').first();
    await expect(first).toContainText('Holding addresses');
    await first.click();
    await explorer.showsRows('Assets');
    await expect(explorer.header(/^Holding addresses/)).toHaveAttribute('aria-sort', 'descending');
  });
  await test.step('an address leads to its transactions first, then to watching it', async () => {
    await explorer.openRows('Transactions');
    const address = `0x${'1f36'.repeat(10)}`;
    await explorer.search(address);
    const options = page.getByRole('option');
    await expect(options.nth(0)).toContainText('Transactions of 0x1f36');
    await expect(options.nth(1)).toContainText('Watch the wallet 0x1f36');
    await page.keyboard.press('Enter');
    await expect(explorer.conditions()).toContainText('0x1f36');
  });
  await test.step('a command despite a typo, and a hash in the transactions', async () => {
    await explorer.search('setings');
    await expect(page.getByRole('option').first()).toContainText('Settings');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();

    // The second click takes the condition away.
    await explorer.open('Transactions');
    await explorer.openRows('Transactions');
    const hash = `0x${'1f'.repeat(32)}`;
    await explorer.search(hash);
    await explorer
      .found()
      .getByRole('option', { name: `Find “${hash}” in transactions` })
      .click();
    await expect(page.getByRole('searchbox', { name: 'Find transactions' })).toHaveValue(hash);
    await expect(page.getByText('No transaction')).toBeVisible();
    // As long as the line has room, the whole condition is shown.
    const found = page
      .getByRole('list', { name: 'Active conditions' })
      .getByText(`found “${hash}”`, { exact: true });
    expect(await found.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  });
});

test('a template shows what it asks for right after the name, checks a value, and completes a part of a name @nightly', async ({
  page,
  explorer,
}) => {
  await test.step('what a template asks for stands right after the name', async () => {
    await explorer.search('credit by');
    const template = page.getByRole('group', { name: 'Templates' }).getByRole('option');
    await expect(template.first()).toContainText('Credit by yield');
    await page.keyboard.press('Enter');
    await explorer.showsRows('Assets');
    const second = page.getByRole('columnheader').nth(1);
    await expect(second).toContainText('Yield to maturity');

    await explorer.open('Overview');
    await page.getByRole('button', { name: 'Open a template' }).click();
    await page.keyboard.type('most holders');
    await page.keyboard.press('Enter');
    await explorer.showsRows('Tokens');
    await expect(second).toContainText('Holding addresses');

    await explorer.open('Overview');
    await page.getByRole('button', { name: 'Open a template' }).click();
    await page.getByRole('option', { name: 'Funds by yield, fee and holders' }).click();
    await explorer.showsRows('Assets');
    await expect(second).toContainText('Yield to maturity');
    await expect(page.getByRole('columnheader').nth(2)).toContainText('Management fee');
  });
  await test.step('the value is checked, and a part of a name is completed', async () => {
    const dialog = page.getByRole('dialog', { name: 'Run with' });
    const open = async (name: string): Promise<void> => {
      await explorer.search(name);
      await explorer.found().getByRole('group', { name: 'Templates' }).getByRole('option', { name }).click();
      await expect(dialog).toBeVisible();
    };
    await open('Transactions of a wallet');
    await page.keyboard.type('my wallet');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('“my wallet” is no address');
    await page.keyboard.press('Escape');

    await explorer.openRows('Platforms');
    const name = (await explorer.cell('Platforms', 0).textContent())?.trim() ?? '';
    await open('Tokens of a platform');
    await page.keyboard.type('no such platform');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('No platform is called “no such platform”');
    await typeInto(dialog.getByRole('combobox'), name.slice(0, -1).toLowerCase());
    await page.keyboard.press('Enter');
    await expect(explorer.conditions()).toContainText(name);
  });
});
