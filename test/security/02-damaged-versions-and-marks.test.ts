import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTestStore } from '../integration/main/store/testStore.ts';
import { writePage } from '../support/storedPages.ts';
import { runCommand } from '../support/runCommand.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** One wrong byte, or a mark of a process whose number another program has, must not keep the user from the app. */

describe('a wrong byte in the version of user.db', () => {
  it('is answered with a way on: a copy, restored by a command, and the file kept', async () => {
    using folder = temporaryFolder();
    const data = join(folder.path, 'data');
    {
      await using store = await openTestStore(data);
      await store.user.changeDocuments([{ kind: 'watchlist', id: 'a', value: 1 }]);
    }
    const database = new Database(join(data, 'user.db'));
    database.pragma('user_version = 16777219');
    database.close();
    const opening = openTestStore(data);
    await expect(opening).rejects.toMatchObject({
      failure: { code: 'newer-data', copyMadeAt: expect.any(Number) as unknown },
    });
    const listed = await runCommand(['restore', '--list'], { folder: folder.path });
    expect(listed.out.trim().split('\n')).toHaveLength(1);
    const restored = await runCommand(['restore'], { folder: folder.path });
    expect([restored.code, restored.err]).toEqual([0, expect.stringContaining('restored from the copy of')]);
    await using store = await openTestStore(data);
    expect(await store.user.listDocuments('watchlist')).toHaveLength(1);
    expect(readdirSync(data).filter((name) => name.includes('replaced'))).toHaveLength(1);
  });

  it('is not answered with a copy while the app is open', async () => {
    using folder = temporaryFolder();
    const data = join(folder.path, 'data');
    await (await openTestStore(data)).close();
    await using store = await openTestStore(data);
    const { code, err } = await runCommand(['restore'], { folder: folder.path });
    expect([code, err]).toEqual([1, expect.stringContaining('Close all windows')]);
    await store.user.changeDocuments([{ kind: 'watchlist', id: 'a', value: 1 }]);
    expect(await store.user.listDocuments('watchlist')).toHaveLength(1);
  });
});

it('a mark that was left behind does not keep a damaged cache from being mended, though a program has its number', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'cache-live.db');
  {
    await using store = await openTestStore(folder.path);
    await writePage(await store.cache('live'), {
      resource: 'tokens',
      query: {},
      records: Array.from({ length: 500 }, (_, id) => ({ id, name: 'x'.repeat(500) })),
      pagination: { page: 1, perPage: 500, pageCount: 1, resultCount: 500 },
      fetchedAt: 1,
      request: '/v4/tokens',
    });
  }
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
  try {
    writeFileSync(`${path}.open-${String(other.pid)}-0e7ea1a4-1f1b-4a53-9a39-3a6e0e8a9b11`, '');
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(statSync(path).size - 4096, 0xa5), 0, undefined, 4096);
    closeSync(file);
    await using store = await openTestStore(folder.path);
    const cache = await store.cache('live');
    expect(store.notices).toEqual([expect.stringContaining('was damaged')]);
    expect(await cache.readPage({ resource: 'tokens', query: {} })).toBeNull();
  } finally {
    other.kill();
  }
});
