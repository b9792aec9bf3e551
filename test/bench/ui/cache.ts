import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sampleConnectionId } from '../../../preload/contract/connections.ts';
import { openStore } from '../../../main/store/store.ts';
import { fillCache, makeTransactions } from '../storeData.ts';

/** Makes a user-data folder in which so many transactions are cached and the app works offline on the sample connection. */
export async function makeOfflineCache(userDataDir: string, transactions: number): Promise<void> {
  const folder = join(userDataDir, 'data');
  mkdirSync(folder, { recursive: true });
  fillCache(join(folder, `cache-${sampleConnectionId}.db`), transactions, makeTransactions(1));
  const store = await openStore({
    folder,
    workerUrl: new URL('../../../main/store/worker.ts', import.meta.url),
  });
  // The first opening makes the indexes.
  await store.cache(sampleConnectionId);
  await store.user.writeSettings({ ...(await store.user.readSettings()), workOffline: true });
  await store.user.writeActiveConnection(sampleConnectionId);
  await store.close();
}
