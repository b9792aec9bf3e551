import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runDesktop } from './electron/desktop.ts';
import { openKeyStore } from './platform/keychain/keyStore.ts';
import { readPolicy } from './platform/policy/policyFile.ts';
import { openWorkFolder, type WorkFolder } from './platform/system/workFolder.ts';
import { openStore } from './store/store.ts';
import { workerUrls } from './workers.ts';

/** `entryUrl`: the entry point, beside which the other bundles lie. */
export function startApp(entryUrl: string): void {
  const workers = workerUrls(entryUrl);
  let work: WorkFolder | undefined;
  runDesktop({
    outFolder: join(fileURLToPath(entryUrl), '..', '..'),
    policy: readPolicy(entryUrl),
    async createServices(environment) {
      work ??= openWorkFolder(environment.userDataFolder);
      // The databases open on their threads while the services' code loads on this one.
      const store = openStore({
        folder: join(environment.userDataFolder, 'data'),
        workerUrl: workers.store,
        restore: environment.restore ? 'newest' : undefined,
      });
      store.catch(() => undefined);
      await environment.windowBegun;
      const { createServices } = await import('./services.ts');
      return createServices({ ...environment, openKeyStore, workers, work, store });
    },
  });
}
