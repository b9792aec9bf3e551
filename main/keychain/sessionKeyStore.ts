import type { KeyStore } from './keyStore.ts';

/** Keeps keys in memory until the app closes: where no keychain answers. */
export function createSessionKeyStore(problem: string): KeyStore {
  const keys = new Map<string, string>();
  return {
    where: 'session',
    problem,
    read: (name) => Promise.resolve(keys.get(name) ?? null),
    write(name, key) {
      keys.set(name, key);
      return Promise.resolve();
    },
    remove(name) {
      keys.delete(name);
      return Promise.resolve();
    },
  };
}
