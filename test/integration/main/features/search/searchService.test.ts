import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Relation } from '../../../../../preload/contract/related.ts';
import { recordKey } from '../../../../../preload/contract/records.ts';
import { resourceNames, resources, type ResourceName } from '../../../../../preload/contract/resources.ts';
import { createRecordReader, type RecordReader } from '../../../../../main/features/records/recordReader.ts';
import {
  createSearchService,
  type SearchService,
} from '../../../../../main/features/search/searchService.ts';
import { createVisits } from '../../../../../main/features/changes/visits.ts';
import { clientOf } from '../../../../support/testService.ts';
import type { CacheStore, Store } from '../../../../../main/store/store.ts';
import { startService, type TestClient } from '../../sample-service/serviceClient.ts';
import { openTestStore } from '../../store/testStore.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';

/** Related records and the search at the sample service, over real HTTP, into a real cache. */

const opened = new AsyncDisposableStack();
const requests: string[] = [];
const clock = { now: Date.UTC(2026, 10, 21, 12), offline: false };
let service: TestClient;
let store: Store;
let cache: CacheStore;
let recordReader: RecordReader;
let searchService: SearchService;

beforeAll(async () => {
  service = opened.use(await startService({ assets: 60, transactions: 1200, seed: 4 }));
  const folder = opened.use(temporaryFolder());
  const testStore = opened.use(await openTestStore(folder.path));
  store = testStore;
  cache = await store.cache('one');
  const offline = (): boolean => clock.offline;
  recordReader = createRecordReader({
    connection: { id: 'one', name: 'One', baseUrl: service.url, sample: true },
    client: clientOf(service, {
      transport: (url, init) => {
        requests.push(new URL(url).pathname);
        return fetch(url, init);
      },
    }),
    cache,
    freshForMs: () => 1e9,
    offline,
    now: () => clock.now,
  });
  searchService = createSearchService({ recordReader, cache, offline });
});
afterAll(() => opened.disposeAsync());

async function firstOf(resource: ResourceName): Promise<string | number> {
  const [record] = (await recordReader.list(resource, { pagination: { perPage: 5 } })).records;
  return record?.id ?? '';
}

function find(relations: readonly Relation[], resource: ResourceName, label?: string): Relation | undefined {
  return relations.find((way) => way.resource === resource && (label === undefined || way.label === label));
}

describe('related records', () => {
  it('of an asset are its tokens, issuer, platforms, networks and transactions, and back again', async () => {
    const id = await firstOf('assets');
    const { record } = await recordReader.record('assets', id);
    const relations = await searchService.relations('assets', id);
    const tokens = find(relations, 'tokens', 'Tokens');
    expect(tokens).toMatchObject({ count: record['token_count'], countedBy: 'record', limited: false });
    const listed = await recordReader.list('tokens', tokens?.query ?? {});
    expect(listed.pagination.resultCount).toBe(record['token_count']);
    expect(find(relations, 'issuers')?.single?.id).toBe(record['issuer_id']);
    expect(find(relations, 'issuers')?.single?.title).toBe(record['issuer_name']);
    expect(find(relations, 'transactions')).toMatchObject({ limited: true });
    for (const resource of ['networks', 'platforms'] as const) {
      const way = find(relations, resource);
      const ids = await recordReader.list(resource, way?.query ?? {});
      expect(ids.records.length).toBe(way?.single === null ? way.count : 1);
      expect(ids.records.length).toBeGreaterThan(0);
    }
    const back = await searchService.relations('issuers', find(relations, 'issuers')?.single?.id ?? '');
    const assets = await recordReader.list('assets', find(back, 'assets')?.query ?? {});
    expect(assets.records.map(recordKey)).toContain(String(id));
    const [token] = listed.records;
    const ofToken = await searchService.relations('tokens', token?.id ?? '');
    expect(find(ofToken, 'assets')?.single).toMatchObject({ id, cached: true, title: record['name'] });
  });

  it.each(resourceNames)('of %s lead where the service has records, or to none', async (resource) => {
    const id = await firstOf(resource);
    const relations = await searchService.relations(resource, id);
    const itself = relations.filter(({ resource: other, single }) => other === resource && single?.id === id);
    expect(itself).toEqual([]);
    expect(new Set(relations.map(({ key }) => key)).size).toBe(relations.length);
    for (const way of relations) {
      const query = { ...way.query, pagination: { perPage: 1 } };
      const { resultCount } = (await service.list(resources[way.resource].path, query)).pagination;
      if (way.single !== null) expect([way.key, resultCount]).toEqual([way.key, 1]);
      else if (way.countedBy === 'record') expect([way.key, way.count]).toEqual([way.key, resultCount]);
      else expect(way.count ?? 0).toBeLessThanOrEqual(resultCount);
    }
  });

  it('open without a request where they are cached', async () => {
    const id = await firstOf('tokens');
    requests.length = 0;
    const relations = await searchService.relations('tokens', id);
    const asset = find(relations, 'assets')?.single;
    if (asset?.cached === true) await recordReader.record('assets', asset.id);
    expect(requests).toEqual([]);
  });
});

