import { readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from './fixtures/app.ts';
import { choose } from './support/typing.ts';

/** Gives a table of every cache another name. The app has the caches open: until it has its name back, reading it fails. */
function renameTable(dataFolder: string, from: string, to: string): void {
  for (const file of readdirSync(dataFolder).filter((name) => /^cache-.*\.db$/.test(name))) {
    const database = new Database(path.join(dataFolder, file), { timeout: 20_000 });
    database.exec(`ALTER TABLE "${from}" RENAME TO "${to}"`);
    database.close();
  }
}

test('movements that could not be read are read again with the same figure', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await explorer.openRows('Transactions');
  await (await explorer.senders()).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open this wallet' }).click();
  const flows = page.getByRole('region', { name: 'Flow diagram' });
  const diagram = flows.getByRole('group', { name: /^Largest movements of / });
  await expect(diagram).toBeVisible();
  const figure = flows.getByRole('combobox', { name: 'Figures of the movements' });
  const token = (await figure.getByRole('option').nth(1).textContent())?.trim() ?? '';
  const dataFolder = path.join(app.userDataDir, 'data');
  const retry = flows.getByRole('button', { name: 'Try again' });
  for (const chosen of [token, 'US dollars']) {
    renameTable(dataFolder, 'transactions', 'transactions_away');
    await choose(figure, chosen);
    await expect(retry).toBeVisible();
    renameTable(dataFolder, 'transactions_away', 'transactions');
    await retry.click();
    await expect(diagram).toBeVisible();
    await expect(figure.locator('option:checked')).toHaveText(chosen);
    await expect(flows).toContainText(`In ${chosen}, from`);
  }
});
