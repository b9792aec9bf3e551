import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { hasForeignDescription } from '../features/exports/verify.ts';
import { isStream } from '../features/exports/wholeFile.ts';
import { UsageError } from './exitCodes.ts';
import { jsonLine, print, remark } from './output.ts';

/** @throws UsageError where the file exists; what is written into a pipe or a device replaces nothing. */
export function refuseToReplace(out: string): void {
  if (existsSync(out) && !isStream(out))
    throw new UsageError(`${out} already exists. Add --force to replace it.`);
}

/**
 * The whole path of a file that may be written.
 * @throws UsageError where it exists, or another file has the name of its description, and `--force` was not given.
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

/** What was written to a file; on the standard error where that is a pipe or a device, which may be the standard output. */
export async function printFile(
  file: { readonly path: string } & Readonly<Record<string, unknown>>,
): Promise<void> {
  if (isStream(file.path)) remark(jsonLine(file));
  else await print(file);
}
