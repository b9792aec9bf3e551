import { z } from 'zod';
import { errorText, FailureError } from '../../../preload/contract/failures.ts';
import { cacheDamaged, isDamage, storageFailure } from '../../platform/sqlite/failures.ts';
import type { Answering, OwnThread } from '../../platform/threads/answerCalls.ts';

/** Page cache of each database, in KiB: queries walk along indexes, lookups touch a few pages. */
const cacheKiB = { lookups: 8 * 1024, queries: 32 * 1024 };

/**
 * The four parts of the store, each of which runs one call after the other. `user`: the user's documents,
 * which never wait for answers of a service. `writer`: changes of a cache. `lookups`: reads by key.
 * `queries`: long reads, which delay neither writes nor lookups.
 */
const dataSchema = z.object({
  role: z.enum(['user', 'writer', 'lookups', 'queries']),
  folder: z.string(),
  readOnly: z.boolean(),
  /** For `user`: the copy of the user's database to restore first. */
  restore: z.string().optional(),
});
export type StoreThreadData = z.infer<typeof dataSchema>;

export function makeStoreCalls() {
  let noteDamage: (() => void) | undefined;
  let isDamaged = (): boolean => false;
  let dataFolder: string | undefined;
  let isReader = false;
  let isCache = false;
  return {
    async open({
      data,
      throwIfCanceled,
    }: Pick<OwnThread, 'data' | 'throwIfCanceled'>): Promise<Answering<object>> {
      const { role, folder, readOnly, restore } = dataSchema.parse(data);
      dataFolder = folder;
      isReader = role === 'lookups' || role === 'queries';
      isCache = isReader || role === 'writer';
      if (role === 'user') {
        const user = (await import('./userCalls.ts')).openUserData(folder, readOnly, restore);
        ({ noteDamage } = user);
        return { calls: user.calls };
      }
      const opened =
        role === 'writer'
          ? (await import('./writerCalls.ts')).openWriter(folder, readOnly)
          : (await import('./readerCalls.ts')).openReader(folder, {
              cacheKiB: cacheKiB[role],
              throwIfCanceled,
            });
      ({ noteDamage, isDamaged } = opened);
      return { calls: opened.calls, target: opened.cacheCalls };
    },
    explain(error: unknown): unknown {
      // Unparsable stored JSON is damage. Another type may be a bug of the app, so the file is checked.
      if (
        (isReader && error instanceof SyntaxError) ||
        errorText(error) === 'malformed JSON' ||
        (isCache && error instanceof z.ZodError && isDamaged())
      )
        return new FailureError(cacheDamaged, { cause: error });
      if (isDamage(error)) noteDamage?.();
      return storageFailure(error, dataFolder);
    },
  };
}
