import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makePrivateFolder } from '../../platform/system/privateFolder.ts';
import { lockFile } from '../../platform/sqlite/fileLock.ts';
import { databaseSuffixes, syncToDisk } from '../../platform/sqlite/wholeFile.ts';
import { refuseWhileOpen } from './restore.ts';
import { copiesFolder, currentFile, keyIdOf, listOthers } from './userFiles.ts';

const waitMs = 15_000;

/**
 * Moves an encrypted user database whose key is lost, its copies and what was set aside of it into a folder of their own, in which they
 * lie as in the folder of the data: moved back, they open with the recovery code. The app starts with new ones.
 * @returns the folder
 * @throws FailureError `storage` while another process uses the database
 */
export function setAsideLocked(folder: string, now: number): string {
  const lock = lockFile(join(folder, 'user.lock'), waitMs);
  try {
    const { path, keyId } = currentFile(folder);
    refuseWhileOpen(path, 'Encrypted items can only be set aside while nothing uses them.');
    const aside = join(folder, `locked-${new Date(now).toISOString().replace(/[:.]/g, '-')}`);
    makePrivateFolder(aside);
    mkdirSync(copiesFolder(aside), { mode: 0o700 });
    const copies = copiesFolder(folder);
    // The database last: until then it is found, and the dialog comes again.
    for (const one of [
      ...listOthers(folder, 'encrypted').filter((other) => keyIdOf(other) === keyId),
      path,
    ]) {
      const to = join(one.startsWith(copies) ? copiesFolder(aside) : aside, basename(one));
      for (const suffix of [...databaseSuffixes, ''])
        if (existsSync(one + suffix)) renameSync(one + suffix, to + suffix);
    }
    syncToDisk(folder);
    return aside;
  } finally {
    lock.release();
  }
}
