import { refuseForeignFolder } from '../../platform/system/ownership.ts';
import { makePrivateFolder } from '../../platform/system/privateFolder.ts';
import { openUserDatabase } from '../user/userDatabase.ts';
import { shapeOf, type Shape } from './remote.ts';
import { join } from 'node:path';
import { isBusy } from '../../platform/sqlite/failures.ts';
import { lockFile, type FileLock } from '../../platform/sqlite/fileLock.ts';

/** Opens named locks, held by one process at a time. The system frees those of an ended process. */
function openNamedLocks(folder: string) {
  const held = new Map<string, FileLock>();
  return {
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

export type UserCalls = ReturnType<typeof openUserData>['calls'];

export function openUserData(folder: string, readOnly: boolean, restore?: string) {
  if (readOnly) refuseForeignFolder(folder);
  const open = readOnly ? null : makePrivateFolder(folder);
  const database = openUserDatabase(folder, readOnly, restore);
  const calls = {
    openUser: (): { notices: string[]; shape: Shape } => ({
      notices: [...(open === null ? [] : [open]), ...database.notices],
      shape: shapeOf(calls.user),
    }),
    user: { ...database.data, locks: openNamedLocks(folder) },
    copyUserData: (now: number, olderThanMs: number) => database.copy(now, olderThanMs),
    close() {
      database.close();
    },
  };
  return {
    calls,
    noteDamage() {
      database.noteDamage();
    },
  };
}
