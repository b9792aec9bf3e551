import Database from 'better-sqlite3';
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../../preload/contract/days.ts';
import type { Query } from '../../../../preload/contract/query.ts';
import { createCaches } from '../../../../main/features/caches/caches.ts';
import { sendJson } from '../../../support/httpServer.ts';
import { nameOf, startSyncBench } from '../features/records/syncBench.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { queryOf } from '../../../support/testService.ts';

/** Full syncs over real HTTP into real SQLite, while the service changes, fails, and the app ends. */

function openDatabase(path: string) {
  const database = new Database(path, { readonly: true });
  const newerRows = database.prepare('SELECT count(*) FROM newer_rows').pluck();
  return { count: () => newerRows.get(), [Symbol.dispose]: () => database.close() };
}

const all = { resource: 'issuers' } as const;
const sort = { field: 'name', direction: 'desc' } as const;

describe('a sync', () => {
  it('plans requests, fetches every page once, and marks the list complete', async () => {
    await using bench = await startSyncBench({ perHour: 120 });
    const { syncs, server, clock } = bench;
    // The request that counts them is one of those that are gone.
    expect(await syncs.plan(all)).toMatchObject({
      budget: { left: 119, perHour: 120 },
      records: 35,
      perPage: 10,
      requests: 7,
      completeAsOf: null,
    });
    const planned = server.requests.length;
    expect(await bench.sync()).toMatchObject({ state: 'done', done: 35, total: 35 });
    // Pages overlap; then a sample and the other end are requested.
    expect(server.requests.length - planned).toBe(7);
    expect(await bench.cache.syncs.listComplete()).toMatchObject([
      { ...all, asOf: clock.now, until: clock.now, count: 35, changed: false, leftOut: { count: 0 } },
    ]);
    expect(await bench.localNames()).toEqual([...bench.issuers.values()]);
  });

  it('lets the cache answer every query of its resource: while fresh online, and always offline', async () => {
    await using bench = await startSyncBench();
    const { recordReader, server, clock } = bench;
    const asOf = clock.now;
    await bench.sync();
    const sent = server.requests.length;
    const query = {
      filter: { operator: 'startsWith', field: 'name', value: 'Issuer 03' },
      sort,
      pagination: { page: 1, perPage: 2 },
    } as const;
    const list = await recordReader.list('issuers', query);
    expect(list.records.map(({ name }) => name)).toEqual(['Issuer 035', 'Issuer 034']);
    expect(list.pagination.resultCount).toBe(6);
    expect(list.provenance).toMatchObject({
      source: 'local',
      fetchedAt: asOf,
      stale: false,
      coverage: { kind: 'complete', asOf },
    });
    clock.now += 24 * 3_600_000;
    clock.offline = true;
    expect((await recordReader.list('issuers', query)).provenance).toMatchObject({
      stale: true,
      coverage: { kind: 'complete', asOf },
    });
    expect(server.requests).toHaveLength(sent);
    clock.offline = false;
    expect((await recordReader.list('issuers', query)).provenance.source).toBe('service');
  });

  it('of a filter covers only narrower filters', async () => {
    await using bench = await startSyncBench();
    const filter = { operator: 'startsWith', field: 'name', value: 'Issuer 01' } as const;
    expect(await bench.sync({ ...all, filter })).toMatchObject({ state: 'done', done: 10 });
    bench.clock.offline = true;
    const coverage = async (asked: object | undefined): Promise<string> => {
      const query = asked === undefined ? {} : { filter: asked as never };
      return (await bench.recordReader.list('issuers', query)).provenance.coverage.kind;
    };
    const narrower = { operator: 'notEquals', field: 'name', value: 'Issuer 012' };
    expect(await coverage(filter)).toBe('complete');
    expect(await coverage({ operator: 'and', filters: [narrower, filter] })).toBe('complete');
    expect(await coverage({ operator: 'or', filters: [narrower, filter] })).toBe('partial');
    expect(await coverage(undefined)).toBe('partial');
  });

  it('says how many of its records are new, changed or gone since', async () => {
    await using bench = await startSyncBench();
    const { clock, issuers, recordReader } = bench;
    const named = (value: string) => ({ operator: 'startsWith', field: 'name', value }) as const;
    const asOf = clock.now;
    await bench.sync();
    clock.now += 1000;
    issuers.set(36, nameOf(36));
    issuers.set(3, 'Renamed');
    for (const name of ['Issuer 03', 'Renamed']) await bench.sync({ ...all, filter: named(name) });
    clock.offline = true;
    const coverage = async (query: Query) => (await recordReader.list('issuers', query)).provenance.coverage;
    const complete = { kind: 'complete', asOf };
    expect(await coverage({})).toEqual({ ...complete, newer: 2 });
    const filter = { operator: 'in' as const, field: 'id', value: [3, 4] };
    expect(await coverage({ filter })).toEqual({ ...complete, newer: 1 });
    // It had this name.
    expect(await coverage({ filter: named('Issuer 003') })).toEqual({ ...complete, newer: 1 });
    expect(await coverage({ filter: named('Issuer 01') })).toEqual(complete);
    expect(await coverage({ filter: named('Issuer 03') })).toEqual({ ...complete, asOf: clock.now });
    clock.offline = false;
    clock.now += 1000;
    await bench.sync();
    clock.offline = true;
    expect(await coverage({})).toEqual({ ...complete, asOf: clock.now });
    // Another sync finds that some are gone.
    const second = { ...complete, asOf: clock.now };
    clock.offline = false;
    clock.now += 1000;
    for (const id of [11, 12]) issuers.delete(id);
    await bench.sync({ ...all, filter: named('Issuer 01') });
    clock.offline = true;
    expect(await coverage({})).toEqual({ ...second, newer: 2 });
    expect(await coverage({ filter: named('Issuer 01') })).toEqual({ ...second, asOf: clock.now });
    expect(await coverage({ filter: named('Issuer 02') })).toEqual(second);
    expect(await coverage({ filter: { operator: 'in', field: 'id', value: [12, 20] } })).toEqual({
      ...second,
      newer: 1,
    });
  });

  it('keeps no more of its changes than its lists need, however often it is repeated', async () => {
    await using bench = await startSyncBench();
    const { clock, issuers, recordReader } = bench;
    const filter = { operator: 'startsWith', field: 'name', value: 'Issuer 02' } as const;
    const asOf = clock.now;
    await bench.sync({ ...all, filter });
    using database = openDatabase(bench.cache.path);
    for (let day = 1; day <= 5; day += 1) {
      clock.now += dayMs;
      issuers.set(22, `Renamed ${day.toString()}`);
      await bench.sync({ ...all, filter: { operator: 'startsWith', field: 'name', value: 'Renamed' } });
    }
    // What it was as of each list, and its last change.
    expect(database.count()).toBe(2);
    clock.offline = true;
    const { provenance } = await recordReader.list('issuers', { filter });
    expect(provenance.coverage).toEqual({ kind: 'complete', asOf, newer: 1 });
  });

  it('of a filter too long for a request reads it in parts, and resumes with the unread parts @nightly', async () => {
    await using bench = await startSyncBench({ count: 3000, perPage: 1000 });
    const filter = { operator: 'in', field: 'id', value: Array.from({ length: 2000 }, (_, at) => at + 1) };
    // The last part is refused.
    bench.before = (_nth, response, path) => {
      if (path.includes('2000')) sendJson(response, 400, { message: 'Not now.' });
      return path.includes('2000');
    };
    expect((await bench.sync({ ...all, filter })).failure).toMatchObject({ code: 'bad-query' });
    bench.before = () => false;
    const before = bench.server.requests.length;
    expect(await bench.sync({ ...all, filter })).toMatchObject({ state: 'done', done: 2000, total: 2000 });
    const paths = bench.server.requests.map(({ path }) => path);
    expect(Math.max(...paths.map((path) => path.length))).toBeLessThan(8000);
    // A sample that is requested again has no order.
    const pages = paths.slice(before).filter((url) => queryOf({ url }).sort !== undefined);
    expect([before > 3, pages.every((path) => path.includes('2000'))]).toEqual([true, true]);
    bench.clock.offline = true;
    const { pagination, provenance } = await bench.recordReader.list('issuers', { filter });
    expect([pagination.resultCount, provenance.coverage.kind]).toEqual([2000, 'complete']);
  });

  it('reloads open views when it is complete, and not before', async () => {
    await using bench = await startSyncBench();
    const told: unknown[] = [];
    bench.events.on('refreshed', (what) => told.push(what));
    bench.before = (nth, response) => {
      if (nth === 3) sendJson(response, 401, { message: 'Invalid API key.' });
      return nth === 3;
    };
    expect((await bench.sync()).state).toBe('failed');
    expect(told).toEqual([]);
    expect((await bench.sync()).state).toBe('done');
    expect(told).toEqual([{ connectionId: 'test', resource: 'issuers', key: '' }]);
  });

  it('is one job for equal queries', async () => {
    await using bench = await startSyncBench();
    const ended = bench.reached();
    expect(bench.syncs.start(all).id).toBe(bench.syncs.start(all).id);
    expect(bench.jobs.list()).toHaveLength(1);
    await ended;
  });
});

