import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';

/**
 * Makes the cache of the sample data one of an earlier version, whose transactions were not stored in chunks, with keys as high as where
 * many came before and were removed: to convert it takes longer than to open the settings, also where the computer is busy.
 */
function makeOld(userDataDir: string): void {
  const database = new Database(path.join(userDataDir, 'data', 'cache-sample.db'));
  database.exec(`DROP TABLE transactions_chunks;
    CREATE INDEX transactions_amount ON transactions ("amount", _order);
    UPDATE transactions SET _key = _key + 400000000;
    DELETE FROM pages`);
  database.close();
}

test('the settings show how far a cache of an earlier version is converted, until it is', async ({
  exploredApp: app,
}) => {
  test.slow();
  const before = new Explorer(app.window);
  await before.open('Transactions');
  await before.showsRows('Transactions');
  await app.close();
  makeOld(app.userDataDir);

  await app.restart();
  const explorer = new Explorer(app.window);
  await explorer.open('Settings');
  const line = app.window.getByText(/the app is converting the transactions in this cache: \d+ % done/);
  await expect(line).toBeVisible();
  const percent = async (): Promise<number> => Number(/(\d+) %/.exec(await line.innerText())?.[1]);
  const first = await percent();
  await expect.poll(percent).toBeGreaterThan(first);
  await expect(line).toHaveCount(0, { timeout: 120_000 });

  await explorer.open('Transactions');
  await explorer.showsRows('Transactions');
});
