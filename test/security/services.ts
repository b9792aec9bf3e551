import { createKeyStore, type KeyStore } from '../../main/platform/keychain/keyStore.ts';
import { createServices, type Services } from '../../main/services.ts';
import type { ServicesOptions } from '../../main/servicesOptions.ts';
import { workers } from '../support/built.ts';

/** What the app is made of, without a window, on a folder; closed when the test is over. */
export async function openTestServices(
  userDataFolder: string,
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
