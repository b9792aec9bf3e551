import { FailureError } from '../../../preload/contract/failures.ts';
import type { KeyStore } from '../../platform/keychain/keyStore.ts';
import type { UserStore } from '../../store/store.ts';
import { dataKeyOf } from './dataKey.ts';
import { readSecret, removeSecret, storeSecret } from './dataKeys.ts';
import { recoveryCodeOf } from './recoveryCode.ts';

/** Encryption of the user's database: its key in the keychain, its recovery code with the user. */
export interface Encryption {
  isOn(): Promise<boolean>;
  /**
   * Encrypts everything that the user has made. Returns what could not be done, in sentences.
   * @param secret 16 random bytes, see `recoveryCode.ts`
   * @throws FailureError `storage` where the keychain does not store the key, or another process uses the data: nothing has changed then
   */
  turnOn(secret: Uint8Array): Promise<string[]>;
  /** Decrypts it, on the same terms, and removes the key from the keychain. */
  turnOff(): Promise<string[]>;
  /** @throws FailureError `locked` where the keychain does not have it, `not-found` where nothing is encrypted */
  readRecoveryCode(): Promise<string>;
}

export function createEncryption(user: UserStore, openKeys: () => Promise<KeyStore>): Encryption {
  return {
    isOn: async () => (await user.readKeyId()) !== null,
    async turnOn(secret) {
      if ((await user.readKeyId()) !== null) return [];
      const keys = await openKeys();
      const key = dataKeyOf(secret);
      // Before anything is encrypted: a process that dies in between leaves a key too many, never one too few.
      await storeSecret(keys, secret);
      try {
        return await user.encrypt(key);
      } catch (error) {
        if ((await user.readKeyId()) === null) await removeSecret(keys, key.id);
        throw error;
      }
    },
    async turnOff() {
      const keyId = await user.readKeyId();
      if (keyId === null) return [];
      const { someStay } = await user.decrypt();
      if (someStay)
        return [
          'Some old copies are too damaged to be decrypted. They stay encrypted, and their key stays in the keychain.',
        ];
      await removeSecret(await openKeys(), keyId);
      return [];
    },
    async readRecoveryCode() {
      const keyId = await user.readKeyId();
      if (keyId === null)
        throw new FailureError({ code: 'not-found', message: 'Your saved items are not encrypted.' });
      return recoveryCodeOf(await readSecret(await openKeys(), keyId));
    },
  };
}
