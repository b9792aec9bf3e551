import { describe, expect, it } from 'vitest';
import { allPages } from '../../../../../main/features/records/allPages.ts';
import type { Query } from '../../../../../preload/contract/query.ts';
import { nameOf, startSyncBench, type SyncBench } from './syncBench.ts';

/** All pages of a query, fetched for a file or a script, over real HTTP into real SQLite: what they leave for working offline. */

/** Fetches every page; true where they are all records. */
async function fetchAll({ explorer, clock }: SyncBench, query: Query = {}): Promise<boolean> {
  const { signal } = new AbortController();
  const pages = allPages({ explorer, resource: 'issuers', query, signal, now: () => clock.now });
  for (let step = await pages.next(); ; step = await pages.next()) if (step.done === true) return step.value;
}

async function offlineCoverage(bench: SyncBench, query: Query = {}): Promise<string> {
  bench.clock.offline = true;
  const { provenance } = await bench.explorer.list('issuers', query, { notBefore: bench.clock.now });
  bench.clock.offline = false;
  return provenance.coverage.kind;
}

const firstTen = { filter: { operator: 'startsWith', field: 'name', value: 'Issuer 00' } } as const;

describe('every page of a query', () => {
  it('leaves the mark of a sync, whatever its order', async () => {
    await using bench = await startSyncBench();
    const asOf = bench.clock.now;
    expect(await fetchAll(bench, { sort: { field: 'name', direction: 'desc' } })).toBe(true);
    expect(await bench.cache.syncs.listComplete()).toEqual([{ resource: 'issuers', asOf, count: 35 }]);
    bench.clock.now += 24 * 3_600_000;
    expect(await offlineCoverage(bench)).toBe('complete');
  });

  it('of a filter covers the filter', async () => {
    await using bench = await startSyncBench();
    expect(await fetchAll(bench, firstTen)).toBe(true);
    expect(await offlineCoverage(bench, firstTen)).toBe('complete');
    expect(await offlineCoverage(bench)).toBe('partial');
  });

  it('is shown instead of an older page, even a fresh one', async () => {
    await using bench = await startSyncBench();
    const page = { pagination: { page: 1, perPage: 10 } };
    await bench.explorer.list('issuers', page);
    bench.clock.now += 1000;
    expect(await fetchAll(bench)).toBe(true);
    const { provenance, pagination } = await bench.explorer.list('issuers', page);
    expect(provenance).toMatchObject({ source: 'local', coverage: { kind: 'complete' }, stale: false });
    expect(pagination.resultCount).toBe(35);
    // A page that was fetched since is newer.
    bench.clock.now += 1000;
    await bench.explorer.list('issuers', page, { refresh: true });
    expect((await bench.explorer.list('issuers', page)).provenance.source).toBe('cache');
  });

  it('removes vanished records from the cache', async () => {
    await using bench = await startSyncBench();
    await fetchAll(bench);
    bench.issuers.delete(7);
    bench.clock.now += 3_600_000;
    await fetchAll(bench);
    expect(await bench.localNames()).not.toContain(nameOf(7));
    expect(await bench.cache.syncs.listVanished(0)).toMatchObject([{ id: '7' }]);
  });

  it('requests records that no longer match, and stores them as they are', async () => {
    await using bench = await startSyncBench();
    await fetchAll(bench);
    bench.issuers.set(3, 'Another 003');
    bench.issuers.delete(5);
    bench.clock.now += 3_600_000;
    await fetchAll(bench, firstTen);
    expect(await bench.localNames()).toContain('Another 003');
    expect(await bench.cache.syncs.listVanished(0)).toMatchObject([{ id: '5' }]);
    expect(await offlineCoverage(bench, firstTen)).toBe('complete');
  });

  it('requests records that no longer match page by page if the service serves fewer at once', async () => {
    await using bench = await startSyncBench();
    await fetchAll(bench);
    const filter = { operator: 'startsWith', field: 'name', value: 'Issuer' } as const;
    for (let id = 1; id <= 25; id += 1) bench.issuers.set(id, `Renamed ${id.toString()}`);
    bench.issuers.delete(30);
    bench.clock.now += 3_600_000;
    await fetchAll(bench, { filter });
    expect((await bench.localNames()).toSorted()).toEqual([...bench.issuers.values()].toSorted());
    expect(await bench.cache.syncs.listVanished(0)).toMatchObject([{ id: '30' }]);
    expect(await offlineCoverage(bench, { filter })).toBe('complete');
  });

  it('leaves no mark where the records changed meanwhile', async () => {
    await using bench = await startSyncBench();
    bench.before = (nth) => {
      if (nth === 3) bench.issuers.delete(1);
      return false;
    };
    expect(await fetchAll(bench)).toBe(false);
    expect(await bench.cache.syncs.listComplete()).toEqual([]);
    expect(await offlineCoverage(bench)).toBe('partial');
  });

  it('leaves none where it is stopped before its end', async () => {
    await using bench = await startSyncBench();
    const { signal } = new AbortController();
    const { explorer, clock } = bench;
    for await (const list of allPages({
      explorer,
      resource: 'issuers',
      query: {},
      signal,
      now: () => clock.now,
    })) {
      if (list.pagination.page === 3) break;
    }
    expect(await bench.cache.syncs.listComplete()).toEqual([]);
  });
});

