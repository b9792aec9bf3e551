import { apiKeySchema } from '../../preload/contract/connections.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import type { Connections } from '../features/connections/connections.ts';
import type { KeyStore } from '../platform/keychain/keyStore.ts';
import { openKeyStore } from '../platform/keychain/openKeyStore.ts';

/** The environment variable that may hold the key. */
export const keyVariable = 'RWA_API_KEY';

/**
 * Reads the key of the environment where one is given, else the keychain; never stores one.
 * @param onlyFor the base URL that the key of the environment goes to, where a command works with several connections
 * @throws FailureError `key-rejected` where the variable holds no key.
 */
export async function openCommandLineKeys(
  environmentKey: string | undefined,
  onlyFor?: string,
): Promise<KeyStore> {
  if (environmentKey === undefined || environmentKey === '') return openKeyStore();
  const parsed = apiKeySchema.safeParse(environmentKey);
  if (!parsed.success) {
    throw new FailureError({
      code: 'key-rejected',
      message: `${keyVariable} does not contain an API key. ${parsed.error.issues[0]?.message ?? ''}`.trim(),
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
 * The connection a command means: that of `--base-url`; else, with a key in the environment, the standard base URL, so that the key
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
