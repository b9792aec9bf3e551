import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '../../../preload/contract/failures.ts';
import { makePrivateFile } from '../system/privateFile.ts';

/** Suffixes of the files that SQLite creates beside a database. */
export const databaseSuffixes = ['-journal', '-wal', '-shm'] as const;

/** Writes a private file, atomically and synced. `clear` frees the final path before the rename. */
export function writeAtomically(
  path: string,
  write: (unfinished: string) => void,
  clear: () => void = () => undefined,
): void {
  const folder = dirname(path);
  const unfinished = unfinishedIn(folder);
  try {
    removeUnfinished(folder);
    makePrivateFile(unfinished);
    write(unfinished);
    syncToDisk(unfinished);
    clear();
    renameSync(unfinished, path);
    syncFolder(folder);
  } catch (error) {
    removeUnfinished(folder);
    throw error;
  }
}

export function removeUnfinished(folder: string): void {
  const unfinished = unfinishedIn(folder);
  for (const suffix of ['', ...databaseSuffixes]) rmSync(unfinished + suffix, { force: true });
}

function unfinishedIn(folder: string): string {
  return join(folder, 'unfinished');
}

function syncToDisk(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** False on Windows and some network file systems: the name is as safe as the disk makes it. */
export function syncFolder(folder: string): boolean {
  try {
    const opened = openSync(folder, 'r');
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    return true;
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'EACCES', 'EISDIR', 'EBADF', 'ENOTSUP'].includes(errorCode(error))) throw error;
    return false;
  }
}
