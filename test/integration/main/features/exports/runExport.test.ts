import { EventEmitter } from 'node:events';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import { createJobs } from '../../../../../main/features/jobs/jobs.ts';
import type { ReadWhole } from '../../../../../main/features/records/wholeList.ts';
import { createSyncs } from '../../../../../main/features/sync/syncs.ts';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Explorer } from '../../../../../main/features/records/explorer.ts';
import { createExplorer } from '../../../../../main/features/records/explorer.ts';
import { runExport } from '../../../../../main/features/exports/runExport.ts';
import { defaultOptions } from '../../../../../preload/contract/exports.ts';
import type { Connection } from '../../../../../preload/contract/connections.ts';
import type { CacheStore } from '../../../../../main/store/store.ts';
import type { JobControl } from '../../../../../main/features/jobs/jobs.ts';
import { answering, listen, sendJson, type TestServer } from '../../../../support/httpServer.ts';
import { newCache } from '../../../../support/newStore.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { connectedTo, pageOf, queryOf } from '../../../../support/testService.ts';
import { workers } from '../../../../support/built.ts';

/** An export over real HTTP and SQLite into a real file. */

interface Page {
  readonly page: number;
  readonly perPage: number;
}

/** A service of `count` assets that shows them by the page, and lets the test spoil one page. */
function serveAssets(
  count: number,
  spoil?: (page: Page) => number | undefined,
  nameOf = (id: number): string => (id === 2 ? '=HYPERLINK("x")' : `Asset ${id.toString()}`),
): Promise<TestServer> {
  const ids = Array.from({ length: count }, (_value, index) => index + 1);
  return listen((request, response) => {
    const { page = 1, perPage = 25 } = queryOf(request).pagination ?? {};
    const status = spoil?.({ page, perPage });
    if (status !== undefined && status !== 200) {
      sendJson(response, status, { message: 'spoilt' }, { 'retry-after': '0' });
      return;
    }
    const assets = ids.map((id) => ({ id, name: nameOf(id), token_count: -id }));
    const answer = pageOf(assets, { page, perPage });
    sendJson(response, 200, status === 200 ? { ...answer, results: [] } : answer);
  });
}

async function environmentOf(server: TestServer, offline = (): boolean => false): Promise<Environment> {
  const cache = await newCache();
  const { connection, client } = connectedTo(server);
  const environment = { client, cache, now: Date.now, offline };
  const explorer = createExplorer({ ...environment, connection, freshForMs: () => 60_000 });
  const events: AppEvents = new EventEmitter();
  const syncs = createSyncs({
    ...environment,
    explorer,
    events,
    jobs: createJobs({ now: Date.now, events }),
    connectionId: 'test',
    waiting: explorer.waiting,
    readBudget: () => Promise.resolve(null),
    retryAfterMs: [],
  });
  const sync = (): ReadWhole | null => (offline() ? null : syncs.run);
  return { connection, cache, explorer, sync };
}

const columns = ['id', 'name', 'token_count'];

interface Environment {
  readonly connection: Connection;
  readonly cache: CacheStore;
  readonly explorer: Explorer;
  readonly sync: () => ReadWhole | null;
}

/** Writes a CSV file as the window does unless the user chooses otherwise. */
async function exportCsv(
  { sync, ...environment }: Environment,
  path: string,
  { shown = columns, ...control }: Partial<JobControl> & { shown?: string[] } = {},
): Promise<void> {
  await runExport(
    { ...environment, sync: sync(), now: Date.now, workerUrl: workers.export, descriptions: dirname(path) },
    {
      connectionId: 'test',
      scope: { kind: 'query', resource: 'assets', query: {} },
      format: 'csv',
      columns: shown,
      options: defaultOptions('csv'),
    },
    path,
    { signal: new AbortController().signal, update: () => undefined, ...control },
  );
}

