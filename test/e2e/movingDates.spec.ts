import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';

test('a moving date on a table is sent as a day, and stays a moving date in its pill', async ({
  sampleApp: app,
}) => {
  const page = app.window;
  const explorer = new Explorer(page);
  await explorer.open('Transactions');
  await explorer.showsRows('Transactions');
  const all = /[\d,]+ records/.exec(await explorer.status().innerText())?.[0] ?? 'no records';

  await page.getByRole('button', { name: 'Condition', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Condition' });
  await expect(editor).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('date');
  await page.keyboard.press('Enter');
  await editor.getByRole('button', { name: 'Relative date' }).click();
  await page.keyboard.type('30 days');
  await page.keyboard.press('Enter');
  await editor.getByRole('button', { name: 'Apply' }).click();

  await expect(page.getByRole('list', { name: 'Active conditions' })).toContainText('last 30 days');
  await expect(explorer.status()).toContainText(new RegExp(`(?<![\\d,])(?!${all})[1-9][\\d,]* records`));
  await expect(page.getByRole('alert')).toHaveCount(0);
});
