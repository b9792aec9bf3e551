import { z } from 'zod';
import { isDamage, storageFailure } from '../../platform/sqlite/failures.ts';
import { answerCalls, type Answering } from '../../platform/threads/answerCalls.ts';
import { openReader, openUserData, openWriter } from './calls.ts';

/** What the store's threads do: everything that touches SQLite runs here, never on the main thread. */

/** Of each database, in memory: queries walk along indexes, lookups touch a few pages. */
const cacheKiB = { lookups: 8 * 1024, queries: 32 * 1024 };

/** What a thread of the store is started with. */
const dataSchema = z.object({
  role: z.enum(['user', 'writer', 'lookups', 'queries']),
  folder: z.string(),
  /** Of the user's documents: the copy of the user's database to restore first. */
  restore: z.string().optional(),
});
export type StoreThreadData = z.infer<typeof dataSchema>;

let noteDamage: (() => void) | undefined;
let dataFolder: string | undefined;

answerCalls(
  ({ data, throwIfCancelled }): Answering<object> => {
    const { role, folder, restore } = dataSchema.parse(data);
    dataFolder = folder;
    if (role === 'user') {
      const user = openUserData(folder, restore);
      ({ noteDamage } = user);
      return { calls: user.calls };
    }
    const opened =
      role === 'writer'
        ? openWriter(folder)
        : openReader(folder, { cacheKiB: cacheKiB[role], throwIfCancelled });
    ({ noteDamage } = opened);
    return { calls: opened.calls, target: opened.cacheCalls };
  },
  (error) => {
    if (isDamage(error)) noteDamage?.();
    return storageFailure(error, dataFolder);
  },
);
