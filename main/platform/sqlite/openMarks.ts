import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writePrivateFile } from '../system/privateFile.ts';
import { isLocked, lockFile, type FileLock } from './fileLock.ts';

/**
 * A file beside a database for each process that has it open; the process locks it. An unlocked mark shows
 * that the last end was unclean. A process id would not do, because another program may have it by now.
 */
interface OpenMark {
  readonly name: string;
  remove(): void;
}

export interface OpenMarks {
  readonly running: number;
  readonly left: readonly string[];
  readonly isDamageNoted: boolean;
}

/** Milliseconds to wait for other processes that read marks. */
const waitMs = 10_000;

/** Reads the marks of others and adds this process's, exclusively. */
export function enter(database: string): { marks: OpenMarks; mark: OpenMark } {
  return inTurn(database, () => ({ marks: readOpenMarks(database), mark: makeOpenMark(database) }));
}

/** Runs short work, one process at a time, on a database of this folder. It must not call this. */
export function inTurn<T>(database: string, work: () => T): T {
  const turn = lockFile(join(dirname(database), 'open.lock'), waitMs);
  try {
    return work();
  } finally {
    turn.release();
  }
}

function makeOpenMark(database: string): OpenMark {
  const path = `${database}.open-${randomUUID()}`;
  const lock: FileLock = lockFile(path, 0);
  return {
    name: basename(path),
    remove: () => {
      lock.release();
      rmSync(path, { force: true });
    },
  };
}

export function noteDamage(database: string): void {
  try {
    writePrivateFile(damageMark(database), '');
  } catch {
    // The caller reports the damage itself; the next write reports a folder that is not writable.
  }
}

function damageMark(database: string): string {
  return `${database}.open-0-damage`;
}

function readOpenMarks(database: string): OpenMarks {
  const start = `${basename(database)}.open-`;
  const paths = readdirSync(dirname(database))
    .filter((name) => name.startsWith(start))
    .map((name) => join(dirname(database), name));
  const left = paths.filter((path) => path === damageMark(database) || !isLocked(path));
  const isDamageNoted = left.includes(damageMark(database));
  return { running: paths.length - left.length, left, isDamageNoted };
}

/** Never call it for this process's mark, which it would unlock. */
export function isOpenMarkHeld(database: string, name: string): boolean {
  const path = join(dirname(database), name);
  return name.startsWith(`${basename(database)}.open-`) && existsSync(path) && isLocked(path);
}

export function removeMarks(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}
