import { describe, expect, it } from 'vitest';
import { isGroup, type Query } from '../../../../preload/contract/query.ts';
import { sendJson } from '../../../support/httpServer.ts';
import { queryOf } from '../../../support/testService.ts';
import { nameOf, startSyncBench } from '../features/records/syncBench.ts';

/** A sync of a service whose records come, go and change while it reads them. */

const all = { resource: 'issuers' } as const;

describe('a sync of a changing service', () => {
  it('loses no record if one before the current page is deleted and one after it is added', async () => {
    await using bench = await startSyncBench();
    bench.before = (nth) => {
      if (nth === 2) {
        bench.issuers.delete(5);
        bench.issuers.set(36, nameOf(36));
      }
      return false;
    };
    expect((await bench.sync()).state).toBe('done');
    const names = await bench.localNames();
    expect(names).toEqual(expect.arrayContaining([...bench.issuers.values()]));
  });

  it('reads again if figures changed during the first pass', async () => {
    await using bench = await startSyncBench();
    let day = 'Monday';
    bench.furtherOf = () => ({ description: day });
    bench.before = (nth) => {
      if (nth === 4) day = 'Tuesday';
      return false;
    };
    const job = await bench.sync();
    expect([job.state, job.note]).toEqual(['done', undefined]);
    const { records } = await bench.cache.runQuery({
      resource: 'issuers',
      query: { pagination: { perPage: 100 } },
    });
    expect(new Set(records.map(({ description }) => description))).toEqual(new Set(['Tuesday']));
  });

  it('removes records that a sample finds deleted after the last page', async () => {
    await using bench = await startSyncBench();
    bench.before = (_nth, _response, path) => {
      const { filter } = queryOf({ url: path });
      const ids = filter === undefined || isGroup(filter) || !Array.isArray(filter.value) ? [] : filter.value;
      // Of the sample itself: it is of ten records anywhere.
      if (bench.issuers.size === 35) for (const id of ids.slice(0, 3)) bench.issuers.delete(Number(id));
      return false;
    };
    expect((await bench.sync()).state).toBe('done');
    expect(await bench.localNames()).toEqual([...bench.issuers.values()]);
    expect(bench.issuers.size).toBe(32);
  });

  it('reports a change that only the update times of records show', async () => {
    await using bench = await startSyncBench({ count: 300 });
    bench.clock.now = Date.UTC(2026, 0, 2);
    let nth = 0;
    bench.before = (request) => {
      nth = request;
      bench.clock.now += 1000;
      return false;
    };
    bench.furtherOf = (id) => {
      const isNew = nth > 5 && [1, 2, 290].includes(id);
      return { description: String(isNew), _updated_at: isNew ? '2026-01-02 00:00:05' : '2026-01-01' };
    };
    const { state, note } = await bench.sync();
    expect(state).toBe('done');
    const query: Query = { filter: { operator: 'in', field: 'id', value: [1, 2, 290] } };
    const { records } = await bench.cache.runQuery({ ...all, query });
    // A sample that has one of the three has everything read again: then all are of the new state.
    if (!records.every(({ description }) => description === 'true'))
      expect(note).toContain('over a change of the service’s data');
  });

  it.each(['issuers', 'assets'] as const)(
    'keeps newer figures of %s, and is incomplete, while the service answers with those of the day before',
    async (resource) => {
      await using bench = await startSyncBench();
      bench.clock.now = Date.UTC(2026, 0, 3);
      let day = 2;
      // Ids from 30 on have no time of update that can be read.
      bench.furtherOf = (id) => ({
        description: `of ${(id % 3 === 0 ? day : 1).toString()}`,
        _updated_at: id >= 30 ? 'soon' : `2026-01-0${(id % 3 === 0 ? day : 1).toString()} 05:00:00`,
      });
      const figures = async (): Promise<unknown[]> => {
        const query: Query = { filter: { operator: 'in', field: 'id', value: [3, 4, 33] } };
        const { records } = await bench.cache.runQuery({ resource, query });
        return records.map(({ description }) => description);
      };
      expect((await bench.sync({ resource })).failure).toBeNull();
      day = 1;
      // As long as the service is behind, the list stays incomplete.
      for (let nth = 1; nth <= 2; nth += 1) {
        bench.clock.now += 60_000;
        const sent = bench.server.requests.length;
        const { failure } = await bench.sync({ resource });
        expect(failure).toMatchObject({
          code: 'incomplete',
          message: expect.stringContaining('9 of 35 records are older than those read before.') as string,
        });
        // Read twice, not three times.
        expect(bench.server.requests.length - sent).toBeLessThanOrEqual(15);
        expect(await figures()).toEqual(['of 2', 'of 1', 'of 1']);
        expect(await bench.cache.completeAsOf({ resource, query: {} })).toBeNull();
      }
      day = 2;
      bench.clock.now += 60_000;
      expect((await bench.sync({ resource })).failure).toBeNull();
      // A service whose times go back for good is believed after a week, and says so once.
      bench.clock.now += 7 * 86_400_000;
      day = 1;
      const { failure } = await bench.sync({ resource });
      expect(failure?.message).toContain('9 of 35 records are older than those read before.');
      expect(await figures()).toEqual(['of 1', 'of 1', 'of 1']);
      bench.clock.now += 60_000;
      expect((await bench.sync({ resource })).failure).toBeNull();
    },
  );

  it('is not complete by one page of older figures, which says so', async () => {
    await using bench = await startSyncBench({ count: 7 });
    let day = '02';
    bench.furtherOf = () => ({ _updated_at: `2026-01-${day}` });
    const query: Query = { pagination: { page: 1, perPage: 25 } };
    await bench.recordReader.list('issuers', query);
    expect(await bench.cache.completeAsOf({ ...all, query })).not.toBeNull();
    day = '01';
    bench.clock.now += 31 * 60_000;
    const page = await bench.recordReader.list('issuers', {
      ...query,
      filter: { operator: 'startsWith', field: 'name', value: 'Issuer' },
    });
    expect(page.provenance.notes).toContain('7 records of this answer are older than what was read before.');
    expect(await bench.cache.syncs.listComplete()).toHaveLength(1);
  });

  it('reports a service that changes its figures with each answer', async () => {
    await using bench = await startSyncBench();
    let version = 0;
    bench.furtherOf = () => ({ description: version.toString() });
    bench.before = () => {
      version += 1;
      return false;
    };
    const { state, note } = await bench.sync();
    expect(state).toBe('done');
    expect(note).toMatch(/^Read from 2026-01-01 00:00 UTC to .* over a change of the service’s data\.$/);
    expect(await bench.cache.syncs.listComplete()).toMatchObject([{ changed: true }]);
  });

  it.each([
    ['nothing', 0],
    ['a few', 10],
  ])(
    'removes nothing from the cache while the service lists %s, unless the user accepts it',
    async (_what, left) => {
      await using bench = await startSyncBench({ count: 60 });
      await bench.sync();
      for (let id = left + 1; id <= 60; id += 1) bench.issuers.delete(id);
      bench.clock.now += 1000;
      const failed = await bench.sync();
      expect(failed.failure).toEqual({
        code: 'many-removed',
        message: `${(60 - left).toString()} of 60 records were not in the answer. Nothing was removed. Sync again later, or accept the removals.`,
        ...(left === 0 ? { detail: 'The service lists no record.' } : {}),
      });
      expect(await bench.localNames()).toHaveLength(60);
      const { state, failure } = await bench.sync(all, true);
      // A list of nothing is never called complete.
      if (left === 0) expect(failure?.message).toContain('The service lists no record.');
      else expect(state).toBe('done');
      expect(await bench.localNames()).toHaveLength(left);
    },
  );

  it('requests cached records by id if the list omits them', async () => {
    await using bench = await startSyncBench();
    await bench.sync();
    bench.clock.now += 1000;
    const hidden = new Set(['7', '8']);
    bench.hidden = hidden;
    expect((await bench.sync()).note).toBeUndefined();
    expect(await bench.localNames()).toHaveLength(35);
  });
});