describe('records that change during a sync', () => {
  it('leave the list complete as of its start if they are added to read pages; the next sync has them', async () => {
    await using bench = await startSyncBench();
    bench.issuers.delete(3);
    bench.before = (nth) => {
      if (nth === 3) bench.issuers.set(3, nameOf(3));
      return false;
    };
    const names = Array.from({ length: 35 }, (_, index) => nameOf(index + 1));
    expect((await bench.sync()).state).toBe('done');
    expect(await bench.localNames()).toEqual(names.filter((name) => name !== nameOf(3)));
    expect((await bench.sync()).state).toBe('done');
    expect(await bench.localNames()).toEqual(names);
  });

  it('are marked as removed by the next full sync and no longer appear in answers', async () => {
    await using bench = await startSyncBench();
    await bench.sync();
    bench.issuers.delete(7);
    bench.clock.now += 1000;
    expect(await bench.sync()).toMatchObject({
      note: '1 record from the cache is no longer at the service.',
    });
    expect(await bench.localNames()).not.toContain(nameOf(7));
    expect(await bench.cache.syncs.listVanished(0)).toMatchObject([{ resource: 'issuers', id: '7' }]);
    bench.issuers.set(7, nameOf(7));
    await bench.sync();
    expect(await bench.cache.syncs.listVanished(0)).toEqual([]);
  });

  it('are requested, not counted as removed, if they no longer match a filter', async () => {
    await using bench = await startSyncBench();
    const subject = {
      ...all,
      filter: { operator: 'startsWith', field: 'name', value: 'Issuer 01' },
    } as const;
    await bench.sync(subject);
    bench.issuers.set(12, 'Renamed');
    bench.issuers.delete(13);
    bench.clock.now += 1000;
    expect((await bench.sync(subject)).state).toBe('done');
    expect((await bench.cache.readRecord({ resource: 'issuers', id: '12' }))?.record['name']).toBe('Renamed');
    expect(await bench.cache.syncs.listVanished(0)).toMatchObject([{ id: '13' }]);
  });
});

