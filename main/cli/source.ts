import { apiKeySchema } from '../../preload/contract/connections.ts';
import { errorText, FailureError } from '../../preload/contract/failures.ts';
import type { Connections } from '../features/connections/connections.ts';
import { openKeyStore, type KeyStore } from '../platform/keychain/keyStore.ts';
import { readTextFile } from '../platform/system/textFile.ts';
import type { AppEvents } from '../platform/appEvents.ts';
import type { Services } from '../services.ts';
import { UsageError } from './exitCodes.ts';

export interface TaskEnvironment {
  readonly services: Services;
  readonly hasKey: boolean;
  readonly signal: AbortSignal;
  readonly events: AppEvents;
}

export const keyVariable = 'RWA_API_KEY';

export interface GivenKey {
  readonly text: string;
  readonly from: string;
}

export async function readGivenKey(keyFile: string | undefined): Promise<GivenKey | null> {
  if (keyFile !== undefined) return { text: (await readKeyFile(keyFile)).trim(), from: keyFile };
  const text = process.env[keyVariable] ?? '';
  return text === '' ? null : { text, from: keyVariable };
}

/** @throws UsageError */
export async function readKeyFile(file: string): Promise<string> {
  try {
    return (await readTextFile(file, 10_000)).text;
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${errorText(error)}.`);
  }
}

/** Reads the given key, for `onlyFor`, else the keychain; never stores one. Throws `key-rejected`. */
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
 * Returns the connection of `--base-url`; else, with a given key, the standard one, so the key never goes to
 * whatever the window used last; else the active one.
 * @throws FailureError `no-key`
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
