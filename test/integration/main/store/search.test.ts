import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SearchHit } from '../../../../preload/contract/search.ts';
import type { ResourceName } from '../../../../preload/contract/resources.ts';
import type { ResourceRecord } from '../../../../preload/contract/records.ts';
import type { CacheStore } from '../../../../main/store/store.ts';
import { answerBytes, writePage } from '../../../support/storedPages.ts';
import { openTestStore } from './testStore.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { newCache } from '../../../support/newStore.ts';
import { wholeProof } from '../../../support/wholeProof.ts';

/** The search of everything cached, on real SQLite. */

const ether = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const solana = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const hash = '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060';

const records: Partial<Record<ResourceName, ResourceRecord[]>> = {
  assets: [
    {
      id: 1,
      name: 'Harbor US Treasury Fund',
      ticker: 'HUST',
      slug: 'harbor-us-treasury',
      issuer_name: 'Harbor',
    },
    {
      id: 2,
      name: 'Kelp Private Credit',
      ticker: 'KPC',
      slug: 'kelp-credit',
      description: 'Loans to harbor towns.',
    },
    { id: 3, name: 'Crédit Été', ticker: 'TRE', slug: 'credit-ete' },
  ],
  tokens: [
    { id: 11, name: 'Harbor Treasury on Ethereum', address: ether, network_name: 'Ethereum', asset_id: 1 },
    { id: 12, name: 'Kelp Credit', address: solana, network_name: 'Solana', asset_id: 2 },
  ],
  issuers: [{ id: '7', name: 'Harbor', legal_name: 'Harbor Capital LLC', lei: '5493001KJTIIGC8Y1R12' }],
  transactions: [
    {
      id: `1-${hash}-0-0`,
      transaction_hash: hash,
      from_address: ether,
      to_address: solana,
      date: '2026-01-01',
    },
    { id: `1-${hash}-1-0`, transaction_hash: `${hash}ff`, from_address: ether, to_address: null },
  ],
};

async function fill(cache: CacheStore): Promise<void> {
  for (const resource of ['assets', 'tokens', 'issuers', 'transactions'] as const) {
    for (const record of records[resource] ?? []) {
      await cache.writeRecord({ resource, record, fetchedAt: 1, request: `/v4/${resource}` });
    }
  }
}

async function find(cache: CacheStore, text: string): Promise<string[]> {
  const { hits } = await cache.search({ text, limit: 20 });
  return hits.map(({ resource, id, match }) => `${resource} ${String(id)} ${match}`);
}

async function first(cache: CacheStore, text: string): Promise<SearchHit | undefined> {
  return (await cache.search({ text, limit: 20 })).hits[0];
}