describe('records that no longer match a filter', () => {
  it('are fetched page by page if the service has a smaller page size', async () => {
    await using bench = await startSyncBench();
    const subject = { ...all, filter: { operator: 'startsWith', field: 'name', value: 'Issuer' } } as const;
    await bench.sync(subject);
    for (let id = 1; id <= 25; id += 1) bench.issuers.set(id, `Renamed ${id.toString()}`);
    bench.issuers.delete(30);
    bench.clock.now += 1000;
    expect((await bench.sync(subject)).state).toBe('done');
    expect((await bench.localNames()).toSorted()).toEqual([...bench.issuers.values()].toSorted());
    expect(await bench.cache.syncs.listVanished(0)).toMatchObject([{ id: '30' }]);
  });
});

describe('an interrupted sync', () => {
  it('waits for an unavailable service', async () => {
    await using bench = await startSyncBench();
    bench.before = (nth, response) => {
      if (nth === 2) sendJson(response, 503, { message: 'Try later' });
      if (nth === 3) response.destroy();
      return nth === 2 || nth === 3;
    };
    expect(await bench.sync()).toMatchObject({ state: 'done', done: 35 });
  });

  it('fails with the service message after the key is revoked, and resumes with the next key', async () => {
    await using bench = await startSyncBench();
    bench.before = (nth, response) => {
      if (nth === 3) sendJson(response, 401, { message: 'Invalid API key.' });
      return nth === 3;
    };
    expect((await bench.sync()).failure).toMatchObject({ code: 'key-rejected', detail: 'Invalid API key.' });
    expect((await bench.sync()).state).toBe('done');
    expect(bench.server.requests).toHaveLength(8);
  });

  it('resumes after a pause, also after a restart, and is discarded when canceled', async () => {
    const folder = makeTemporaryFolder('sync');
    {
      await using bench = await startSyncBench({ folder });
      bench.before = (nth) => {
        if (nth === 3) bench.jobs.pause(bench.jobs.list()[0]?.id ?? '');
        return false;
      };
      const paused = bench.reached('paused');
      bench.syncs.start(all);
      expect((await paused).state).toBe('paused');
    }
    {
      await using bench = await startSyncBench({ folder });
      await bench.syncs.takeUp();
      const [job] = bench.jobs.list();
      expect(job).toMatchObject({ state: 'paused', done: 18, total: 35 });
      expect(bench.server.requests).toEqual([]);
      const ended = bench.reached();
      bench.jobs.resume(job?.id ?? '');
      expect(await ended).toMatchObject({ state: 'done', done: 35 });
      // The whole list takes seven.
      expect(bench.server.requests.length).toBeLessThan(6);
      expect(await bench.localNames()).toHaveLength(35);
    }
    {
      await using bench = await startSyncBench({ folder });
      bench.before = (nth) => {
        if (nth === 2) void bench.jobs.cancel(bench.jobs.list()[0]?.id ?? '');
        return false;
      };
      expect((await bench.sync()).state).toBe('canceled');
      expect(await bench.cache.syncs.listUnfinished()).toEqual([]);
    }
  });

  it('resumes after the app restarts', async () => {
    const folder = makeTemporaryFolder('sync');
    {
      await using bench = await startSyncBench({ folder });
      const reached = Promise.withResolvers<null>();
      bench.before = (nth) => {
        if (nth === 3) reached.resolve(null);
        return nth === 3;
      };
      bench.syncs.start(all);
      await reached.promise;
    }
    await using bench = await startSyncBench({ folder });
    const ended = bench.reached();
    await bench.syncs.takeUp();
    expect(await ended).toMatchObject({ state: 'done', done: 35 });
    expect(bench.server.requests).toHaveLength(5);
  });

  it.each([2, 4])('ends with a message if the cache is cleared at request %i', async (at) => {
    await using bench = await startSyncBench();
    const statesWhileCleared: string[] = [];
    const caches = createCaches({
      listConnections: () => Promise.resolve([]),
      openCache: () => {
        statesWhileCleared.push(...bench.jobs.list().map(({ state }) => state));
        return Promise.resolve(bench.cache);
      },
      syncs: () => Promise.resolve(bench.syncs),
      resetWatchlists: () => Promise.resolve(),
      limits: () => ({ now: 0, maxAgeMs: Infinity, maxBytes: Infinity }),
      jobs: bench.jobs,
      events: new EventEmitter(),
    });
    const cleared = Promise.withResolvers<undefined>();
    bench.before = (nth, response, path) => {
      if (nth !== at) return false;
      void (at === 2 ? caches.clear('test') : bench.cache.clear()).then(() => {
        bench.answer(response, path);
        cleared.resolve(undefined);
      });
      return true;
    };
    const ended = bench.sync();
    await cleared.promise;
    const { state, note, failure } = await ended;
    const sentence = 'The sync ended, since the cache was cleared.';
    // The app ends its own syncs first; another process may clear the cache at any moment.
    expect([state, note, failure?.message]).toEqual(
      at === 2 ? ['canceled', sentence, undefined] : ['failed', undefined, sentence],
    );
    // It could write into the empty cache.
    expect(statesWhileCleared).toEqual(at === 2 ? ['canceled'] : []);
    expect(await bench.cache.syncs.listComplete()).toEqual([]);
    expect(await bench.localNames()).toEqual([]);
  });

  it('waits for the request limit, states until when, and is listed as waiting', async () => {
    let left = 2;
    await using bench = await startSyncBench({
      budget: {
        take: (_endpoint, purpose) => {
          expect(purpose).toBe('background');
          left -= 1;
          return Promise.resolve({ granted: left >= 0, nextAt: bench.clock.now + 60_000 });
        },
        exhausted: () => Promise.resolve(),
      },
    });
    const waiting = bench.reached('waiting');
    bench.syncs.start(all);
    expect((await waiting).resumesAt).toBe(bench.clock.now + 60_000);
    expect(bench.recordReader.waiting.all).toMatchObject([{ resource: 'issuers', title: 'Sync of issuers' }]);
    const stopped = bench.reached('canceled');
    await bench.jobs.cancel(bench.jobs.list()[0]?.id ?? '');
    await stopped;
    expect(bench.recordReader.waiting.all).toEqual([]);
  });

  it('waits without requests while the app works offline, and resumes online', async () => {
    await using bench = await startSyncBench();
    bench.before = (nth) => {
      if (nth === 2) bench.clock.offline = true;
      return false;
    };
    const waiting = bench.reached('waiting');
    const { id } = bench.syncs.start(all);
    expect(await waiting).toMatchObject({ waitsFor: 'online', resumesAt: null });
    expect(bench.server.requests).toHaveLength(2);

    bench.before = () => false;
    bench.clock.offline = false;
    const done = bench.reached('done');
    bench.jobs.goOnline();
    expect(await done).toMatchObject({ id, note: undefined, failure: null });
  });

  it('can be paused or canceled while it waits to be online', async () => {
    await using bench = await startSyncBench();
    bench.clock.offline = true;
    const waiting = bench.reached('waiting');
    const { id } = bench.syncs.start(all);
    await waiting;
    const paused = bench.reached('paused');
    bench.jobs.pause(id);
    await paused;
    bench.jobs.goOnline();
    expect(bench.jobs.find(id)?.state).toBe('paused');
    await bench.jobs.cancel(id);
    expect(bench.jobs.find(id)?.state).toBe('canceled');
  });
});

