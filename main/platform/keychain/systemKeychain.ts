/** The operating system's keychain: Keychain, Credential Manager, or the Secret Service. Its calls may fail or never answer. */
export interface Keychain {
  read(name: string): Promise<string | null>;
  write(name: string, key: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The name under which the keychain lists the app's keys. */
const keychainService = 'RWA Explorer';

/**
 * Loads the keychain. `keytar` is an optional dependency: where its binary could not be had, importing it fails, and so does
 * this.
 */
export async function loadSystemKeychain(service: string = keychainService): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return {
    read: (name) => keytar.getPassword(service, name),
    write: (name, key) => keytar.setPassword(service, name, key),
    async remove(name) {
      await keytar.deletePassword(service, name);
    },
  };
}
