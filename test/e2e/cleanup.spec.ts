import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from './fixtures/app.ts';

/** Makes the cache of the sample data one that nobody has looked at for longer than it is kept. */
function lookAwayFor(days: number, userDataDir: string): void {
  const database = new Database(path.join(userDataDir, 'data', 'cache-sample.db'));
  const ms = days * 86_400_000;
  database.prepare('UPDATE fetches SET at = at - ?').run(ms);
  database.prepare('UPDATE pages SET used_at = used_at - ?').run(ms);
  database.close();
}

test('what a cleanup of the cache removed is listed in Jobs, with the setting that decides @nightly', async ({
  windowApp: app,
  explorer,
}) => {
  const before = explorer;
  await before.openRows('Transactions');
  // What is on screen at the next start is not removed.
  await before.openRows('Networks');
  await app.close();
  lookAwayFor(200, app.userDataDir);

  await app.restart();
  await explorer.open('Jobs');
  // A cleanup begins a minute after the start, once nobody has used the window for five seconds.
  const job = app.window.getByRole('listitem').filter({ hasText: 'Cleanup of the cache of' });
  await expect(job).toContainText('Done: 1,000 records', { timeout: 110_000 });
  await expect(job).toContainText(
    /Removed 1,000 transactions and \d+ pages? not shown for 180 days \(Settings, “Keep for”\)/,
  );

  await explorer.open('Settings');
  await expect(app.window.getByRole('textbox', { name: 'Keep for' })).toHaveValue('180');
});
