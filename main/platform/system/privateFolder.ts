import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../../../preload/contract/failures.ts';
import { refuseFolder, refuseForeignFolder } from './ownership.ts';

const othersMay = 0o077;

/**
 * Creates a folder and missing ones above it. Node's `recursive` never ends on a file system such as `/proc`,
 * where a new folder inside an existing one fails with ENOENT.
 * @throws Error of the system
 */
export function makeFolders(folder: string, mode = 0o777): void {
  const isThere = (): boolean => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!isThere()) throw error;
  }
}

/** Sets a umask that keeps the user's own permissions. */
export function keepOwnRights(): void {
  process.umask(process.umask(othersMay) & othersMay);
}

/**
 * Creates the folder, or makes an existing one private. Windows has no modes: the user's profile folder is
 * private already.
 * @returns a sentence on why others may still read it; null if they may not
 * @throws FailureError `storage` as `refuseForeignFolder` does
 */
export function makePrivateFolder(folder: string): string | null {
  refuseForeignFolder(folder);
  try {
    makeFolders(folder, 0o700);
  } catch (error) {
    // The store explains a full or read-only disk.
    if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error))) throw error;
    refuseFolder(`${folder} cannot be made.`);
  }
  const { mode } = statSync(folder);
  if (process.platform === 'win32' || (mode & othersMay) === 0) return null;
  try {
    // Only removes permissions, never adds the user's missing ones.
    chmodSync(folder, mode & ~othersMay);
  } catch {
    // A file system without modes.
  }
  if ((statSync(folder).mode & othersMay) === 0) return null;
  return `Other users of this computer may be able to read the app’s data folder, and the app cannot change that. Make ${folder} private to you, or start the app with another data folder.`;
}
