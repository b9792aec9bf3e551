import { existsSync } from 'node:fs';
import { access, constants, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { ScheduleFile, ScheduleRun } from '../../../preload/contract/schedules.ts';
import type { Exports } from '../exports/exports.ts';
import { hasForeignDescription } from '../exports/verify.ts';
import { fileFailure } from '../exports/wholeFile.ts';
import { clockTimeAt } from './zoneTime.ts';

/** The files that schedules write: their names, and which of them stay. */

/** The name of the file of a due time, on the clock of a time zone: `{date}` becomes `2026-11-25`, `{time}` `0730`. */
export function fileNameAt(pattern: string, timeZone: string, moment: number): string {
  const clock = new Date(clockTimeAt(timeZone, moment)).toISOString();
  const name = basename(pattern)
    .replaceAll('{date}', clock.slice(0, 10))
    .replaceAll('{time}', clock.slice(11, 16).replace(':', ''));
  return join(dirname(pattern), name);
}

/**
 * The path, or with a number one that no file has yet, nor its description. It is added to `reserved`: another run may be about to write
 * a file of the same name.
 */
export async function reserveFreePath(path: string, reserved: Set<string>): Promise<string> {
  const ending = extname(path);
  const start = path.slice(0, path.length - ending.length);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? path : `${start} (${number.toString()})${ending}`;
    if (existsSync(free) || (await hasForeignDescription(free)) || reserved.has(free)) continue;
    reserved.add(free);
    return free;
  }
}

/** @throws FailureError `file` before anything is fetched for a folder that is gone or cannot be written */
export async function refuseBadFolder(path: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK);
  } catch (error) {
    throw new FailureError(fileFailure(error, path), { cause: error });
  }
}

/** The file of a run as it is now. */
export type FileState = 'missing' | 'ours' | 'other';

/** Whether a run wrote the file of its name, and nothing has changed it since. */
export async function fileStateOf(
  exports: Pick<Exports, 'verify'>,
  { path, sha256 }: Pick<ScheduleRun, 'path' | 'sha256'>,
): Promise<{ state: FileState; isDescribed: boolean }> {
  if (path === null || !existsSync(path)) return { state: 'missing', isDescribed: false };
  const found = await exports.verify(path, { signal: new AbortController().signal });
  const isOurs = sha256 !== null && found.sha256 === sha256;
  return { state: isOurs ? 'ours' : 'other', isDescribed: isOurs && found.state === 'unchanged' };
}

/**
 * Removes the files of a schedule that are older than the last ones that stay, with their descriptions. A file that was changed, or that
 * the schedule did not write, stays.
 * @param runs those of one schedule
 * @returns the runs whose files are gone
 */
export async function removeOldFiles(
  exports: Pick<Exports, 'verify'>,
  runs: readonly ScheduleRun[],
  { keepLast }: ScheduleFile,
): Promise<ScheduleRun[]> {
  if (keepLast === null) return [];
  const latestFirst = runs.filter(isWritten).sort((a, b) => b.dueAt - a.dueAt);
  // A file that a later run replaced is that of the later one.
  const files = latestFirst.filter(
    ({ path }, index) => latestFirst.findIndex((run) => run.path === path) === index,
  );
  const gone: ScheduleRun[] = [];
  for (const run of files.slice(keepLast)) {
    const { state, isDescribed } = await fileStateOf(exports, run);
    if (state === 'other') continue;
    // The description first: without its file it is of no use, and nothing would remove it.
    if (isDescribed) await rm(`${run.path}.json`, { force: true });
    if (state === 'ours') await rm(run.path, { recursive: true, force: true });
    gone.push({ ...run, removed: true });
  }
  return gone;
}

function isWritten(run: ScheduleRun): run is ScheduleRun & { path: string } {
  return run.state === 'done' && run.path !== null && !run.removed;
}
