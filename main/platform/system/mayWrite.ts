import { randomUUID } from 'node:crypto';
import { accessSync, closeSync, constants, existsSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isReadOnly } from '../sqlite/failures.ts';

/**
 * Returns false for a folder, or a file in it, that is read-only for this user, or on a read-only disk.
 * Creates and removes a file, since Windows shows folder permissions in no other way. Returns true for a
 * missing folder and a full disk.
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
