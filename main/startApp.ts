import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runDesktop } from './desktop/desktop.ts';
import { openKeyStore } from './keychain/openKeyStore.ts';
import { readPolicy } from './policy/policyFile.ts';
import { openStore } from './store/store.ts';
import { workerUrls } from './workers.ts';

/**
 * Starts the app with its window: makes each room once and hands it to the next.
 * @param entryUrl the entry point, beside which the other bundles lie
 */
export function startApp(entryUrl: string): void {
  const workers = workerUrls(entryUrl);
  runDesktop({
    outFolder: join(fileURLToPath(entryUrl), '..', '..'),
    policy: readPolicy(entryUrl),
    async openRooms(surroundings) {
      // The databases open on their threads while the code of the rooms loads on this one.
      const store = openStore({
        folder: join(surroundings.userDataFolder, 'data'),
        workerUrl: workers.store,
        restore: surroundings.restore ? 'newest' : undefined,
        readKey: async (keyId) =>
          surroundings.dataKey ?? (await import('./encryption/dataKeys.ts')).readDataKey(keyId),
      });
      store.catch(() => undefined);
      await surroundings.windowBegun;
      const { openRooms } = await import('./rooms.ts');
      return openRooms({ ...surroundings, openKeyStore, workers, store });
    },
  });
}
