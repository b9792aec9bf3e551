import { existsSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { FailureError } from '../../../preload/contract/failures.ts';
import { storageFailure } from '../../platform/sqlite/failures.ts';
import { setAside } from '../../platform/sqlite/openDatabase.ts';
import { databaseSuffixes } from '../../platform/sqlite/wholeFile.ts';
import type { UserCipher } from './userCipher.ts';
import { encryptedName, keyIdOf, listOthers, plainName } from './userFiles.ts';

/**
 * Turning encryption on and off. One step decides: that the encrypted database gets its name, and that it loses it. Before and after it
 * there are two databases with the same contents, of which the encrypted one counts. Every other file gets its twin before it is removed.
 * What a process that dies leaves undone, the next opening does.
 */

/** Writes the encrypted twin of the database, which is closed; then the original is removed. */
export function encryptDatabase(plain: string, cipher: UserCipher): void {
  cipher.encrypt(plain, encryptedName(plain, cipher.keyId));
  removeDatabase(plain);
}

/** The way back, with the copies first: once the database is in the clear, nothing needs the key any more. */
export function decryptDatabase(folder: string, encrypted: string, cipher: UserCipher): void {
  for (const path of listOthers(folder, 'encrypted')) {
    if (keyIdOf(path) === cipher.keyId && !existsSync(plainName(path))) cipher.decrypt(path, plainName(path));
  }
  if (!cipher.decrypt(encrypted, plainName(encrypted))) {
    throw new FailureError({
      code: 'storage',
      message: 'The encrypted file is damaged. Restart the app: it restores the newest copy. Then try again.',
    });
  }
  removeDatabase(encrypted);
}

/** Beside an encrypted database: encrypts what is in the clear, and removes it. Returns what could not be, in sentences. */
export function encryptLeftovers(folder: string, encrypted: string, cipher: UserCipher): string[] {
  const notices: string[] = [];
  const plain = plainName(encrypted);
  if (existsSync(plain)) {
    if (cipher.isTwin(plain, encrypted)) removeDatabase(plain);
    else {
      const aside = setAside(plain, 'replaced');
      notices.push(
        `Unencrypted settings and saved items with other contents were found next to the encrypted ones. They were set aside as ${basename(aside, '.db')} and encrypted.`,
      );
    }
  }
  for (const path of listOthers(folder, 'plain')) {
    try {
      const twin = encryptedName(path, cipher.keyId);
      if (!existsSync(twin)) cipher.encrypt(path, twin);
      removeDatabase(path);
    } catch (error) {
      const failure = storageFailure(error);
      if (!(failure instanceof FailureError)) throw error;
      notices.push(`${basename(path)} could not be encrypted yet. ${failure.message}`);
    }
  }
  return notices;
}

/** Beside a database in the clear: removes encrypted files whose twins are there. */
export function removeTwins(folder: string): void {
  for (const path of listOthers(folder, 'encrypted')) if (existsSync(plainName(path))) removeDatabase(path);
}

function removeDatabase(path: string): void {
  for (const suffix of ['', ...databaseSuffixes]) rmSync(path + suffix, { force: true });
}
