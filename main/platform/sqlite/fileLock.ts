import Database from 'better-sqlite3';
import { setTimeout } from 'node:timers/promises';
import { isPlainFile, makePrivateFile } from '../system/privateFile.ts';
import { isDamage } from './failures.ts';

/** A lock that the operating system releases when the process ends, however it ends. */
export interface FileLock {
  release(): void;
}

/**
 * Locks a file, creating it if missing, by SQLite's own lock on an empty database, which works on all
 * systems.
 * @throws SqliteError `SQLITE_BUSY` if another process holds it for longer than `waitMs`
 */
export function lockFile(path: string, waitMs: number): FileLock {
  // Opening and closing a file here would release this process's lock on it. Rule: fcntl(2), "Record locks".
  if (!isPlainFile(path)) makePrivateFile(path);
  const database = new Database(path, { timeout: waitMs });
  try {
    // Nothing is written, so no rollback journal is needed on disk.
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

/** Detects locks of any computer. Never call it for this process's lock, which it would release. */
export function isLocked(path: string): boolean {
  try {
    // The lock's owner may remove the file at any moment.
    if (isPlainFile(path)) lockFile(path, 0).release();
    return false;
  } catch (error) {
    return !isDamage(error);
  }
}

const pollMs = 100;

/** Resolves once free, or after `waitMs` though still locked. */
export async function untilFree(path: string, waitMs: number): Promise<void> {
  for (let left = waitMs; left > 0 && isLocked(path); left -= pollMs) await setTimeout(pollMs);
}
