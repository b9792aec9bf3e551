import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';

/** Makes the folder, private to the user. Windows has no modes: there the user's profile folder is private already. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Makes an empty file, private to the user, unless it is there. SQLite gives its own files beside it the same mode. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}
