import { chmodSync, closeSync, openSync } from 'node:fs';

/** Makes an empty file, private to the user, unless it is there. SQLite gives its own files beside it the same mode. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}
