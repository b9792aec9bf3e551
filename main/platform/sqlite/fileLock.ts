import Database from 'better-sqlite3';
import { setTimeout } from 'node:timers/promises';
import { isPlainFile, makePrivateFile } from '../system/privateFile.ts';
import { isDamage } from './failures.ts';

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
  if (!isPlainFile(path)) makePrivateFile(path);
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
    if (isPlainFile(path)) lockFile(path, 0).release();
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
