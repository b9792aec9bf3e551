import path from 'node:path';
import Database from 'better-sqlite3';
import { chunkRows } from '../../main/store/query/chunks/chunkCodec.ts';
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

/** Passes over what has no rows, so that the test need not wait for it. */
function makeAlmostConverted(userDataDir: string): void {
  const database = new Database(path.join(userDataDir, 'data', 'cache-sample.db'));
  database.exec(`UPDATE transactions_chunks SET chunk =
      (SELECT min(_key) FROM transactions WHERE _key > 400000000) / ${chunkRows.toString()} WHERE field = '_filling'`);
  database.close();
}

test('the settings show how far a cache of an earlier version is converted, pause it, and resume it after a restart', async ({
  exploredApp: app,
}) => {
  test.slow();
  const before = new Explorer(app.window);
  await before.open('Transactions');
  await before.showsRows('Transactions');
  await app.close();
  makeOld(app.userDataDir);

  await app.restart();
  await new Explorer(app.window).open('Settings');
  const line = app.window.getByText(/the app is converting the transactions in this cache: \d+ % done/);
  await expect(line).toBeVisible();
  const percent = async (): Promise<number> => Number(/(\d+) %/.exec(await line.innerText())?.[1]);
  const first = await percent();
  await expect.poll(percent).toBeGreaterThan(first);

  await app.window.getByRole('button', { name: 'Pause conversion' }).click();
  await expect(app.window.getByText(/is paused: \d+ % done/)).toBeVisible();
  await app.close();
  makeAlmostConverted(app.userDataDir);
  await app.restart();
  const again = new Explorer(app.window);
  await again.open('Settings');
  await expect(app.window.getByText('is paused: 99 % done')).toBeVisible();
  await app.window.getByRole('button', { name: 'Resume conversion' }).click();
  await expect(app.window.getByText(/\d+ % done/)).toHaveCount(0);

  await again.open('Transactions');
  await again.showsRows('Transactions');
});
