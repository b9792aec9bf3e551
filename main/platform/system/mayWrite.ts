import { randomUUID } from 'node:crypto';
import { accessSync, closeSync, constants, existsSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isReadOnly } from '../sqlite/failures.ts';

/**
 * False for a folder, or a file in it, that this user may only read, or whose disk takes nothing. A file is made and removed: of what a folder allows
 * Windows tells no other way. True for a folder that is not there yet, and for a full disk.
 */
export function mayWrite(folder: string, file: string): boolean {
  const path = join(folder, file);
  const probe = join(folder, `probe-${randomUUID()}`);
  try {
    if (existsSync(path)) accessSync(path, constants.W_OK);
    closeSync(openSync(probe, 'wx', 0o600));
    rmSync(probe);
    return true;
  } catch (error) {
    return !isReadOnly(error);
  }
}
