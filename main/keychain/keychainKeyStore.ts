import type { KeyStore } from './keyStore.ts';

/** What the app uses of the native module `keytar`. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** The name under which the operating system's keychain lists the app's keys. */
export const keychainService = 'RWA Explorer';

/** Keeps keys in the operating system's keychain: Keychain, Credential Manager, or the Secret Service. */
export function createKeychainKeyStore(keychain: Keychain, service: string = keychainService): KeyStore {
  return {
    where: 'keychain',
    read: (name) => keychain.getPassword(service, name),
    write: (name, key) => keychain.setPassword(service, name, key),
    async remove(name) {
      await keychain.deletePassword(service, name);
    },
  };
}
