import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRunning } from '../../system/processes.ts';

/**
 * A file beside a database for each process that has it open, named after the process. One whose process is gone tells
 * that the last end was not a clean one.
 */
export interface OpenMark {
  /** Takes the mark away: the end was clean. */
  remove(): void;
}

export function makeOpenMark(database: string): OpenMark {
  const path = `${database}.open-${process.pid.toString()}-${randomUUID()}`;
  writeFileSync(path, '', { mode: 0o600 });
  return {
    remove: () => {
      rmSync(path, { force: true });
    },
  };
}

/** Leaves a mark for the next start to find: damage was seen, and the file is to be checked. */
export function noteDamage(database: string): void {
  try {
    writeFileSync(damageMark(database), '', { mode: 0o600 });
  } catch {
    // The caller is about to report the damage itself; a folder that cannot be written is reported by the next write.
  }
}

function damageMark(database: string): string {
  return `${database}.open-0-damage`;
}

/** The marks beside a database: of processes that run, those left behind, and whether damage was seen. */
export interface OpenMarks {
  readonly running: number;
  readonly left: readonly string[];
  readonly isDamageNoted: boolean;
}

export function readOpenMarks(database: string): OpenMarks {
  const start = `${basename(database)}.open-`;
  const paths = readdirSync(dirname(database))
    .filter((name) => name.startsWith(start))
    .map((name) => ({
      path: join(dirname(database), name),
      pid: Number.parseInt(name.slice(start.length), 10),
    }));
  const left = paths.filter(({ pid }) => !isRunning(pid)).map(({ path }) => path);
  const isDamageNoted = left.includes(damageMark(database));
  return { running: paths.length - left.length, left, isDamageNoted };
}

/** Takes away marks left behind, once their database was checked. */
export function removeMarks(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}
