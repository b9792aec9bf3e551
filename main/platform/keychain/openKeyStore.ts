import { createKeyStore, within, type KeyStore } from './keyStore.ts';
import { loadSystemKeychain, type Keychain } from './systemKeychain.ts';

/** Reading a key that is missing shows no prompt, so a keychain that works answers at once. */
const probeWithinMs = 5000;

const notLoaded = 'Keychain support could not be loaded. The API key is kept in memory until the app closes.';

/** Opens the operating system's keychain, or, where it cannot be loaded or does not answer, a store for this session only. */
export async function openKeyStore(options: { service?: string } = {}): Promise<KeyStore> {
  let keychain: Keychain;
  try {
    keychain = await loadSystemKeychain(options.service);
  } catch {
    return createKeyStore(null, notLoaded);
  }
  try {
    await within(probeWithinMs, keychain.read('probe'));
  } catch {
    return createKeyStore(null);
  }
  return createKeyStore(keychain);
}
