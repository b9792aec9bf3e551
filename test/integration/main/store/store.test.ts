import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../../../preload/contract/failures.ts';
import type { Query } from '../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../preload/contract/records.ts';
import type { CacheStore } from '../../../../main/store/store.ts';
import { openTestStore } from './testStore.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { answerBytes, writePage } from '../../../support/storedPages.ts';
import { onlyIf } from '../../../support/onlyIf.ts';
import { z } from 'zod';
import { newCache } from '../../../support/newStore.ts';

/** The store on real files. */

const query: Query = {
  filter: { operator: 'equals', field: 'asset_class_name', value: 'Stocks' },
  pagination: { page: 2 },
};
const records: ResourceRecord[] = [
  {
    id: 3,
    name: 'Quay Shares',
    asset_class_name: 'Stocks',
    circulating_market_value_dollar: { val: 5, val_7d: null },
  },
  { id: '1', name: 'Harbour Shares', asset_class_name: 'Stocks', later_field: [1, { a: 'é😀' }] },
];

async function writeAssets(cache: CacheStore, fetchedAt: number, all = records): Promise<void> {
  await writePage(cache, {
    resource: 'assets',
    query,
    records: all,
    pagination: { page: 2, perPage: 25, pageCount: 2, resultCount: 27 },
    applied: { filter: query.filter, sort: { field: 'id', direction: 'asc' } },
    fetchedAt,
    request: '/v4/assets?query=…',
  });
}

describe('a cache', () => {
  it('gives a page back as it was stored, after a restart too', async () => {
    using folder = temporaryFolder();
    const expected = {
      records,
      pagination: { page: 2, perPage: 25, pageCount: 2, resultCount: 27 },
      applied: { filter: query.filter, sort: { field: 'id', direction: 'asc' } },
      notes: [],
      fetchedAt: 1000,
      request: '/v4/assets?query=…',
      etag: null,
    };
    {
      await using store = await openTestStore(folder.path);
      const cache = await store.cache('one');
      expect(await cache.readPage({ resource: 'assets', query })).toBeNull();
      await writeAssets(cache, 1000);
      expect(await cache.readPage({ resource: 'assets', query })).toMatchObject(expected);
    }
    await using store = await openTestStore(folder.path);
    const cache = await store.cache('one');
    expect(await cache.readPage({ resource: 'assets', query })).toMatchObject(expected);
    // The order of a query's members is not part of its meaning.
    const same: Query = {
      pagination: { page: 2 },
      filter: { value: 'Stocks', operator: 'equals', field: 'asset_class_name' },
    };
    expect(await cache.readPage({ resource: 'assets', query: same })).toMatchObject(expected);
    expect(await cache.readPage({ resource: 'tokens', query })).toBeNull();
    expect(store.notices).toEqual([]);
  });

  it('shows a record as last fetched, in the page it came with too', async () => {
    const cache = await newCache();
    await writeAssets(cache, 1000);
    const newer: ResourceRecord = { id: '3', name: 'Quay Shares', ticker: 'QUAY' };
    await cache.writeRecord({ resource: 'assets', record: newer, fetchedAt: 2000, request: '/v4/assets/3' });
    expect(await cache.readRecord({ resource: 'assets', id: 3 })).toEqual({
      record: newer,
      fetchedAt: 2000,
      request: '/v4/assets/3',
    });
    expect(await cache.readRecord({ resource: 'assets', id: 1 })).toEqual({
      record: records[1],
      fetchedAt: 1000,
      request: '/v4/assets?query=…',
    });
    expect((await cache.readPage({ resource: 'assets', query }))?.records).toEqual([newer, records[1]]);
    expect(await cache.readRecord({ resource: 'assets', id: 99 })).toBeNull();
  });

  it('marks the twin of a transfer in the answer that brings it', async () => {
    const cache = await newCache();
    const records = ['2-Twice-1', '2_Twice_4_1'].map((id) => ({ id, token_id: 7, amount: 5 }));
    const pagination = { page: 1, perPage: 2, pageCount: 1, resultCount: 2 };
    const told = await cache.writeAnswer({
      resource: 'transactions',
      query: {},
      bytes: answerBytes({ records, pagination }),
      fetchedAt: 1,
      request: 'page',
      etag: null,
    });
    const owners = (text: string): unknown[] =>
      z
        .array(z.record(z.string(), z.unknown()))
        .parse(JSON.parse(text))
        .map((record) => record['twin_of']);
    expect('problem' in told ? [] : owners(told.recordsText)).toEqual(['2_Twice_4_1', undefined]);
  });

  it('gives the columns of a page alone where nothing else is needed', async () => {
    const cache = await newCache();
    await writeAssets(cache, 1000);
    const fields = ['name', 'ticker', 'circulating_market_value_dollar'];
    const page = await cache.readPage({ resource: 'assets', query, fields, plain: true });
    // In the page's order; ids as numbers, no unknown members, nothing of what only the whole record holds.
    expect(page?.records).toEqual([
      { id: 3, name: 'Quay Shares' },
      { id: 1, name: 'Harbour Shares' },
    ]);
    expect(page?.pagination.resultCount).toBe(27);
    expect(await cache.readPage({ resource: 'tokens', query, fields, plain: true })).toBeNull();
  });

  it('runs queries on what is cached, and says how much and how old that is', async () => {
    const cache = await newCache();
    const ask = (of: Query): ReturnType<CacheStore['runQuery']> =>
      cache.runQuery({ resource: 'assets', query: of });
    expect(await ask({})).toMatchObject({
      records: [],
      pagination: { page: 1, perPage: 25, pageCount: 0, resultCount: 0 },
      oldestFetchedAt: null,
      cachedRecords: 0,
      missingFields: [],
      completeAsOf: null,
      serviceCount: null,
    });
    await writeAssets(cache, 1000);
    await cache.writeRecord({
      resource: 'assets',
      record: { id: 7, name: 'Mole Credit' },
      fetchedAt: 500,
      request: '/v4/assets/7',
    });
    expect(
      await ask({ sort: { field: 'name', direction: 'asc' }, pagination: { page: 1, perPage: 2 } }),
    ).toMatchObject({
      records: [records[1], { id: 7, name: 'Mole Credit' }],
      pagination: { page: 1, perPage: 2, pageCount: 2, resultCount: 3 },
      oldestFetchedAt: 500,
      cachedRecords: 3,
      missingFields: [],
      completeAsOf: null,
    });
    const filtered = await ask({
      filter: { operator: 'gte', field: 'circulating_market_value_dollar', value: 5 },
    });
    expect(filtered).toMatchObject({ records: [records[0]], oldestFetchedAt: 1000, cachedRecords: 3 });
  });

  it('refuses a query that cannot be answered with a message that names what is wrong', async () => {
    const cache = await newCache();
    const asked = cache.runQuery({
      resource: 'assets',
      query: { filter: { operator: 'near', field: 'name', value: 'a' } },
    });
    await expect(asked).rejects.toMatchObject({
      name: 'FailureError',
      failure: { code: 'bad-query', detail: "Invalid operator 'near' for field 'name'" },
    });
  });

  it('keeps metadata, and forgets what it cannot read', async () => {
    const cache = await newCache();
    expect(await cache.readMetadata('assets')).toBeNull();
    const metadata = { fields: [{ name: 'id', further: { since: 'v4' } }], defaultPerPage: 25 };
    await cache.writeMetadata({ subject: 'assets', metadata, fetchedAt: 5 });
    expect(await cache.readMetadata('assets')).toEqual({ metadata, fetchedAt: 5 });
  });

  it('is apart from the cache of another connection, and cannot be named after a path', async () => {
    await using store = await openTestStore();
    await writeAssets(await store.cache('one'), 1000);
    expect(await (await store.cache('two')).readPage({ resource: 'assets', query })).toBeNull();
    expect(await store.cache('one')).toBe(await store.cache('one'));
    await expect(store.cache('../user')).rejects.toThrow('cannot name a cache');
  });

  it('stores the other records of a page in which one has no identifier, and nothing of one in which none has', async () => {
    const cache = await newCache();
    const [nameless] = JSON.parse('[{"name":"no id"}]') as ResourceRecord[];
    if (nameless === undefined) throw new Error('There is a record.');
    await expect(writeAssets(cache, 1000, [nameless])).rejects.toThrow(
      'The response is not a list of records',
    );
    expect(await cache.runQuery({ resource: 'assets', query: {} })).toMatchObject({ cachedRecords: 0 });
    await writeAssets(cache, 1000, [{ id: 1 }, nameless]);
    expect(await cache.runQuery({ resource: 'assets', query: {} })).toMatchObject({ cachedRecords: 1 });
  });

  it('can be closed and opened again', async () => {
    await using store = await openTestStore();
    await writeAssets(await store.cache('one'), 1000);
    await (await store.cache('one')).close();
    expect(await (await store.cache('one')).readPage({ resource: 'assets', query })).not.toBeNull();
  });
});

