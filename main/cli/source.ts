import type { KeyStore } from '../keychain/keyStore.ts';
import { openKeyStore } from '../keychain/openKeyStore.ts';
import { connectionIdOf, type Connections } from '../connections/connections.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import type { UserStore } from '../store/store.ts';

/** Reads the key of the environment where one is given, else the keychain; never stores one. */
export async function openCommandLineKeys(environmentKey: string | undefined): Promise<KeyStore> {
  if (environmentKey === undefined || environmentKey === '') return openKeyStore();
  return {
    where: 'session',
    read: () => Promise.resolve(environmentKey),
    write: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  };
}

/**
 * The connection a command means: that of `--base-url`, else the one active in the window.
 * @throws FailureError `no-key` where there is neither.
 */
export async function chooseConnection(
  connections: Connections,
  user: UserStore,
  baseUrl: string | undefined,
): Promise<string> {
  if (baseUrl === undefined) {
    const active = await connections.readActive();
    if (active !== null) return active;
    throw new FailureError({
      code: 'no-key',
      message: 'There is no connection yet. Open the app once, or give --base-url and set RWA_API_KEY.',
    });
  }
  const id = connectionIdOf(baseUrl);
  const known = (await connections.list()).some((connection) => connection.id === id);
  if (!known) {
    await user.saveConnection({ id, name: baseUrl.replace(/^https?:\/\//, ''), baseUrl, keyName: id });
  }
  return id;
}
