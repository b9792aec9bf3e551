import { expect, test } from './fixtures/app.ts';
import { typeInto } from './support/typing.ts';

test('a change over 30 days is a column and a condition @nightly', async ({ page, explorer }) => {
  await explorer.openRows('Tokens');

  await explorer.showColumns(['Market value, 30 d change $']);
  const column = explorer.header(/^Market value, 30 d change \$/);
  // It stands beside its metric, in sight.
  await expect(column).toBeVisible();
  await explorer.showsRows('Tokens');
  await expect
    .poll(async () => (await explorer.column(/^Market value, 30 d change \$/)).join(' '))
    .toMatch(/[+-]\$\d/);

  await column.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add a condition…' }).click();
  const editor = page.getByRole('dialog', { name: 'Condition' });
  await expect(
    editor.getByRole('button', { name: /^Which figure of Market value: 30 d change \$/ }),
  ).toBeVisible();
  await typeInto(editor.getByRole('textbox'), '1m');
  await page.keyboard.press('Enter');
  await expect(explorer.conditions()).toContainText('Market value, 30 d change $ ≥ $1,000,000');
  await explorer.showsRows('Tokens');
});
