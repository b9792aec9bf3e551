import { closeSync, constants, lstatSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { setRights } from './ownership.ts';

/** False for a link, a pipe or a folder, which a copied folder may have in place of the app's file. */
export function isPlainFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/**
 * Writes a file of the app's own, readable by this user alone. Removes an existing one first: in a copied
 * folder, a link may lead to any file of the user, and a pipe may have no reader.
 * @throws Error of the system
 */
export function writePrivateFile(path: string, data: string | Uint8Array): void {
  rmSync(path, { force: true });
  writeFileSync(path, data, { flag: 'wx', mode: 0o600 });
}

/** SQLite's own files get the same mode. Rejects a link, which may lead to any file of the user. */
export function makePrivateFile(path: string): void {
  const { O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY } = constants;
  const file = openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    setRights(file, 0o600);
  } finally {
    closeSync(file);
  }
}
