import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { FailureError } from '../../../preload/contract/failures.ts';
import { hasForeignDescription } from '../exports/verify.ts';
import { fileFailure } from '../exports/wholeFile.ts';

/** The names of the files that schedules write. */

/** The name of the file of a due time, on the clock of this computer: `{date}` becomes `2026-11-25`, `{time}` `0730`. */
export function fileNameAt(pattern: string, moment: number): string {
  const due = new Date(moment);
  const pad = (value: number): string => value.toString().padStart(2, '0');
  const name = basename(pattern)
    .replaceAll('{date}', [due.getFullYear(), due.getMonth() + 1, due.getDate()].map(pad).join('-'))
    .replaceAll('{time}', `${pad(due.getHours())}${pad(due.getMinutes())}`);
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
