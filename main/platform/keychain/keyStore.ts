import { errorText, FailureError } from '../../../preload/contract/failures.ts';

/** Keychain, Credential Manager, or the Secret Service. Calls may fail or never answer. */
export interface Keychain {
  read(name: string): Promise<string | null>;
  write(name: string, key: string): Promise<void>;
  remove(name: string): Promise<void>;
}

const keychainService = 'RWA Explorer';

/** Loads `keytar`, an optional dependency. Throws if its binary is missing. */
async function loadSystemKeychain(service: string = keychainService): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return {
    read: (name) => keytar.getPassword(service, name),
    write: (name, key) => keytar.setPassword(service, name, key),
    async remove(name) {
      await keytar.deletePassword(service, name);
    },
  };
}

export interface StoredKey {
  readonly key: string | null;
  /** `session`: in memory until the app closes. */
  readonly where: 'keychain' | 'session';
  readonly problem?: string;
}

/** API keys by connection. Only this module and the client have one for longer than a request. */
export interface KeyStore {
  /** Never fails: if the keychain does not answer, the key counts as absent, with the reason. */
  read(name: string): Promise<StoredKey>;
  write(name: string, key: string): Promise<void>;
  /** @throws FailureError `storage` if the keychain does not remove the key */
  remove(name: string): Promise<void>;
}

/** The system may first ask the user for the keychain's password. */
const answerWithinMs = 120_000;

const noAnswer = 'The keychain is not responding. The API key is kept in memory until the app closes.';

/** Without a keychain, or if it refuses, keys stay in memory. `problem`: why there is none. */
export function createKeyStore(keychain: Keychain | null, problem?: string): KeyStore {
  const session = new Map<string, string>();

  return {
    async read(name) {
      const sessionKey = session.get(name);
      if (sessionKey !== undefined || keychain === null) {
        return { key: sessionKey ?? null, where: 'session', problem: problem ?? noAnswer };
      }
      try {
        return { key: await within(answerWithinMs, keychain.read(name)), where: 'keychain' };
      } catch {
        return { key: null, where: 'keychain', problem: noAnswer };
      }
    },
    async write(name, key) {
      try {
        if (keychain === null) throw new Error(problem);
        await within(answerWithinMs, keychain.write(name, key));
        session.delete(name);
      } catch {
        // `read` reports where the key is, and why.
        session.set(name, key);
      }
    },
    async remove(name) {
      session.delete(name);
      if (keychain === null) return;
      try {
        await within(answerWithinMs, keychain.remove(name));
      } catch (error) {
        throw new FailureError(
          {
            code: 'storage',
            message:
              'The keychain did not remove the key. Remove the entry “RWA Explorer” in the keychain of your system.',
            detail: errorText(error),
          },
          { cause: error },
        );
      }
    },
  };
}

/** Returns the last four characters to tell keys apart; fewer of a short key, to keep it secret. */
export function lastFour(key: string): string {
  return key.slice(key.length - Math.min(4, Math.floor(key.length / 3)));
}

export async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs.toString()} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reading a missing key shows no prompt, so a working keychain answers at once. */
const probeWithinMs = 5000;

const notLoaded = 'Keychain support could not be loaded. The API key is kept in memory until the app closes.';

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