describe('the search', () => {
  it('puts words with fewer typos first, however many records have the others', async () => {
    const cache = await newCache();
    const assets = Array.from({ length: 200 }, (_, index) => ({
      id: index + 1,
      name: `Dalnalow ${index.toString()}`,
      issuer_name: 'Dalnaholm Trust Company',
    }));
    await writePage(cache, {
      resource: 'assets',
      query: {},
      records: assets,
      pagination: { page: 1, perPage: 200, pageCount: 1, resultCount: 200 },
      fetchedAt: 1,
      request: '/v4/assets',
    });
    await cache.writeRecord({
      resource: 'issuers',
      record: { id: 7, name: 'Dalnaholm Trust Company' },
      fetchedAt: 1,
      request: '/v4/issuers',
    });
    expect((await find(cache, 'dalnahom'))[0]).toBe('issuers 7 typo');
  });

  it('puts what is exactly so before what begins so, before words, before typos', async () => {
    const cache = await newCache();
    await fill(cache);
    expect(await find(cache, 'harbor')).toEqual([
      'issuers 7 exact',
      'assets 1 exact',
      'tokens 11 prefix',
      'assets 2 word',
    ]);
    expect(await find(cache, 'HUST')).toEqual(['assets 1 exact']);
    expect(await find(cache, 'treasury')).toEqual(['assets 1 word', 'tokens 11 word']);
    expect(await find(cache, 'treas')).toEqual(['assets 1 word', 'tokens 11 word']);
    expect(await find(cache, 'tresury')).toEqual(['assets 1 typo', 'tokens 11 typo']);
    expect(await find(cache, 'harbor tresaury')).toEqual(['assets 1 typo', 'tokens 11 typo']);
    expect(await find(cache, 'kepl')).toEqual(['assets 2 typo', 'tokens 12 typo']);
    expect(await find(cache, 'credit ete')).toEqual(['assets 3 exact']);
    expect(await find(cache, '5493001kj')).toEqual(['issuers 7 prefix']);
    expect(await find(cache, '12')).toContain('tokens 12 exact');
    expect(await find(cache, 'nothing of the kind')).toEqual([]);
    expect(await find(cache, '  ')).toEqual([]);
    expect(await find(cache, `"'; DROP * ( NEAR -`)).toEqual([]);
  });

  it('says which field matched and where', async () => {
    const cache = await newCache();
    await fill(cache);
    expect(await first(cache, 'towns')).toEqual({
      key: 'assets 2',
      resource: 'assets',
      id: 2,
      query: null,
      title: 'Kelp Private Credit',
      subtitle: 'KPC',
      field: 'description',
      fieldLabel: 'Description',
      matched: 'Loans to harbor towns.',
      ranges: [[16, 21]],
      match: 'word',
    });
    expect(await first(cache, 'harbor fund')).toMatchObject({
      matched: 'Harbor US Treasury Fund',
      ranges: [
        [0, 6],
        [19, 23],
      ],
    });
  });

  it('finds addresses and hashes, whole, by their beginning, in any case of hexadecimal digits, and shortened', async () => {
    const cache = await newCache();
    await fill(cache);
    const address = { resource: 'transactions', id: null, title: ether };
    for (const text of [ether, ether.toLowerCase()]) {
      expect((await cache.search({ text, limit: 5 })).hits).toMatchObject([
        { ...address, match: 'exact', subtitle: '2 cached transactions' },
        { resource: 'tokens', id: 11, match: 'exact' },
      ]);
    }
    for (const text of ['0xa0b869', '0xA0b8…eB48', '0xa0b8...eb48']) {
      const { hits } = await cache.search({ text, limit: 5 });
      expect(hits).toContainEqual(expect.objectContaining(address));
      expect(hits).toContainEqual(expect.objectContaining({ resource: 'tokens', id: 11 }));
    }
    expect(await find(cache, hash)).toEqual([
      `transactions 1-${hash}-0-0 exact`,
      `transactions 1-${hash}-1-0 prefix`,
    ]);
    expect((await first(cache, solana))?.subtitle).toBe('1 cached transaction');
    const query = (await first(cache, ether))?.query ?? {};
    expect((await cache.runQuery({ resource: 'transactions', query })).records).toHaveLength(2);
  });

  it('searches some resources only, where they are named', async () => {
    const cache = await newCache();
    await fill(cache);
    const { hits, more } = await cache.search({ text: 'harbor', limit: 1, resources: ['assets', 'tokens'] });
    expect([hits.map(({ resource }) => resource), more]).toEqual([['assets'], true]);
  });

  it('follows the records: a new name is found, the old one is not, and vanished records are not found', async () => {
    using folder = temporaryFolder();
    {
      await using store = await openTestStore(folder.path);
      const cache = await store.cache('one');
      await fill(cache);
      const record = { id: 2, name: 'Kelp Forestry', ticker: 'KPC' };
      await cache.writeRecord({ resource: 'assets', record, fetchedAt: 2, request: '' });
      expect(await find(cache, 'private')).toEqual([]);
      expect(await find(cache, 'forestry')).toEqual(['assets 2 word']);
    }
    const database = new Database(join(folder.path, 'cache-one.db'));
    database.exec('DELETE FROM assets WHERE id = 1');
    database.close();
    await using store = await openTestStore(folder.path);
    expect(await find(await store.cache('one'), 'treasury')).toEqual(['tokens 11 word']);
  });

  it('finds nothing of what was evicted, cleared or no longer seen by a sync, and what comes back is found again', async () => {
    using folder = temporaryFolder();
    await using store = await openTestStore(folder.path);
    const cache = await store.cache('one');
    const found = async (): Promise<string[]> =>
      (await Promise.all(['0x5c504ed4', ether, 'tresury', 'kelp'].map((text) => find(cache, text)))).flat();
    await fill(cache);
    const all = await found();
    expect(all.filter((hit) => hit.startsWith('transactions'))).toHaveLength(3);

    await cache.runMaintenance({ now: Date.now(), maxAgeMs: 1000, maxBytes: 1e9 });
    const withoutTransactions = await found();
    expect(withoutTransactions).toEqual(all.filter((hit) => !hit.startsWith('transactions')));
    expect(soundness(folder.path)).toEqual(['ok', 'sound']);

    // A full sync that sees the first asset alone.
    const subject = { resource: 'assets' } as const;
    const page = { page: 1, perPage: 10 };
    await cache.syncs.begin({ ...subject, startedAt: 2, perPage: 10 });
    const bytes = answerBytes({
      records: (records.assets ?? []).slice(0, 1),
      pagination: { ...page, pageCount: 1, resultCount: 1 },
    });
    await cache.syncs.writePage({ ...subject, ...page, bytes, fetchedAt: 3, request: '' });
    await cache.syncs.finish({ ...subject, now: 3, ...wholeProof });
    expect(await found()).toEqual(withoutTransactions.filter((hit) => !hit.startsWith('assets 2')));

    await cache.clear();
    expect(await found()).toEqual([]);
    expect(soundness(folder.path)).toEqual(['ok', 'sound']);
    await fill(cache);
    expect((await found()).sort()).toEqual(all.sort());
  });
});

/** What SQLite says of the database, and whether each index of words agrees with itself. */
function soundness(folder: string): string[] {
  const database = new Database(join(folder, 'cache-one.db'));
  try {
    const whole = String(database.pragma('integrity_check', { simple: true }));
    for (const name of ['search_texts', 'search_trigrams'])
      database.exec(`INSERT INTO ${name} (${name}) VALUES ('integrity-check')`);
    return [whole, 'sound'];
  } finally {
    database.close();
  }
}
