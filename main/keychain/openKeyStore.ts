import { createKeychainKeyStore, type Keychain } from './keychainKeyStore.ts';
import type { KeyStore } from './keyStore.ts';
import { createSessionKeyStore } from './sessionKeyStore.ts';

/** Asking for a key that is not there shows no prompt, so a keychain that works answers at once. */
const probeWithinMs = 5000;
/** Writing may make the system ask the user for the keychain's password first. */
const writeWithinMs = 120_000;

const notLoaded =
  'The keychain support of this installation could not be loaded. The API key is kept until the app closes.';
const noAnswer = 'The keychain of this computer does not answer. The API key is kept until the app closes.';

/**
 * Opens the operating system's keychain, or, where it cannot be loaded, does not answer, or refuses to store, a store for
 * this session only, with the reason.
 */
export async function openKeyStore(options: { service?: string } = {}): Promise<KeyStore> {
  let keychain: Keychain;
  try {
    keychain = await loadKeytar();
  } catch {
    return createSessionKeyStore(notLoaded);
  }
  const store = createKeychainKeyStore(keychain, options.service);
  try {
    await within(probeWithinMs, store.read('probe'));
  } catch {
    return createSessionKeyStore(noAnswer);
  }
  return withSessionFallback(store);
}

/** A keychain that can be read and not written, such as one without a default collection, must not lose a pasted key. */
function withSessionFallback(keychain: KeyStore): KeyStore {
  let current = keychain;
  return {
    get where() {
      return current.where;
    },
    get problem() {
      return current.problem;
    },
    read: (name) => current.read(name),
    async write(name, key) {
      try {
        await within(writeWithinMs, current.write(name, key));
      } catch {
        current = createSessionKeyStore(noAnswer);
        await current.write(name, key);
      }
    },
    remove: (name) => current.remove(name),
  };
}

/** keytar is an optional dependency in CommonJS: where its binary could not be had, importing it fails. */
async function loadKeytar(): Promise<Keychain> {
  const module = await import('keytar');
  return module.default;
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${timeoutMs.toString()} ms`));
    }, timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
