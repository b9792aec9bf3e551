import { apiKeySchema } from '../../preload/contract/connections.ts';
import { errorText, FailureError } from '../../preload/contract/failures.ts';
import type { Connections } from '../features/connections/connections.ts';
import { openKeyStore, type KeyStore } from '../platform/keychain/keyStore.ts';
import { readTextFile } from '../platform/system/textFile.ts';
import type { AppEvents } from '../platform/appEvents.ts';
import type { Services } from '../services.ts';
import { UsageError } from './exitCodes.ts';

/** What a task works with that needs the services of the app. */
export interface TaskEnvironment {
  readonly services: Services;
  /** True where a key is given beside that of the keychain. */
  readonly hasKey: boolean;
  readonly signal: AbortSignal;
  readonly events: AppEvents;
}

/** The environment variable that may hold the key. */
export const keyVariable = 'RWA_API_KEY';

/** A key beside that of the keychain, and where it stands. */
export interface GivenKey {
  readonly text: string;
  readonly from: string;
}

/** The key of `--key-file`, else that of the environment; null where neither is given. @throws UsageError */
export async function readGivenKey(keyFile: string | undefined): Promise<GivenKey | null> {
  if (keyFile !== undefined) return { text: (await readKeyFile(keyFile)).trim(), from: keyFile };
  const text = process.env[keyVariable] ?? '';
  return text === '' ? null : { text, from: keyVariable };
}

/** @throws UsageError where it cannot be read */
export async function readKeyFile(file: string): Promise<string> {
  try {
    return (await readTextFile(file, 10_000)).text;
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${errorText(error)}.`);
  }
}

/**
 * Reads the given key where there is one, else the keychain; never stores one.
 * @param onlyFor the base URL that the given key goes to, where a command works with several connections
 * @throws FailureError `key-rejected` where what is given is no key.
 */
export async function openCommandLineKeys(given: GivenKey | null, onlyFor?: string): Promise<KeyStore> {
  if (given === null) return openKeyStore();
  const parsed = apiKeySchema.safeParse(given.text);
  if (!parsed.success) {
    throw new FailureError({
      code: 'key-rejected',
      message: `${given.from} does not contain an API key. ${parsed.error.issues[0]?.message ?? ''}`.trim(),
    });
  }
  return {
    read: async (name) =>
      onlyFor === undefined || name === onlyFor
        ? { key: parsed.data, where: 'session' }
        : (await openKeyStore()).read(name),
    write: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  };
}

/**
 * The connection a command means: that of `--base-url`; else, with a given key, the standard base URL, so that the key
 * goes where its owner knows, and never to what the window used last; else the one active in the window.
 * @throws FailureError `no-key` where there is none.
 */
export async function chooseConnection(
  connections: Connections,
  options: { baseUrl: string | undefined; hasKey: boolean },
): Promise<string> {
  if (options.baseUrl !== undefined) return connections.borrow(options.baseUrl);
  if (options.hasKey) return connections.borrow(connections.baseUrl);
  const active = await connections.readActive();
  if (active !== null) return active;
  throw new FailureError({
    code: 'no-key',
    message: `There is no connection yet. Open the app once, or add --base-url and set ${keyVariable}.`,
  });
}