describe('a sync with a filter that matches one of two records of a transfer', () => {
  const filter = { operator: 'equals', field: 'from_address', value: 'AccountAnn' } as const;
  const subject = { resource: 'transactions', filter } as const;
  const recordOf = (id: string, from: string): object => ({
    ...{ id, transaction_hash: 'Hash1', date: '2026-01-01T00:00:00.000Z', from_address: from },
    ...{ amount: 5, token_id: 7 },
  });

  async function bench() {
    const started = await startSyncBench({ count: 12 });
    started.replaced.set(1, recordOf('2-Hash1-1', 'AccountAnn'));
    started.replaced.set(2, recordOf('2_Hash1_4_1', 'OwnerAnn'));
    return started;
  }

  it('requests the other by its hash, so that the transfer counts once', async () => {
    await using started = await bench();
    expect(await started.sync(subject)).toMatchObject({ state: 'done', done: 1 });
    const { cache } = started;
    expect(await cache.readRecord({ resource: 'transactions', id: '2_Hash1_4_1' })).not.toBeNull();
    const query = { resource: 'transactions', measures: [{ kind: 'sum', field: 'amount' }] } as const;
    const [all, chosen] = await Promise.all(
      [{}, { filter }].map((one) => cache.readTotals({ ...query, rows: [], query: one })),
    );
    expect(all).toMatchObject({ rows: [{ figures: [5] }], twins: { merged: 1, unsure: 0, cut: 0 } });
    expect(chosen).toMatchObject({ rows: [{ figures: [5] }], twins: { merged: 0, unsure: 0, cut: 1 } });
    // What is known is not requested again.
    const sent = started.server.requests.length;
    await started.sync(subject);
    expect(started.server.requests.slice(sent).filter(({ path }) => path.includes('Hash1'))).toEqual([]);
  });

  it('reports if the service does not answer that request', async () => {
    await using started = await bench();
    started.before = (_, response, path) => {
      if (!path.includes('Hash1')) return false;
      sendJson(response, 429, { message: 'Too many requests.' });
      return true;
    };
    expect(await started.sync(subject)).toMatchObject({
      state: 'done',
      note: expect.stringContaining('The second records of 1 transfer were not to be had') as string,
    });
  });
});
