import { FailureError } from '../../../preload/contract/failures.ts';
import type { KeyStore } from '../../platform/keychain/keyStore.ts';
import { openKeyStore } from '../../platform/keychain/openKeyStore.ts';
import type { DataKey } from '../../store/storeTypes.ts';
import { dataKeyOf } from './dataKey.ts';
import { readRecoveryCode, recoveryCodeOf } from './recoveryCode.ts';

/** The secret of an encrypted user database in the keychain: its recovery code, under the id of its key. */

function entryOf(keyId: string): string {
  return `saved items ${keyId}`;
}

/** The environment variable that may hold the recovery code, for jobs that have no keychain. */
const codeVariable = 'RWA_RECOVERY_CODE';

/**
 * Reads the key of an encrypted user database from the environment, else from the keychain.
 * @throws FailureError `locked` where neither has it
 */
export async function readDataKey(keyId: string): Promise<DataKey> {
  const given = process.env[codeVariable];
  if (given !== undefined && given !== '') return dataKeyOf(secretFor(keyId, given));
  return dataKeyOf(await readSecret(await openKeyStore(), keyId));
}

/** @throws FailureError `locked` */
export async function readSecret(keys: KeyStore, keyId: string): Promise<Uint8Array> {
  const { key: code, problem } = await keys.read(entryOf(keyId));
  if (code !== null) return secretFor(keyId, code);
  const why =
    problem === undefined ? 'does not have their key' : 'gave no answer when it was asked for their key';
  throw locked(keyId, `the keychain of this computer ${why}`);
}

/**
 * Reads a recovery code that has to open one encrypted database.
 * @throws FailureError `bad-arguments` for a typing mistake, `locked` for the code of another database
 */
export function secretFor(keyId: string, code: string): Uint8Array {
  const secret = readRecoveryCode(code);
  if (dataKeyOf(secret).id === keyId) return secret;
  throw locked(keyId, 'the recovery code belongs to other ones');
}

/**
 * Makes the key of an encrypted user database from its recovery code, and stores it in the keychain for the next start.
 * @throws FailureError `bad-arguments` or `locked` where the code does not open it
 */
export async function unlockWith(keyId: string, code: string): Promise<DataKey> {
  const secret = secretFor(keyId, code);
  // Without a keychain the code is requested at each start.
  await storeSecret(await openKeyStore(), secret).catch(() => undefined);
  return dataKeyOf(secret);
}

/** @throws FailureError `storage` where the keychain does not store it */
export async function storeSecret(keys: KeyStore, secret: Uint8Array): Promise<void> {
  const entry = entryOf(dataKeyOf(secret).id);
  const code = recoveryCodeOf(secret);
  await keys.write(entry, code);
  const stored = await keys.read(entry);
  if (stored.where === 'keychain' && stored.key === code) return;
  throw new FailureError({
    code: 'storage',
    message: 'The keychain did not store the key. Unlock it or set it up, then try again.',
  });
}

/** @throws FailureError `storage` where the keychain does not remove it */
export async function removeSecret(keys: KeyStore, keyId: string): Promise<void> {
  await keys.remove(entryOf(keyId));
}

function locked(keyId: string, why: string): FailureError {
  return new FailureError({
    code: 'locked',
    message: `Your settings and saved items are encrypted, and ${why}. Enter the recovery code: start the app, or run “rwa-explorer encryption unlock”.`,
    keyId,
  });
}