describe('runExport', () => {
  it('writes every page, with the labels of the columns, once the file is whole', async () => {
    await using server = await serveAssets(450);
    const environment = await environmentOf(server);
    const path = join(makeTemporaryFolder('export'), 'assets.csv');
    const told: unknown[] = [];
    await exportCsv(environment, path, { update: (change) => told.push(change) });
    const text = await readFile(path, 'utf8');
    const lines = text.split('\r\n');
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect([lines[1], lines[2], lines[450], lines[451]]).toEqual([
      '1,Asset 1,-1',
      '2,"\'=HYPERLINK(""x"")",-2',
      '450,Asset 450,-450',
      '',
    ]);
    expect(lines).toHaveLength(452);
    expect(told.at(-1)).toEqual({ done: 450, total: 450, bytes: Buffer.byteLength(text) });
    // Pages overlap, and the first is requested once more.
    expect(server.requests).toHaveLength(4);
    const beside: unknown = JSON.parse(await readFile(`${path}.json`, 'utf8'));
    expect(beside).toMatchObject({
      file: 'assets.csv',
      sha256: createHash('sha256').update(text).digest('hex'),
      rows: 450,
      complete: true,
      sampleData: false,
      source: 'service',
      resource: 'assets',
      query: {},
      columns,
    });
  });

  it('writes what the service has now, not what an earlier export left in the cache', async () => {
    let version = 1;
    await using server = await serveAssets(450, undefined, () => `version ${version.toString()}`);
    const environment = await environmentOf(server);
    const folder = makeTemporaryFolder('export');
    for (const name of ['first.csv', 'second.csv']) {
      await exportCsv(environment, join(folder, name), { shown: ['name'] });
      version += 1;
    }
    const names = (await readFile(join(folder, 'second.csv'), 'utf8')).split('\r\n').slice(1, -1);
    expect([names.length, new Set(names)]).toEqual([450, new Set(['version 2'])]);
  });

  it.each(['é'.repeat(126), 'é'.repeat(128)])(
    'requests nothing where a name is too long: %s',
    async (name) => {
      await using server = await serveAssets(50);
      const folder = makeTemporaryFolder('export');
      await expect(exportCsv(await environmentOf(server), join(folder, name))).rejects.toMatchObject({
        failure: { code: 'file', message: 'This name is too long. Choose a shorter one.' },
      });
      expect([server.requests, await readdir(folder)]).toEqual([[], []]);
    },
  );

  it('requests an empty page again, and fails if it stays empty', async () => {
    let empty = 1;
    await using server = await serveAssets(450, ({ page }) => (page === 2 && empty-- > 0 ? 200 : undefined));
    const environment = await environmentOf(server);
    const folder = makeTemporaryFolder('export');
    const path = join(folder, 'assets.csv');
    await exportCsv(environment, path);
    expect((await readFile(path, 'utf8')).split('\r\n')).toHaveLength(452);
    empty = 2;
    await expect(exportCsv(environment, join(folder, 'other.csv'))).rejects.toMatchObject({
      failure: { code: 'bad-answer' },
    });
    expect((await readdir(folder)).toSorted()).toEqual(['assets.csv', 'assets.csv.json']);
  });

  it('writes every cached record when it works offline, whichever pages they came with', async () => {
    await using server = await serveAssets(450);
    const offline = { now: false };
    const environment = await environmentOf(server, () => offline.now);
    await environment.explorer.list('assets', { pagination: { page: 1, perPage: 200 } });
    await environment.explorer.list('assets', { pagination: { page: 3, perPage: 100 } });
    offline.now = true;
    const path = join(makeTemporaryFolder('export'), 'assets.csv');
    await exportCsv(environment, path);
    expect((await readFile(path, 'utf8')).split('\r\n')).toHaveLength(302);
    expect(JSON.parse(await readFile(`${path}.json`, 'utf8'))).toMatchObject({
      rows: 300,
      complete: false,
      source: 'local',
      coverage: { kind: 'partial', cachedRecords: 300 },
    });
  });

  it('writes the heading alone where nothing matches', async () => {
    await using server = await serveAssets(0);
    const environment = await environmentOf(server);
    const path = join(makeTemporaryFolder('export'), 'assets.csv');
    await exportCsv(environment, path, { shown: ['no_such_field'] });
    expect(await readFile(path, 'utf8')).toBe('\uFEFFno_such_field\r\n');
  });

  it('waits while the limit is reached, and goes on', async () => {
    let refusals = 0;
    await using server = await serveAssets(300, ({ page }) => {
      if (page !== 2 || refusals > 0) return undefined;
      refusals += 1;
      return 429;
    });
    const environment = await environmentOf(server);
    const path = join(makeTemporaryFolder('export'), 'assets.csv');
    const states: unknown[] = [];
    await exportCsv(environment, path, { update: ({ state }) => states.push(state) });
    expect(states.filter(Boolean)).toEqual(['waiting', 'running']);
    expect((await readFile(path, 'utf8')).split('\r\n')).toHaveLength(302);
  });

  it.each([
    ['the service fails in the middle', 500],
    ['the query is refused in the middle', 400],
  ])('leaves nothing behind when %s', async (_what, status) => {
    await using server = await serveAssets(450, ({ page }) => (page === 2 ? status : undefined));
    const environment = await environmentOf(server);
    const folder = makeTemporaryFolder('export');
    const work = exportCsv(environment, join(folder, 'assets.csv'));
    await expect(work).rejects.toMatchObject({ failure: { status } });
    expect(await readdir(folder)).toEqual([]);
  });

  it('leaves nothing behind when it is cancelled while waiting', async () => {
    const stop = new AbortController();
    await using server = await answering(429, { message: 'Too many requests' }, { 'retry-after': '3600' });
    const environment = await environmentOf(server);
    const folder = makeTemporaryFolder('export');
    const work = exportCsv(environment, join(folder, 'assets.csv'), {
      signal: stop.signal,
      update: ({ state }) => {
        if (state === 'waiting') stop.abort();
      },
    });
    await expect(work).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    expect(await readdir(folder)).toEqual([]);
  });
});
