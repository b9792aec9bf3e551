import Database from 'better-sqlite3';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CacheStore } from '../../../../main/store/store.ts';
import { linesOf, openTestStore, startStoreProcess } from './testStore.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { writePage } from '../../../support/storedPages.ts';
import { onlyIf } from '../../../support/onlyIf.ts';

/** What may happen to the store's files and processes. Nothing acknowledged is lost, nothing damaged is used. */

async function fill(cache: CacheStore, count: number): Promise<void> {
  await writePage(cache, {
    resource: 'tokens',
    query: {},
    records: Array.from({ length: count }, (_, id) => ({
      id,
      name: `Token ${id.toString()}`,
      more: { text: 'x'.repeat(500) },
    })),
    pagination: { page: 1, perPage: count, pageCount: 1, resultCount: count },
    applied: {},
    fetchedAt: 1000,
    request: '/v4/tokens',
  });
}

/** Overwrites a file from a place on. */
function damage(path: string, from: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(statSync(path).size - from, 0xa5), 0, undefined, from);
  closeSync(file);
}

describe('a damaged cache', () => {
  it('that is no database is set aside and rebuilt, and a notice says so', async () => {
    using folder = temporaryFolder();
    await (await openTestStore(folder.path)).close();
    writeFileSync(join(folder.path, 'cache-sample.db'), 'This is no database. '.repeat(500));
    await using store = await openTestStore(folder.path);
    const cache = await store.cache('sample');
    const aside = readdirSync(folder.path).find((name) => name.includes('damaged'));
    expect(store.notices).toEqual([
      `The cache of “Sample data” was damaged. It was set aside as ${aside ?? ''} and rebuilt: what it held is fetched again when you open it.`,
    ]);
    expect(readFileSync(join(folder.path, aside ?? ''), 'utf8')).toContain('This is no database.');
    await fill(cache, 3);
    expect((await cache.readPage({ resource: 'tokens', query: {} }))?.records).toHaveLength(3);
  });

  it('that was damaged in the middle is detected when read, and set aside at the next start @nightly', async () => {
    using folder = temporaryFolder();
    const allOfThem = { pagination: { perPage: 2000 } };
    const path = join(folder.path, 'cache-live.db');
    {
      await using store = await openTestStore(folder.path);
      await store.user.saveConnection({
        id: 'live',
        name: 'Live service',
        baseUrl: 'https://api.example.com',
      });
      await fill(await store.cache('live'), 2000);
    }
    damage(path, Math.floor(statSync(path).size / 2));
    {
      await using store = await openTestStore(folder.path);
      const cache = await store.cache('live');
      expect(store.notices).toEqual([]);
      await expect(cache.readPage({ resource: 'tokens', query: allOfThem })).rejects.toMatchObject({
        failure: { code: 'storage', message: expect.stringContaining('Restart the app') as string },
      });
    }
    await using store = await openTestStore(folder.path);
    const cache = await store.cache('live');
    expect(store.notices).toHaveLength(1);
    expect(store.notices[0]).toContain('The cache of “Live service” was damaged.');
    expect(await cache.readPage({ resource: 'tokens', query: allOfThem })).toBeNull();
    expect(await store.user.listConnections()).toHaveLength(1);
  });

  it('is found at the start after an unclean end', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'cache-test.db');
    {
      await using store = await openTestStore(folder.path);
      await fill(await store.cache('test'), 2000);
    }
    const started = startStoreProcess([folder.path, 'sync']);
    for await (const line of started.lines) {
      if (line.includes('saved')) started.child.kill('SIGKILL');
    }
    await started.ended;
    rmSync(`${path}-wal`);
    damage(path, Math.floor(statSync(path).size / 2));
    await using store = await openTestStore(folder.path);
    await store.cache('test');
    expect(store.notices).toEqual([expect.stringContaining('was damaged')]);
    expect(readdirSync(folder.path).filter((name) => name.includes('.open-'))).toHaveLength(2);
  });
});

describe('a damaged user database', () => {
  it('gives way to a new one where the copy is damaged too', async () => {
    using folder = temporaryFolder();
    await (await openTestStore(folder.path)).close();
    const copies = readdirSync(join(folder.path, 'copies')).map((name) => join('copies', name));
    expect(copies).not.toEqual([]);
    for (const name of ['user.db', ...copies]) damage(join(folder.path, name), 100);
    await using store = await openTestStore(folder.path);
    expect(store.notices).toEqual([expect.stringContaining('the app starts with new ones')]);
    expect(await store.user.readSettings()).toMatchObject({ theme: 'system' });
  });
});

describe('a database of a newer app', () => {
  it.each(['user.db', 'cache-test.db'])('%s is refused with a sentence and left as it is', async (name) => {
    using folder = temporaryFolder();
    {
      await using store = await openTestStore(folder.path);
      await fill(await store.cache('test'), 3);
    }
    const path = join(folder.path, name);
    const database = new Database(path);
    database.pragma('user_version = 99');
    database.close();
    const before = readFileSync(path);
    const opening = openTestStore(folder.path).then(async (store) => {
      await using opened = store;
      await opened.cache('test');
    });
    await expect(opening).rejects.toMatchObject({
      failure: { code: 'newer-data', message: expect.stringContaining('newer version') as string },
    });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(folder.path).filter((file) => file.includes('.open-'))).toEqual([]);
  });
});

describe('a folder that cannot be written', () => {
  /** Root may write anywhere: there the process gives that right up. It stays root, who alone may reach the project. */
  const startedBy = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override'] : [];

  it(
    'is refused with a sentence',
    onlyIf(process.platform !== 'win32', 'Windows has no modes of folders.'),
    async () => {
      using folder = temporaryFolder();
      const data = join(folder.path, 'data');
      mkdirSync(data);
      chmodSync(folder.path, 0o755);
      chmodSync(data, 0o500);
      const [said] = await linesOf(startStoreProcess([data, 'open'], startedBy));
      expect(said).toMatchObject({
        failure: { code: 'storage', message: expect.stringContaining('is not writable') as string },
      });
    },
  );
});