describe('the user’s own documents', () => {
  it('are there after a restart', async () => {
    using folder = temporaryFolder();
    const connection = { id: 'a1', name: 'Live service', baseUrl: 'https://api.example.com' };
    {
      await using store = await openTestStore(folder.path);
      expect(await store.user.readActiveConnection()).toBeNull();
      expect(await store.user.listConnections()).toEqual([]);
      const settings = await store.user.readSettings();
      await store.user.writeSettings({ ...settings, theme: 'dark' });
      await store.user.saveConnection({ ...connection, name: 'Old name' });
      await store.user.saveConnection({ ...connection, id: 'b2' });
      await store.user.saveConnection(connection);
      await store.user.writeActiveConnection('a1');
    }
    await using store = await openTestStore(folder.path);
    expect(await store.user.readSettings()).toMatchObject({ theme: 'dark', freshMinutes: 30 });
    expect(await store.user.listConnections()).toEqual([connection, { ...connection, id: 'b2' }]);
    expect(await store.user.readActiveConnection()).toBe('a1');
    await store.user.writeActiveConnection(null);
    expect(await store.user.readActiveConnection()).toBeNull();
  });
});

describe('files', () => {
  it(
    'are private to the user, and nothing is left over after a clean end',
    onlyIf(process.platform !== 'win32', 'Windows has no modes of files.'),
    async () => {
      using folder = temporaryFolder();
      const data = join(folder.path, 'data');
      const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
      {
        await using store = await openTestStore(data);
        await writeAssets(await store.cache('one'), 1000);
        expect(readdirSync(data).length).toBeGreaterThan(4);
        for (const name of readdirSync(data))
          expect([name, mode(join(data, name))]).toEqual([name, name === 'copies' ? '700' : '600']);
      }
      expect(mode(data)).toBe('700');
      expect(readdirSync(data).sort()).toEqual([
        'cache-one.db',
        'copies',
        'open.lock',
        'user.db',
        'user.lock',
      ]);
    },
  );
});

describe('after the end', () => {
  it('calls are refused with a failure', async () => {
    using folder = temporaryFolder();
    const store = await openTestStore(folder.path);
    await store.close();
    await expect(store.user.readSettings()).rejects.toBeInstanceOf(FailureError);
  });
});
