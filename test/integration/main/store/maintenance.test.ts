import Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CacheStore } from '../../../../main/store/store.ts';
import type { Query } from '../../../../preload/contract/query.ts';
import { answerBytes, writePage } from '../../../support/storedPages.ts';
import { openTestStore } from './testStore.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { newCache } from '../../../support/newStore.ts';
import { wholeProof } from '../../../support/wholeProof.ts';

/** What a cache keeps and what it gives up, on real files. */

const day = 86_400_000;
const now = Date.now();
const limits = { now, maxAgeMs: 30 * day, maxBytes: 1_000_000_000 };

function transactions(first: number, count: number): { id: string; amount: number; note: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `1-0x${(first + index).toString(16)}-0-0`,
    amount: first,
    note: `${'x'.repeat(300)}${(first + index).toString()}`,
  }));
}

const pageQuery = (page: number): Query => ({ pagination: { page, perPage: 100 } });

async function fill(cache: CacheStore, page: number, fetchedAt: number): Promise<void> {
  await writePage(cache, {
    resource: 'transactions',
    query: pageQuery(page),
    records: transactions(page * 1000, 100),
    pagination: { page, perPage: 100, pageCount: 9, resultCount: 900 },
    fetchedAt,
    request: '/v4/transactions',
  });
}

async function count(cache: CacheStore): Promise<number> {
  return (await cache.runQuery({ resource: 'transactions', query: {} })).cachedRecords;
}

describe('a cache within its limits', () => {
  it('deletes pages and transactions that were not used for long, and keeps what was shown since', async () => {
    const cache = await newCache();
    for (const page of [1, 2, 3]) await fill(cache, page, now - 60 * day);
    await fill(cache, 4, now);
    await cache.readPage({ resource: 'transactions', query: pageQuery(2) });
    expect(await cache.runMaintenance(limits)).toEqual({ pages: 2, records: 200, isOverSize: false });
    expect(await cache.readPage({ resource: 'transactions', query: pageQuery(1) })).toBeNull();
    expect((await cache.readPage({ resource: 'transactions', query: pageQuery(2) }))?.records).toHaveLength(
      100,
    );
    expect(await cache.readContents()).toMatchObject({
      pages: 2,
      records: [{ resource: 'transactions', count: 200 }],
    });
  });

  it('over its size gives up what was used longest ago, and its file shrinks', async () => {
    using folder = temporaryFolder();
    await using store = await openTestStore(folder.path);
    const cache = await store.cache('test');
    for (let page = 1; page <= 40; page += 1) await fill(cache, page, now - (100 - page) * 1000);
    const path = join(folder.path, 'cache-test.db');
    await cache.runMaintenance(limits);
    const before = statSync(path).size;
    const removed = await cache.runMaintenance({ ...limits, maxBytes: Math.round(before / 2) });
    expect(removed.records).toBeGreaterThan(0);
    expect(statSync(path).size).toBeLessThan(before);
  });

  it('leaves what is stored while it removes, also over its size', async () => {
    const cache = await newCache();
    for (let page = 1; page <= 10; page += 1) await fill(cache, page, now - 60 * day);
    let isStored = false;
    let removed = 0;
    await cache.runMaintenance(
      { ...limits, maxBytes: 1 },
      {
        onRemoved: ({ records }) => {
          removed = records;
        },
        async mayGoOn() {
          if (removed === 0 || isStored) return;
          isStored = true;
          await fill(cache, 20, now);
        },
      },
    );
    expect(isStored).toBe(true);
    expect((await cache.readPage({ resource: 'transactions', query: pageQuery(20) }))?.records).toHaveLength(
      100,
    );
    expect(await count(cache)).toBe(100);
  });

  it('never deletes what a finished or unfinished sync needs, or what a watchlist contains', async () => {
    const cache = await newCache();
    const subject = {
      resource: 'transactions',
      filter: { operator: 'equals', field: 'amount', value: 1000 },
    } as const;
    await cache.syncs.begin({ ...subject, startedAt: now - 60 * day, perPage: 100 });
    await cache.syncs.writePage({
      ...subject,
      bytes: answerBytes({
        records: transactions(1000, 100),
        pagination: { page: 1, perPage: 100, pageCount: 1, resultCount: 100 },
      }),
      page: 1,
      perPage: 100,
      fetchedAt: now - 60 * day,
      request: '/v4/transactions',
    });
    await fill(cache, 2, now - 60 * day);
    const [kept] = transactions(2000, 1);
    const filter = { operator: 'equals', field: 'id', value: kept?.id ?? '' };
    const rules = { id: 'list', on: true, filter, base: filter, wallets: [] };
    await cache.watch.setRules([rules], []);
    const keys = await cache.watch.findMembers(filter);
    await cache.watch.setMembers({ listId: 'list', filter, keys, asOf: now, now });
    const strict = { ...limits, maxBytes: 1 };
    await cache.runMaintenance(strict);
    expect(await count(cache)).toBe(101);
    await cache.syncs.finish({ ...subject, now, ...wholeProof });
    await cache.runMaintenance(strict);
    expect(await count(cache)).toBe(101);
    expect(await cache.completeAsOf({ resource: 'transactions', query: { filter: subject.filter } })).toBe(
      now - 60 * day,
    );
    await cache.watch.setRules([], []);
    await cache.runMaintenance(strict);
    expect(await count(cache)).toBe(100);
  });

  it('has statistics of the indexes of transactions', async () => {
    using folder = temporaryFolder();
    await using store = await openTestStore(folder.path);
    const cache = await store.cache('test');
    await fill(cache, 1, now);
    await cache.runMaintenance(limits);
    const database = new Database(join(folder.path, 'cache-test.db'), { readonly: true });
    const indexes = database.prepare(`SELECT idx FROM sqlite_stat1 WHERE tbl = 'transactions'`).pluck().all();
    database.close();
    expect(indexes).toEqual(expect.arrayContaining(['transactions_date', 'transactions_from_address']));
  });

  it('deletes everything when cleared, except request limits and user data', async () => {
    await using store = await openTestStore();
    const cache = await store.cache('test');
    await fill(cache, 1, now);
    const budget = { endpoint: '/v4/transactions', perHour: 120, now };
    await cache.takeRequest(budget);
    await store.user.changeDocuments([{ kind: 'note', id: '1', value: 'mine' }]);
    await cache.clear();
    expect(await cache.readContents()).toMatchObject({ pages: 0, records: [] });
    expect((await cache.readBudget(budget)).left).toBe(119);
    expect(await store.user.listDocuments('note')).toHaveLength(1);
    await fill(cache, 1, now);
    expect(await count(cache)).toBe(100);
  });
});
