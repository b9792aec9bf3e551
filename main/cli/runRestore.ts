import { join } from 'node:path';
import { listCopies, nameOf } from '../store/user/copies.ts';
import { openStore } from '../store/store.ts';
import { userDatabasePath } from '../store/user/userDatabase.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { print, remark } from './output.ts';
import type { RestoreTask } from './commands/local.ts';

/** Lists or restores copies of the documents. Throws `not-found`, or `storage` while the app is open. */
export async function runRestore(
  { list, copy = 'newest' }: RestoreTask,
  { userDataFolder, workerUrl }: { userDataFolder: string; workerUrl: URL },
): Promise<ExitCode> {
  const folder = join(userDataFolder, 'data');
  if (list) {
    for (const one of listCopies(userDatabasePath(folder)))
      await print({ copy: nameOf(one), madeAt: new Date(one.madeAt).toISOString() });
    return exitCodes.done;
  }
  const store = await openStore({ folder, workerUrl, restore: copy, inProcess: true });
  for (const notice of store.notices) remark(notice);
  await store.close();
  return exitCodes.done;
}
