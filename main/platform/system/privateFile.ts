import { closeSync, constants, lstatSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { setRights } from './ownership.ts';

/** False for what a folder from elsewhere may have in place of a file of the app: a link, a pipe, a folder. */
export function isPlainFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/**
 * Writes a file of the app's own, readable by this user alone. What has its name goes first: in a folder from
 * elsewhere a link may lead to any file of the user, and nobody may read a pipe.
 * @throws Error of the system
 */
export function writePrivateFile(path: string, data: string | Uint8Array): void {
  rmSync(path, { force: true });
  writeFileSync(path, data, { flag: 'wx', mode: 0o600 });
}

/**
 * Makes an empty private file unless it exists. SQLite gives its own files beside it the same mode. Refuses a
 * link: in a folder from elsewhere, it may lead to any file of the user.
 */
export function makePrivateFile(path: string): void {
  const { O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY } = constants;
  const file = openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    setRights(file, 0o600);
  } finally {
    closeSync(file);
  }
}
