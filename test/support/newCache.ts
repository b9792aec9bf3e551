import { openStore, type CacheStore, type Store } from '../../main/store/store.ts';
import { workers } from './built.ts';
import { closeAfterFile, makeTemporaryFolder } from './temporaryFolder.ts';

let store: Promise<Store> | undefined;
let made = 0;

/**
 * An empty cache, in a store that the tests of a file share: starting one takes a quarter of a second of processor time. For tests that
 * ask nothing else of the store; they may close it.
 */
export async function newCache(): Promise<CacheStore> {
  store ??= openShared();
  made += 1;
  return (await store).cache(`test-${made.toString()}`);
}

async function openShared(): Promise<Store> {
  const opened = await openStore({ folder: makeTemporaryFolder('caches'), workerUrl: workers.store });
  closeAfterFile(() => {
    store = undefined;
    return opened.close();
  });
  return opened;
}
