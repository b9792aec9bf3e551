import { startRewritingService } from '../support/rewritingService.ts';
import { expect, test } from './fixtures/app.ts';
import type { Explorer } from './pages/explorer.ts';

/** Transactions open with the latest first, to the second. */

/** The heading has its arrow, and the moments under it fall. */
async function isLatestFirst(explorer: Explorer): Promise<void> {
  await expect(explorer.header(/^Time/)).toHaveAttribute('aria-sort', 'descending');
  const moments = (await explorer.firstOf(/^Time/)).map((text) => Date.parse(text.replace(' UTC', ' GMT')));
  expect(moments).not.toContain(NaN);
  expect(new Set(moments).size).toBeGreaterThan(1);
  expect(moments).toEqual(moments.toSorted((a, b) => b - a));
}

test('transactions are in the order of their time, online and offline, also where the service sorts them by day @nightly', async ({
  windowApp: app,
  explorer,
  startService,
}) => {
  await explorer.openRows('Transactions');
  await isLatestFirst(explorer);
  await explorer.workOffline();
  await expect(explorer.status()).toContainText('Offline');
  await isLatestFirst(explorer);

  await explorer.goOnline();
  await using front = await startRewritingService({
    ...(await startService()),
    refuse: (path) =>
      decodeURIComponent(path).includes('"field":"timestamp","direction"')
        ? "Cannot sort by 'timestamp'"
        : null,
  });
  await explorer.openAt(app, front, 'Transactions');
  await isLatestFirst(explorer);
  await expect(explorer.status()).toContainText('The service sorts by day');
  await explorer.workOffline();
  await isLatestFirst(explorer);
});