it('a search without results says in how many records, and whether there are others', async () => {
  const empty = await store.cache('empty');
  const own = createSearchService({ recordReader, cache: empty, offline: () => true });
  const asked = { text: 'Ethereum', limit: 5 };
  expect((await own.searchCached(asked)).coverage).toEqual({ cachedRecords: 0, complete: false });
  const [network] = (await recordReader.list('networks', { pagination: { perPage: 5 } })).records;
  const text = String(network?.['name']);
  expect((await searchService.searchCached({ ...asked, text })).coverage).toBeNull();
  const none = await searchService.searchCached({ ...asked, text: 'zzzzz', resources: ['issuers'] });
  expect(none).toMatchObject({ hits: [], coverage: { complete: false } });
});

describe('the search at the service', () => {
  it('finds what is not cached yet, keeps it, and leaves the limited transactions alone', async () => {
    const { results } = await service.list('/v4/assets', { pagination: { page: 9, perPage: 5 } });
    const name = String(results[0]?.['name']);
    requests.length = 0;
    const found = await searchService.searchService({ text: name, limit: 10 });
    expect(found.hits[0]).toMatchObject({ resource: 'assets', title: name, match: 'exact' });
    expect(found.failures).toEqual([]);
    expect(requests).not.toContain('/v4/transactions');
    expect(requests).toHaveLength(7);
    expect((await searchService.searchCached({ text: name, limit: 10 })).hits[0]).toMatchObject({
      title: name,
    });
  });

  it('searches transactions if they are named, and sends nothing while working offline', async () => {
    const { results } = await service.list('/v4/transactions', { pagination: { perPage: 1 } });
    const hash = String(results[0]?.['transaction_hash']);
    const found = await searchService.searchService({ text: hash, limit: 5, resources: ['transactions'] });
    expect(found.hits[0]).toMatchObject({ resource: 'transactions', title: hash, match: 'exact' });
    clock.offline = true;
    requests.length = 0;
    expect((await searchService.searchService({ text: hash, limit: 5 })).hits).toEqual([]);
    clock.offline = false;
    expect(requests).toEqual([]);
  });
});

describe('visits', () => {
  it('are compared with the one before this session', async () => {
    const now = (): number => clock.now;
    const since = { kind: 'last-visit' } as const;
    const first = createVisits({ user: store.user, now });
    await first.begin('one');
    expect(await first.dayOf('one', since)).toBeNull();
    expect(await first.dayOf('one', { kind: 'yesterday' })).toBe('2026-11-20');
    expect(await first.dayOf('one', { kind: 'day', day: '2026-01-02' })).toBe('2026-01-02');
    clock.now += 3 * 86_400_000;
    const later = createVisits({ user: store.user, now });
    await later.begin('one');
    await later.begin('one');
    expect(await later.dayOf('one', since)).toBe('2026-11-21');
  });
});
