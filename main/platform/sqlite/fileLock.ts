import Database from 'better-sqlite3';
import { setTimeout } from 'node:timers/promises';
import { setRights } from '../system/ownership.ts';
import { isDamage } from './failures.ts';
import { closeSync, constants, existsSync, openSync } from 'node:fs';

/** A lock that the operating system takes back when the process ends, however it ends. */
export interface FileLock {
  release(): void;
}

/**
 * Locks a file, which is made if missing: SQLite's own lock on an empty database, which works on all systems.
 * @throws SqliteError `SQLITE_BUSY` if another process holds it for longer than `waitMs`
 */
export function lockFile(path: string, waitMs: number): FileLock {
  // Opening and closing a file here would release this process's lock on it. Rule: fcntl(2), "Record locks".
  if (!existsSync(path)) makePrivateFile(path);
  const database = new Database(path, { timeout: waitMs });
  try {
    // Nothing is written, so there is nothing to undo.
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
 * Returns whether a process locked the file, on any computer. Not for a lock of this process: it would be
 * released.
 */
export function isLocked(path: string): boolean {
  try {
    // Its process may take it away at any moment.
    if (existsSync(path)) lockFile(path, 0).release();
    return false;
  } catch (error) {
    return !isDamage(error);
  }
}

const pollMs = 100;

/** Resolves once nobody has locked the file, or after a time. */
export async function untilFree(path: string, waitMs: number): Promise<void> {
  for (let left = waitMs; left > 0 && isLocked(path); left -= pollMs) await setTimeout(pollMs);
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
