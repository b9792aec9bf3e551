import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { hasForeignDescription } from '../features/exports/verify.ts';
import { isStream } from '../features/exports/wholeFile.ts';
import { UsageError } from './exitCodes.ts';
import { jsonLine, print, remark } from './output.ts';

/** @throws UsageError if a file or folder exists; pipes and devices are written into */
export function refuseToReplace(out: string): void {
  if (existsSync(out) && !isStream(out))
    throw new UsageError(`${out} already exists. Add --force to replace it.`);
}

/**
 * Returns the absolute path.
 * @throws UsageError without `--force` if the file, or an unrelated file with the name of its description,
 *   exists
 */
export async function freeFile(out: string, force: boolean): Promise<string> {
  const path = resolve(out);
  if (force || isStream(out)) return path;
  refuseToReplace(out);
  if (await hasForeignDescription(path)) {
    throw new UsageError(
      `${out}.json already exists, and no export wrote it. The export describes its source in that file. Add --force to replace it.`,
    );
  }
  return path;
}

/** Prints what was written; to standard error for pipes and devices, which may be standard output. */
export async function printFile(
  file: { readonly path: string } & Readonly<Record<string, unknown>>,
): Promise<void> {
  if (isStream(file.path)) remark(jsonLine(file));
  else await print(file);
}
