import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { createSavedQueries } from '../../../../main/features/savedQueries/savedQueries.ts';
import { savedQueryContentSchema } from '../../../../preload/contract/savedQueries.ts';
import { openStore, type CacheStore, type Store } from '../../../../main/store/store.ts';
import { answerBytes } from '../../../support/storedPages.ts';
import { workers } from '../../../support/built.ts';
import { wholeProof } from '../../../support/wholeProof.ts';

/**
 * A process of its own that uses a store, for tests of what happens when a process dies, when two share a store, and when a
 * process may not write. Says what it has done, a line of JSON each.
 *
 * Use: storeProcess.ts FOLDER sync | change | open
 */

const syncedPerPage = 10;
const syncedPages = 100;

/** Syncs the same transactions again and again, and saves a query after each page. */
async function syncOn(store: Store, cache: CacheStore): Promise<void> {
  const subject = { resource: 'transactions' } as const;
  let saved = 0;
  const queries = createSavedQueries({ user: store.user, now: () => saved });
  for (let round = 1; ; round += 1) {
    await cache.syncs.begin({ ...subject, startedAt: round, perPage: syncedPerPage });
    for (let page = 1; page <= syncedPages; page += 1) {
      const pagination = { page, perPage: syncedPerPage };
      const records = Array.from({ length: syncedPerPage }, (_, index) => ({
        // Each page begins with the last record of the one before.
        id: `1-0x${(page * (syncedPerPage - 1) + index).toString(16)}-0-0`,
        amount: round,
      }));
      const bytes = answerBytes({
        records,
        pagination: { ...pagination, pageCount: syncedPages, resultCount: syncedPages * syncedPerPage },
      });
      await cache.syncs.writePage({ ...subject, ...pagination, bytes, fetchedAt: round, request: 'page' });
      await queries.save(
        savedQueryContentSchema.parse({
          name: `Query ${saved.toString()}`,
          resource: 'transactions',
          query: { filter: { operator: 'gte', field: 'amount', value: saved } },
        }),
      );
      saved += 1;
      tell({ saved });
    }
    await cache.syncs.finish({ ...subject, now: round, ...wholeProof });
  }
}

/** Waits while nobody reads: the pipe is full then. */
function tell(what: object): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      writeSync(1, `${JSON.stringify(what)}\n`);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

async function main([folder = '', work = '']: string[]): Promise<void> {
  const store = await openStore({
    folder,
    workerUrl: workers.store,
  });
  const cache = await store.cache('test');
  tell({ notices: store.notices });
  if (work === 'sync') await syncOn(store, cache);
  if (work === 'change')
    await store.user.changeDocuments([{ kind: 'note', id: randomUUID(), value: 'x'.repeat(1000) }]);
  await store.close();
}

if (import.meta.main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    tell(error instanceof FailureError ? { failure: error.failure } : { error: String(error) });
    process.exit(1);
  }
}
