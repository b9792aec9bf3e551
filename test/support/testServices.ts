import { createKeyStore, type KeyStore } from '../../main/platform/keychain/keyStore.ts';
import { createServices, type Services } from '../../main/services.ts';
import type { ServicesOptions } from '../../main/servicesOptions.ts';
import { workers } from './built.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';

/** Opens the app's services without a window, by default in a new folder. They close after the test. */
export async function openTestServices(
  userDataFolder = makeTemporaryFolder('services'),
  options: Partial<ServicesOptions> & { keyStore?: KeyStore } = {},
): Promise<Services & AsyncDisposable> {
  const keyStore = options.keyStore ?? createKeyStore(null, 'This test has no keychain.');
  const services = await createServices({
    userDataFolder,
    workers,
    transport: fetch,
    openKeyStore: () => Promise.resolve(keyStore),
    ...options,
  });
  return { ...services, [Symbol.asyncDispose]: () => services.close() };
}
