import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { createSql } from '../../../../main/features/sql/sql.ts';
import { startNodeProcess } from '../../../../main/platform/system/childProcess.ts';
import { diskSpace } from '../../../../main/platform/system/diskSpace.ts';
import { openWorkFolder } from '../../../../main/platform/system/workFolder.ts';
import { openStore } from '../../../../main/store/store.ts';
import { workers } from '../../../support/built.ts';
import { smallDisk } from '../../../support/smallDisk.ts';
import { writePage } from '../../../support/storedPages.ts';
import { startSyncBench } from '../features/records/syncBench.ts';
import { openTestWatch } from '../features/watchlists/testWatch.ts';
import { openTestStore } from './testStore.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

describe('a disk that gets full', () => {
  it('is reported in a sentence, and loses nothing that was acknowledged', async (context) => {
    using folder = temporaryFolder();
    using _disk = smallDisk(folder.path, 6_000_000, context);
    const filler = join(folder.path, 'filler');
    writeFileSync(filler, Buffer.alloc(4_000_000));
    const acknowledged: string[] = [];
    let refused: unknown;
    {
      await using store = await openTestStore(folder.path);
      for (let nth = 0; nth < 200 && refused === undefined; nth += 1) {
        const id = nth.toString().padStart(3, '0');
        try {
          await store.user.changeDocuments([{ kind: 'note', id, value: 'x'.repeat(50_000) }]);
          acknowledged.push(id);
        } catch (error) {
          refused = error;
        }
      }
      expect(refused).toBeInstanceOf(FailureError);
      expect(refused).toMatchObject({
        failure: {
          code: 'storage',
          message: expect.stringContaining(`The disk that holds ${folder.path} is full`) as string,
        },
      });
      expect(acknowledged.length).toBeGreaterThan(3);
      expect((await store.user.listDocuments('note')).map(({ id }) => id)).toEqual(acknowledged);
      // The user makes room, and the app goes on without a restart.
      rmSync(filler);
      await store.user.changeDocuments([{ kind: 'note', id: 'after', value: 'x'.repeat(50_000) }]);
    }
    await using again = await openTestStore(folder.path);
    expect((await again.user.listDocuments('note')).map(({ id }) => id)).toEqual([...acknowledged, 'after']);
  });

  it('prevents neither closing nor starting: acknowledged data can be read meanwhile', async (context) => {
    using folder = temporaryFolder();
    using _disk = smallDisk(folder.path, 6_000_000, context);
    const filler = join(folder.path, 'filler');
    const note = 'x'.repeat(400_000);
    const page = {
      resource: 'issuers',
      query: {},
      records: [{ id: '1', name: 'Kept' }],
      pagination: { page: 1, perPage: 25, pageCount: 1, resultCount: 1 },
      fetchedAt: 1,
      request: '/v4/issuers',
    } as const;
    {
      await using store = await openTestStore(folder.path);
      await writePage(await store.cache('test'), page);
      await store.user.changeDocuments([{ kind: 'note', id: 'a', value: note }]);
      fillDisk(filler);
      await expect(
        store.user.changeDocuments([{ kind: 'note', id: 'b', value: 'x'.repeat(100_000) }]),
      ).rejects.toMatchObject({ failure: { code: 'storage' } });
      await store.close();
    }
    rmSync(join(folder.path, 'copies'), { recursive: true });
    fillDisk(join(folder.path, 'more'));
    {
      await using store = await openTestStore(folder.path);
      expect(await store.user.listDocuments('note')).toMatchObject([{ id: 'a', value: note }]);
      await expect
        .poll(() => store.notices)
        .toMatchObject([
          expect.stringMatching(/could not be copied.* The disk that holds .* is full \(0\.0 MB free\)/),
        ]);
      const cache = await store.cache('test');
      expect((await cache.readPage(page))?.records).toEqual(page.records);
    }
    for (const name of ['filler', 'more']) rmSync(join(folder.path, name));
    await using again = await openTestStore(folder.path);
    expect(again.notices).toEqual([]);
    expect(await again.user.listDocuments('note')).toHaveLength(1);
  });

  it('by a cache does not keep the app from starting, reading and clearing it @nightly', async (context) => {
    using folder = temporaryFolder();
    using _disk = smallDisk(folder.path, 16_000_000, context);
    const budget = { endpoint: 'list', perHour: 100, now: 1000 };
    const query = (page: number) => ({ pagination: { page, perPage: 100 } });
    {
      await using store = await openTestStore(folder.path);
      await store.user.saveConnection({ id: 'test', name: 'Test', baseUrl: 'https://api.example.com' });
      const cache = await store.cache('test');
      await cache.takeRequest(budget);
      const fill = async (): Promise<never> => {
        for (let page = 1; ; page += 1)
          await writePage(cache, {
            resource: 'tokens',
            query: query(page),
            records: Array.from({ length: 100 }, (_, index) => ({
              id: page * 100 + index,
              text: randomBytes(5000).toString('hex'),
            })),
            pagination: { page, perPage: 100, pageCount: 1000, resultCount: 100_000 },
            fetchedAt: page,
            request: '/v4/tokens',
          });
      };
      await expect(fill()).rejects.toMatchObject({ failure: { code: 'storage' } });
      fillDisk(join(folder.path, 'filler'));
    }
    fillDisk(join(folder.path, 'more'));
    await using store = await openTestStore(folder.path);
    expect(await store.user.listConnections()).toHaveLength(1);
    const cache = await store.cache('test');
    const first = { resource: 'tokens', query: query(1) } as const;
    expect((await cache.readPage(first))?.records).toHaveLength(100);
    await cache.clear();
    expect(await cache.readPage(first)).toBeNull();
    expect((await cache.runQuery(first)).cachedRecords).toBe(0);
    expect(await cache.readBudget(budget)).toMatchObject({ left: 99 });
  });

  it('allows reading and clearing even if the cache was closed before, so that its log has no space @nightly', async (context) => {
    using folder = temporaryFolder();
    using _disk = smallDisk(folder.path, 6_000_000, context);
    const page = {
      resource: 'issuers',
      query: {},
      records: [{ id: '1', name: 'Kept', text: 'x'.repeat(500_000) }],
      pagination: { page: 1, perPage: 25, pageCount: 1, resultCount: 1 },
      fetchedAt: 1,
      request: '/v4/issuers',
    } as const;
    {
      await using store = await openTestStore(folder.path);
      await writePage(await store.cache('test'), page);
    }
    fillDisk(join(folder.path, 'filler'));
    {
      await using store = await openTestStore(folder.path);
      const cache = await store.cache('test');
      expect((await cache.readPage(page))?.records).toEqual(page.records);
      await expect(writePage(cache, { ...page, resource: 'networks' })).rejects.toMatchObject({
        failure: { message: expect.stringContaining(`The disk that holds ${folder.path} is full`) as string },
      });
      await cache.clear();
    }
    await using store = await openTestStore(folder.path);
    expect(await (await store.cache('test')).readPage(page)).toBeNull();
  });

  it('allows SQL: a small result needs no disk, a large one names the full disk @nightly', async (context) => {
    using folder = temporaryFolder();
    using _disk = smallDisk(folder.path, 6_000_000, context);
    await using store = await openTestStore(join(folder.path, 'data'));
    const cache = await store.cache('test');
    fillDisk(join(folder.path, 'filler'));
    const work = openWorkFolder(folder.path);
    const sql = createSql({
      open: () => Promise.resolve({ connection: { sample: false }, cache }),
      listAnnotations: () => Promise.resolve([]),
      processUrl: workers.sql,
      startProcess: startNodeProcess,
    });
    const request = { connectionId: 'test', parameters: {}, seconds: 30, labels: false };
    const { resultId } = await sql.run({ ...request, sql: 'SELECT count(*) AS n FROM assets' });
    expect(await sql.read(resultId, { start: 0, end: 1 })).toEqual({ rowsText: '[[0]]', count: 1 });
    const wide = `SELECT printf('%2000000d', 1) AS wide`;
    await expect(sql.run({ ...request, sql: wide })).rejects.toMatchObject({
      failure: { code: 'storage', message: expect.stringContaining(folder.path) as string },
    });
    rmSync(join(folder.path, 'filler'));
    expect(await sql.run({ ...request, sql: wide })).toMatchObject({ rows: 1 });
    await sql.close();
    work.close();
  });

  it('keeps the documents in place if there is no space for the copy to be restored', async (context) => {
    using folder = temporaryFolder();
    using _disk = smallDisk(folder.path, 6_000_000, context);
    {
      await using store = await openTestStore(folder.path);
      await store.user.saveConnection({ id: 'test', name: 'Test', baseUrl: 'https://api.example.com' });
    }
    fillDisk(join(folder.path, 'filler'));
    const restoring = openStore({ folder: folder.path, workerUrl: workers.store, restore: 'newest' });
    await expect(restoring).rejects.toMatchObject({ failure: { code: 'storage' } });
    await using store = await openTestStore(folder.path);
    expect(await store.user.listConnections()).toHaveLength(1);
  });

  it('is not filled by a sync, which stops before, nor when the app closes its cache @nightly', async (context) => {
    using folder = temporaryFolder();
    using _disk = smallDisk(folder.path, 16_000_000, context);
    const hasReserve = (): boolean => {
      const { free, reserve } = diskSpace(folder.path);
      return free > reserve;
    };
    const bench = await startSyncBench({ folder: folder.path, count: 300 });
    const filler = join(folder.path, 'filler');
    fillDisk(filler);
    truncateSync(filler, statSync(filler).size - 500_000);
    bench.syncs.start({ resource: 'issuers' });
    expect(await bench.reached()).toMatchObject({
      state: 'failed',
      failure: {
        code: 'storage',
        message: expect.stringMatching(
          /^The sync stopped: the disk that holds .* has 0\.5 MB left/,
        ) as string,
      },
    });
    expect(bench.server.requests).toEqual([]);
    // There is room for the first pages, and for no more.
    rmSync(filler);
    bench.furtherOf = () => ({ text: randomBytes(30_000).toString('hex') });
    expect(await bench.sync()).toMatchObject({
      state: 'failed',
      failure: { code: 'storage', message: expect.stringContaining('after the next') as string },
    });
    expect(hasReserve()).toBe(true);
    await bench.cache.runMaintenance({ now: bench.clock.now, maxAgeMs: 1e12, maxBytes: 1e9 });
    expect(hasReserve()).toBe(true);
    const read = await bench.localNames();
    await bench[Symbol.asyncDispose]();
    expect(hasReserve()).toBe(true);
    await using again = await startSyncBench({ folder: folder.path });
    expect(await again.localNames()).toEqual(read);
    expect(read).not.toEqual([]);
    await again.cache.clear();
    expect(await again.sync()).toMatchObject({ state: 'done' });
  });

  it('is not filled by what checks of watchlists bring', async (context) => {
    using folder = temporaryFolder();
    using _disk = smallDisk(folder.path, 16_000_000, context);
    await using test = await openTestWatch(folder.path);
    await expect(test.take([{ id: '1', text: 'x'.repeat(6_000_000) }])).rejects.toMatchObject({
      failure: {
        code: 'storage',
        message: expect.stringMatching(/^The watchlists were not checked/) as string,
      },
    });
  });
});

/** Writes until nothing more fits. */
function fillDisk(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const size of [100_000, 4096]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}
