import { FailureError, errorText } from '../../../preload/contract/failures.ts';
import type { OpenFile } from '../../platform/sqlite/openFile.ts';
import type { DataKey } from '../storeTypes.ts';

/** Opens, makes and undoes encrypted files of one key. */
export interface UserCipher {
  readonly keyId: string;
  readonly open: OpenFile;
  /**
   * Writes the encrypted twin of a file in the clear, whole and compared with it or not at all. A file that is too damaged to be read is
   * put into a database as it is.
   */
  encrypt(plain: string, twin: string): void;
  /** The way back. False where the file is too damaged to be decrypted: nothing is written then. */
  decrypt(encrypted: string, twin: string): boolean;
  /** True where both are sound and hold the same. */
  isTwin(plain: string, encrypted: string): boolean;
}

/**
 * Loads the code that encrypts, which most users never need.
 * @throws FailureError `storage` where it does not run on this computer
 */
export async function loadUserCipher(key: DataKey): Promise<UserCipher> {
  try {
    const { createUserCipher } = await import('./encryptedTwin.ts');
    return createUserCipher(key);
  } catch (error) {
    throw new FailureError(
      {
        code: 'storage',
        message: 'This installation cannot encrypt or decrypt saved items. Install RWA Explorer again.',
        detail: errorText(error),
      },
      { cause: error },
    );
  }
}
