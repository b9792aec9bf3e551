import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makePrivateFile } from './fileLock.ts';

/** What SQLite puts beside a database. */
export const databaseSuffixes = ['-journal', '-wal', '-shm'] as const;

/**
 * Puts a file, private to the user, into its place: whole and on the disk, or not at all. `write` fills an empty file in the same folder,
 * `clear` makes its place free once it is there.
 */
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
    syncToDisk(folder);
  } catch (error) {
    removeUnfinished(folder);
    throw error;
  }
}

/** Removes what an earlier process left half written. */
export function removeUnfinished(folder: string): void {
  const unfinished = unfinishedIn(folder);
  for (const suffix of ['', ...databaseSuffixes]) rmSync(unfinished + suffix, { force: true });
}

function unfinishedIn(folder: string): string {
  return join(folder, 'unfinished');
}

/** Windows syncs no folders. */
function syncToDisk(path: string): void {
  const isFolder = statSync(path).isDirectory();
  if (process.platform === 'win32' && isFolder) return;
  const file = openSync(path, isFolder ? 'r' : 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
