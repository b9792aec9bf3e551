import Database from 'better-sqlite3';
import { closeSync, constants, existsSync, fchmodSync, openSync } from 'node:fs';

/** A lock that the operating system takes back when the process ends, however it ends. */
export interface FileLock {
  release(): void;
}

/**
 * Locks a file, which is made where it is missing: SQLite's own lock on an empty database, which works on all systems.
 * @throws SqliteError `SQLITE_BUSY` where another holds it for longer than `waitMs`.
 */
export function lockFile(path: string, waitMs: number): FileLock {
  // Opening and closing a file here would give up a lock that this process has on it. Rule: fcntl(2), "Record locks".
  if (!existsSync(path)) makePrivateFile(path);
  const database = new Database(path, { timeout: waitMs });
  try {
    // Nothing is written, so nothing is to be undone.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    release() {
      database.close();
    },
  };
}

/**
 * Makes an empty file, private to the user, unless it is there. SQLite gives its own files beside it the same mode. A link is refused: one in a
 * folder from elsewhere leads to any file of the user.
 */
export function makePrivateFile(path: string): void {
  const { O_CREAT, O_NOFOLLOW = 0, O_WRONLY } = constants;
  const file = openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW, 0o600);
  try {
    fchmodSync(file, 0o600);
  } finally {
    closeSync(file);
  }
}
