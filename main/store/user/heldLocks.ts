import { join } from 'node:path';
import { isBusy } from '../../platform/sqlite/failures.ts';
import { lockFile, type FileLock } from '../../platform/sqlite/fileLock.ts';

/** Locks by name, for work that only one process may do at a time. The operating system frees those of a process that ends. */
export function openHeldLocks(folder: string) {
  const held = new Map<string, FileLock>();
  return {
    /** Returns false where this process or another one holds the lock. */
    hold(name: string): boolean {
      if (held.has(name)) return false;
      try {
        held.set(name, lockFile(join(folder, `${name}.lock`), 0));
        return true;
      } catch (error) {
        if (isBusy(error)) return false;
        throw error;
      }
    },
    release(name: string) {
      held.get(name)?.release();
      held.delete(name);
    },
  };
}