describe('a list that is scrolled', () => {
  const page = (number: number): Query => ({ pagination: { page: number, perPage: 10 } });

  async function scroll({ explorer }: SyncBench, ...pages: number[]): Promise<void> {
    for (const number of pages) await explorer.list('issuers', page(number));
  }

  /** The marks, once the work behind the list is done. */
  async function marks({ cache }: SyncBench, count: number): Promise<unknown[]> {
    await expect.poll(async () => (await cache.syncs.listComplete()).length).toBe(count);
    return cache.syncs.listComplete();
  }

  it('to its end leaves the mark of a sync, as of its oldest page, in whatever order the pages came', async () => {
    await using bench = await startSyncBench();
    const asOf = bench.clock.now;
    await scroll(bench, 1, 2);
    bench.clock.now += 60_000;
    await scroll(bench, 4);
    expect(await bench.cache.syncs.listComplete()).toEqual([]);
    await scroll(bench, 3);
    expect(await marks(bench, 1)).toEqual([{ resource: 'issuers', asOf, count: 35 }]);
    expect(await offlineCoverage(bench)).toBe('complete');
    expect(bench.server.requests).toHaveLength(4);
  });

  it('leaves none where the count changed in between, until the pages before are loaded again', async () => {
    await using bench = await startSyncBench();
    await scroll(bench, 1, 2);
    bench.issuers.delete(1);
    bench.clock.now += 1000;
    await scroll(bench, 3, 4);
    expect(await bench.cache.syncs.listComplete()).toEqual([]);
    for (const number of [1, 2]) await bench.explorer.list('issuers', page(number), { refresh: true });
    expect(await marks(bench, 1)).toMatchObject([{ count: 34 }]);
  });

  it('leaves none where a record came twice, though there are as many as before', async () => {
    await using bench = await startSyncBench();
    await scroll(bench, 1, 2);
    bench.issuers.set(0, nameOf(0));
    bench.issuers.delete(35);
    await scroll(bench, 3, 4);
    await bench.explorer.list('issuers', firstTen, { wait: true });
    expect(await marks(bench, 1)).toMatchObject([firstTen]);
  });

  it('leaves none of pages that are older than answers stay fresh', async () => {
    await using bench = await startSyncBench();
    await scroll(bench, 1, 2);
    bench.clock.now += 31 * 60_000;
    await scroll(bench, 3, 4);
    await bench.explorer.list('issuers', firstTen, { wait: true });
    expect(await marks(bench, 1)).toMatchObject([firstTen]);
  });
});
