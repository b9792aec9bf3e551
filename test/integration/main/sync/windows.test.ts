import { describe, expect, it } from 'vitest';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openUserDatabase } from '../../../../main/store/user/userDatabase.ts';
import { dayNumber, dayText } from '../../../../preload/contract/days.ts';
import { sendJson } from '../../../support/httpServer.ts';
import { someOf } from '../../../support/scale.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { startCommand } from '../cli/startCommand.ts';
import { nameOf, startSyncBench, type SyncBench } from '../features/records/syncBench.ts';

/** A sync of long lists of transactions, in windows of days. */

/** The first days of the windows that were asked for, in the order of the requests. */
function windowsOf({ server }: SyncBench): string[] {
  return server.requests.flatMap(({ path }) => {
    const from = /"operator":"gte","field":"date","value":"([-\d]+)"/.exec(decodeURIComponent(path))?.[1];
    return from === undefined || from.startsWith('1900') ? [] : [from];
  });
}

const wholeList = { resource: 'transactions' } as const;

describe('a sync of a long list of transactions, in windows of days', () => {
  const dates = Array.from({ length: 10 }, (_, days) => dayText(dayNumber('2025-12-23') + days));
  /** Ten days of 2026, the first ones of the year; every fiftieth has none. */
  const dateOf = (id: number): string | null => (id % 50 === 0 ? null : (dates[id % 10] ?? null));

  async function openLong(count: number): Promise<SyncBench> {
    const bench = await startSyncBench({ count });
    bench.furtherOf = (id) => ({ date: dateOf(id) });
    return bench;
  }

  const idsOf = async ({ cache }: SyncBench): Promise<Set<string>> => {
    const query = { pagination: { page: 1, perPage: 1000 } };
    const { records } = await cache.runQuery({ ...wholeList, query });
    return new Set(records.map(({ id }) => String(id)));
  };

  // Of the second as many appear as have no date: the numbers are the same at the end.
  it.each([
    ['', 520],
    [', even if the service cannot filter by a missing date', 509],
  ])('keeps records without a date if others are added during the sync%s', async (refused, last) => {
    await using bench = await openLong(450);
    bench.before = (nth, response, path) => {
      if (nth === 10) for (let id = 501; id <= last; id += 1) bench.issuers.set(id, nameOf(id));
      const isRefused = refused !== '' && path.includes(encodeURIComponent('"field":"date","value":null'));
      if (isRefused) sendJson(response, 400, { message: 'No such filter.' });
      return isRefused;
    };
    const { state, failure } = await bench.sync(wholeList);
    expect([state, failure?.message]).toEqual(['done', undefined]);
    const ids = await idsOf(bench);
    expect([50, 100, 150, 200, 250, 300, 350, 400, 450].filter((id) => !ids.has(id.toString()))).toEqual([]);
  });

  it.each(someOf([2, 3, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50, 53, 56]))(
    'resumes and misses nothing after it is killed at request %i',
    async (at) => {
      await using bench = await openLong(450);
      const folder = makeTemporaryFolder('killed');
      // Short pages and a second look take more requests than an hour has.
      const data = join(folder, 'data');
      mkdirSync(data, { mode: 0o700 });
      const user = openUserDatabase(data);
      user.data.writeSettings({ ...user.data.readSettings(), transactionsPerHour: 10_000 });
      user.close();
      const reached = Promise.withResolvers<null>();
      bench.before = (nth) => {
        if (nth === at) reached.resolve(null);
        return nth === at;
      };
      const killed = startCommand(bench.server.url, folder, 'sync', 'transactions');
      await reached.promise;
      killed.kill();
      await killed.ended;
      const begun = windowsOf(bench);
      for (let id = 7; id < 450; id += 37) {
        bench.issuers.delete(id);
        bench.issuers.set(id + 500, nameOf(id + 500));
      }
      const lasting = [...bench.issuers.keys()].filter((id) => id <= 450).map(String);
      const { code, err } = await startCommand(bench.server.url, folder, 'sync', 'transactions').ended;
      // What went after it was read, a second look removes.
      expect([code, err]).toEqual([
        0,
        expect.stringMatching(/^(\d+ records? from the cache (is|are) no longer at the service\.\n)?$/),
      ]);
      // It goes on in the window it was in, before it looks a second time.
      const [next = ''] = windowsOf(bench).slice(begun.length);
      expect(next >= (begun.at(-1) ?? '')).toBe(true);
      const { out } = await startCommand(
        bench.server.url,
        folder,
        'query',
        'transactions',
        '--all',
        '--offline',
      ).ended;
      const ids = new Set([...out.matchAll(/"id":"(\d+)"/g)].map(([, id = '']) => id));
      expect(lasting.filter((id) => !ids.has(id))).toEqual([]);
    },
  );

  it('reads once more and is complete if a record is deleted during the sync', async () => {
    await using still = await openLong(450);
    await still.sync(wholeList);
    await using bench = await openLong(450);
    bench.before = (nth) => {
      if (nth === 10) bench.issuers.delete(9);
      return false;
    };
    expect((await bench.sync(wholeList)).state).toBe('done');
    expect((await bench.cache.syncs.listComplete()).map(({ count }) => count)).toEqual([449]);
    expect(bench.server.requests.length).toBeLessThan(2 * still.server.requests.length + 4);
  });

  it('takes at most 12 % and 2 requests more than the minimum if nothing changes @nightly', async () => {
    await using bench = await startSyncBench({ count: 40_001, perPage: 1000 });
    bench.furtherOf = (id) => ({ date: dateOf(id) });
    expect((await bench.sync(wholeList)).state).toBe('done');
    expect(bench.server.requests.length).toBeLessThanOrEqual(41 * 1.12 + 2);
  });
});
