import { makePrivateFolder } from '../../platform/system/privateFolder.ts';
import { openHeldLocks } from '../user/heldLocks.ts';
import { openUserDatabase } from '../user/userDatabase.ts';
import { shapeOf, type Shape } from './remote.ts';

export type UserCalls = ReturnType<typeof openUserData>['calls'];

/** Opens the user's database. */
export function openUserData(folder: string, readOnly: boolean, restore?: string) {
  const open = readOnly ? null : makePrivateFolder(folder);
  const database = openUserDatabase(folder, readOnly, restore);
  const calls = {
    /** Returns what was done about damaged data, and the methods of `user`. */
    openUser: (): { notices: string[]; shape: Shape } => ({
      notices: [...(open === null ? [] : [open]), ...database.notices],
      shape: shapeOf(calls.user),
    }),
    user: { ...database.data, locks: openHeldLocks(folder) },
    copyUserData: (now: number, olderThanMs: number) => database.copy(now, olderThanMs),
    close() {
      database.close();
    },
  };
  return {
    calls,
    /** Damage was seen: the next start checks the file. */
    noteDamage() {
      database.noteDamage();
    },
  };
}
