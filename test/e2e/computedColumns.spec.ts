import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { openComputedDialog } from './pages/computedColumns.ts';
import { violationsInBothThemes } from './pages/violations.ts';
import { takeProposal, typeCode, typeInto } from './support/typing.ts';

const editorOf = (dialog: Locator): Locator => dialog.getByRole('textbox', { name: 'Expression' });

/** The scripts that the window has loaded with the language of expressions. */
async function languageLoaded(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => /\/assets\/computed-[^/]*\.js/.test(name))
        .length,
  );
}

test('a computed column is written, checked as it is typed, shown, edited, and there after a restart', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await explorer.showsRows('Assets');
  expect(await languageLoaded(page)).toBe(0);
  const dialog = await openComputedDialog(page);

  await test.step('what was typed outlives Escape, and Cancel discards it', async () => {
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await expect(dialog).not.toContainText('not saved');
    await typeInto(name, 'Growth');
    await typeCode(editorOf(dialog), '1 + 2');
    await name.click();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await openComputedDialog(page);
    await expect(name).toHaveValue('Growth');
    await expect(editorOf(dialog)).toContainText('1 + 2');
    await expect(dialog).toContainText('This text was not saved. Cancel discards it.');
    expect(await violationsInBothThemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);

    await openComputedDialog(page);
    await expect(name).toHaveValue('');
    await expect(dialog).not.toContainText('not saved');
  });

  await test.step('what is wrong is said with its place', async () => {
    await typeInto(dialog.getByRole('textbox', { name: 'Name' }), 'Twice the value');
    await typeCode(editorOf(dialog), 'name + 1');
    await expect(dialog).toContainText(
      'At character 1: `+` adds numbers; `name` is a text. Join texts with `&`.',
    );
    await dialog.getByRole('button', { name: 'Add column' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Correct the expression first');
  });

  await test.step('names are completed, and the rows in sight are previewed', async () => {
    await typeCode(editorOf(dialog), 'circulating_market_v');
    // The editor ignores Enter in the moment in which its list opens.
    await takeProposal(editorOf(dialog), 'circulating_market_value_dollar');
    await page.keyboard.type(' * 2');
    await expect(editorOf(dialog)).toContainText('circulating_market_value_dollar * 2');
    await expect(dialog.getByRole('combobox').locator('option:checked')).toHaveText('US dollars');
    await expect(dialog.getByRole('table', { name: 'Preview' }).getByRole('row').nth(1)).toContainText('$');
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('it stands in the grid', async () => {
    const header = explorer.header('Twice the value');
    await expect(header).toBeVisible();
    await expect(header).toHaveAttribute('title', /sorted and filtered over the cached records/);
    await expect.poll(async () => (await explorer.column('Twice the value'))[0]).toMatch(/^\$/);
  });

  await test.step('division by zero is empty, an error stands in the cell', async () => {
    await typeInto((await openComputedDialog(page)).getByRole('textbox', { name: 'Name' }), 'By zero');
    await typeCode(editorOf(dialog), '1 / 0');
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toHaveCount(0);
    await expect(explorer.header('By zero')).toBeVisible();
    await expect.poll(async () => new Set(await explorer.column('By zero'))).toEqual(new Set(['–']));
    await typeInto((await openComputedDialog(page)).getByRole('textbox', { name: 'Name' }), 'Root');
    await typeCode(editorOf(dialog), 'sqrt(0 - 1)');
    await expect(dialog.getByRole('table', { name: 'Preview' })).toContainText('0 or more');
    await page.keyboard.press('Control+Enter');
    await expect(
      page.getByRole('grid').getByRole('img', { name: 'Error: sqrt needs a number of 0 or more.' }).first(),
    ).toBeVisible();
  });

  await test.step('it is edited from its header', async () => {
    await explorer.header('By zero').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Edit computed column…' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit the computed column' });
    await typeCode(editorOf(edit), 'upper("seven")');
    await expect(edit.getByRole('table', { name: 'Preview' })).toContainText('SEVEN');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await expect(edit).toHaveCount(0);
    await expect.poll(async () => new Set(await explorer.column('By zero'))).toEqual(new Set(['SEVEN']));
  });

  await test.step('it is there after a restart', async () => {
    await app.restart();
    await expect(explorer.header('Twice the value')).toBeVisible();
    await expect.poll(async () => (await explorer.column('Twice the value'))[0]).toMatch(/^\$/);
    expect(new Set(await explorer.column('By zero'))).toEqual(new Set(['SEVEN']));
    expect(await languageLoaded(app.window)).toBe(1);
  });

  await test.step('another is deleted', async () => {
    const { window } = app;
    await explorer.header('Root').click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Delete computed column…' }).click();
    await window.getByRole('button', { name: 'Delete column' }).click();
    await expect(explorer.header('Root')).toHaveCount(0);
  });
});