describe('a sync of an endless list', () => {
  it('ends with a message if the service ignores paging', async () => {
    await using bench = await startSyncBench();
    bench.before = (_nth, response) => {
      const results = Array.from({ length: 10 }, (_, index) => ({ id: index + 1, name: nameOf(index + 1) }));
      const pagination = { page: 1, perPage: 10, pageCount: 4, resultCount: 35 };
      sendJson(response, 200, { results, pagination });
      return true;
    };
    const job = await bench.sync();
    expect(job.failure?.message ?? job).toContain('10 of 35 that the service counts');
    // It is looked at a second time.
    expect(bench.server.requests.length).toBeLessThan(15);
    expect(await bench.localNames()).toHaveLength(10);
  });

  it('ends with a message if the count grows with each page', async () => {
    await using bench = await startSyncBench();
    bench.before = () => {
      const next = Math.max(...bench.issuers.keys()) + 1;
      for (let id = next; id < next + 10; id += 1) bench.issuers.set(id, nameOf(id));
      return false;
    };
    const { failure } = await bench.sync();
    expect(failure?.message).toContain('grows while it is read');
    expect(bench.server.requests.length).toBeLessThan(100);
  });
});

it('a sync starts over if its start is in the future or more than a day ago', async () => {
  for (const shift of [-2 * 24 * 3_600_000, 24 * 3_600_000 + 1]) {
    await using bench = await startSyncBench();
    bench.before = (nth) => {
      if (nth === 3) bench.jobs.pause(bench.jobs.list()[0]?.id ?? '');
      return false;
    };
    const paused = bench.reached('paused');
    const { id } = bench.syncs.start(all);
    await paused;
    bench.clock.now += shift;
    const sent = bench.server.requests.length;
    const done = bench.reached('done');
    bench.jobs.resume(id);
    await done;
    expect(bench.server.requests.length - sent).toBe(7);
    const [mark] = await bench.cache.syncs.listComplete();
    expect(mark?.asOf).toBe(bench.clock.now);
  }
});

it('records from a sync in the future count as older than any time', async () => {
  await using bench = await startSyncBench();
  bench.clock.now += 24 * 3_600_000;
  await bench.sync();
  bench.clock.now -= 24 * 3_600_000;
  bench.issuers.set(36, nameOf(36));
  const fresh = await bench.recordReader.list('issuers', {}, { notBefore: bench.clock.now });
  expect(fresh.provenance).toMatchObject({ source: 'service', fetchedAt: bench.clock.now });
  expect(fresh.pagination.resultCount).toBe(36);
});

it('a list of values, or of a round number of records, is complete if a record is added before it is compared', async () => {
  await using bench = await startSyncBench({ count: 50, perPage: 100 });
  bench.before = (_nth, _response, path) => {
    const { filter, sort } = queryOf({ url: path });
    if (sort?.direction !== 'desc' && !JSON.stringify(filter ?? '').includes('[100,')) return false;
    const last = bench.issuers.size + 1;
    bench.issuers.set(last, nameOf(last));
    return false;
  };
  const values = Array.from({ length: 100 }, (_, index) => index + 1);
  const filter = { operator: 'in', field: 'id', value: values } as const;
  for (const subject of [all, { ...all, filter }]) {
    const { state, failure } = await bench.sync(subject);
    expect([state, failure?.message]).toEqual(['done', undefined]);
  }
  expect(bench.issuers.size).toBeGreaterThan(51);
});
