import { describe, expect, it } from 'vitest';
import type { Filter, Query } from '../../../../preload/contract/query.ts';
import type { CacheStore } from '../../../../main/store/store.ts';
import { writePage } from '../../../support/storedPages.ts';
import { openTestStore } from './testStore.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { newCache } from '../../../support/newStore.ts';

/** Queries that are called off in the middle of SQLite, on real threads. */

const records = 10_000;

async function fill(cache: CacheStore): Promise<void> {
  await writePage(cache, {
    resource: 'transactions',
    query: {},
    records: Array.from({ length: records }, (_, index) => ({
      id: `1-0x${index.toString(16)}-0-0`,
      amount: index,
      transaction_hash: `0x${index.toString(16).padStart(64, '0')}`,
    })),
    pagination: { page: 1, perPage: records, pageCount: 1, resultCount: records },
    fetchedAt: 1,
    request: '/v4/transactions',
  });
}

function either(count: number, filterOf: (index: number) => Filter): Query {
  return {
    filter: { operator: 'or', filters: Array.from({ length: count }, (_, index) => filterOf(index)) },
  };
}

/** Reads so many times in the body of each record: this takes ten seconds. */
const slow = either(200, (index) => ({ operator: 'equals', field: 'unheard.of', value: index }));

/** Ways through SQLite: members of the body, patterns, functions of the app, comparisons, a sort without an index, many rows. */
const ways: readonly Query[] = [
  slow,
  either(500, (index) => ({
    operator: 'ilike',
    field: 'transaction_hash',
    value: `%a%b%${index.toString()}%`,
  })),
  either(200, (index) => ({
    operator: 'ilike',
    field: 'transaction_hash',
    value: `%ä%${index.toString()}%`,
  })),
  either(500, (index) => ({ operator: 'equals', field: 'amount', value: -1 - index })),
  { sort: { field: 'unheard', direction: 'asc' }, pagination: { page: 1, perPage: 1000 } },
  { pagination: { page: 2, perPage: 1000 } },
];

const resource = 'transactions';

describe('a query that is canceled', () => {
  it('frees its thread: the next one does not wait for it', async () => {
    const cache = await newCache();
    await fill(cache);
    const leaver = new AbortController();
    const called = cache.runQuery({ resource, query: slow }, leaver.signal);
    const next = cache.runQuery({ resource, query: {} });
    leaver.abort();
    await expect(called).rejects.toMatchObject({ failure: { code: 'canceled' } });
    expect((await next).cachedRecords).toBe(records);
  });

  it('never takes the process with it, wherever SQLite is at that moment', async () => {
    const cache = await newCache();
    await fill(cache);
    let canceled = 0;
    for (let nth = 0; nth < 100; nth += 1) {
      const leaver = new AbortController();
      const query = ways[nth % ways.length] ?? slow;
      const ended = cache.runQuery({ resource, query }, leaver.signal).then(
        () => 'answered',
        (error: unknown) => error,
      );
      const turns = Math.floor(Math.random() * 200);
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      leaver.abort();
      const end = await ended;
      if (end === 'answered') continue;
      expect(end).toMatchObject({ failure: { code: 'canceled' } });
      canceled += 1;
    }
    expect(canceled).toBeGreaterThan(10);
    expect((await cache.runQuery({ resource, query: {} })).cachedRecords).toBe(records);
  });

  it('by the end of the app does not hold it up', async () => {
    using folder = temporaryFolder();
    const store = await openTestStore(folder.path);
    const cache = await store.cache('test');
    await fill(cache);
    const running = cache.runQuery({ resource, query: slow });
    const waiting = cache.runQuery({ resource, query: slow });
    const ends = Promise.allSettled([running, waiting]);
    // A lookup on the other thread: by its answer the query has begun.
    await cache.readPage({ resource, query: {} });
    await store.close();
    for (const end of await ends)
      expect(end).toMatchObject({ status: 'rejected', reason: { failure: { code: 'canceled' } } });
  });
});
