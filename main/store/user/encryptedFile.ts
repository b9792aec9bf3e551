import Cipher from 'better-sqlite3-multiple-ciphers';
import type Database from 'better-sqlite3';
import type { OpenFile } from '../../platform/sqlite/openFile.ts';

/**
 * Database files in the format of SQLCipher 4: AES-256 in CBC mode, and an HMAC of each page, so that a changed page is noticed. Journals
 * are encrypted with the same key. Loaded only where encryption is on: caches and a user database in the clear need none of this.
 */

/** Throws where the native code does not run on this computer: at the beginning rather than in the middle of a change. */
export function tryCipher(): void {
  // The package asks Node's report which C library there is, for which Node would look up the names of connected hosts.
  Object.assign(process.report, { excludeNetwork: true });
  new Cipher(':memory:').close();
}

/** Opens files that are encrypted with a key of 32 bytes. A file of another key, or none, fails with `SQLITE_NOTADB` when it is read. */
export function encryptedOpener(key: Uint8Array): OpenFile {
  return (path, options) => {
    const database: Database.Database = new Cipher(path, options);
    useCipher(database);
    database.pragma(`key = '${rawKey(key)}'`);
    return database;
  };
}

/** Encrypts a database in the clear where it lies; its journal holds it in the clear until then. */
export function encryptInPlace(path: string, key: Uint8Array): void {
  const database: Database.Database = new Cipher(path);
  try {
    // The key of a database with a write-ahead log cannot be changed.
    database.pragma('journal_mode = DELETE');
    useCipher(database);
    database.pragma(`rekey = '${rawKey(key)}'`);
  } finally {
    database.close();
  }
}

/** Decrypts a database where it lies. */
export function decryptInPlace(path: string, key: Uint8Array): void {
  const database = encryptedOpener(key)(path);
  try {
    database.pragma(`rekey = ''`);
  } finally {
    database.close();
  }
}

function useCipher(database: Database.Database): void {
  database.pragma(`cipher = 'sqlcipher'`);
  database.pragma('legacy = 4');
  // SQLite would write temporary files in the clear.
  database.pragma('temp_store = MEMORY');
}

/** The key as it is: a key made of random bytes needs no derivation, which would take a tenth of a second at each opening. */
function rawKey(key: Uint8Array): string {
  return `raw:${Buffer.from(key).toString('hex')}`;
}
