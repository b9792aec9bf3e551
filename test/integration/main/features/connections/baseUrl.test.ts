import { EventEmitter } from 'node:events';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import type { Connections } from '../../../../../main/features/connections/connections.ts';
import { createRecordReader, type RecordReader } from '../../../../../main/features/records/recordReader.ts';
import { createSyncs, type Syncs } from '../../../../../main/sync/syncs.ts';
import { createJobs, type Jobs } from '../../../../../main/jobs/jobs.ts';
import type { CacheStore } from '../../../../../main/store/store.ts';
import type { Query } from '../../../../../preload/contract/query.ts';
import type { Job } from '../../../../../preload/contract/jobs.ts';
import { listen, sendJson, type TestServer } from '../../../../support/httpServer.ts';
import { connectionsOf } from '../../../../support/testConnections.ts';
import { pageOf, queryOf } from '../../../../support/testService.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { openTestStore } from '../../store/testStore.ts';

/** The base URL, or the key, is changed while a sync is under way: over a real store and two services. */

const perPage = 10;
const count = 35;
const issuers = { resource: 'issuers' } as const;

interface Service extends AsyncDisposable {
  readonly server: TestServer;
  /** The keys that asked for pages, in order. */
  readonly keys: string[];
  /** Called before each page of issuers; may answer by itself, and then gives true. */
  before: (nth: number, response: ServerResponse) => Promise<boolean>;
}

/** A service of issuers that say which service they come from. */
async function startService(name: string): Promise<Service> {
  const keys: string[] = [];
  const server = await listen((request, response) => {
    const key = (request.headers.authorization ?? '').replace('Bearer ', '');
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    if (url.pathname !== '/v4/issuers') {
      sendJson(response, 200, { results: [] });
      return;
    }
    keys.push(key);
    const { pagination } = queryOf(request);
    void service.before(keys.length, response).then((isAnswered) => {
      if (!isAnswered) sendJson(response, 200, issuersOf(name, pagination));
    });
  });
  const service: Service = {
    server,
    keys,
    before: () => Promise.resolve(false),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return service;
}

function issuersOf(name: string, { page = 1, perPage: asked = perPage }: Query['pagination'] = {}): unknown {
  const records = Array.from({ length: count }, (_, index) => ({
    id: (index + 1).toString(),
    name: `${name} ${(index + 1).toString()}`,
  }));
  return pageOf(records, { page, perPage: Math.min(asked, perPage) });
}

interface App extends AsyncDisposable {
  readonly connections: Connections;
  readonly jobs: Jobs;
  open(connectionId: string): Promise<{ cache: CacheStore; recordReader: RecordReader; syncs: Syncs }>;
  /** The next job that ends. */
  ended(): Promise<Job>;
}

async function openApp(): Promise<App> {
  const store = await openTestStore(makeTemporaryFolder('base-url'));
  const connections = connectionsOf(store);
  let tell = (job: Job): void => void job;
  const events: AppEvents = new EventEmitter();
  events.on('jobChanged', (job) => {
    tell(job);
  });
  const jobs = createJobs({
    now: Date.now,
    events,
  });
  return {
    connections,
    jobs,
    async open(connectionId) {
      const { connection, client, cache } = await connections.open(connectionId);
      const environment = { connection, client, cache, now: Date.now, offline: () => false };
      const recordReader = createRecordReader({ ...environment, freshForMs: () => 60_000 });
      const { waiting } = recordReader;
      const readBudget = (): Promise<null> => Promise.resolve(null);
      return {
        cache,
        recordReader,
        syncs: createSyncs({ ...environment, connectionId, events, recordReader, jobs, waiting, readBudget }),
      };
    },
    ended: () =>
      new Promise((resolve) => {
        tell = (job) => {
          if (job.endedAt !== null) resolve(job);
        };
      }),
    async [Symbol.asyncDispose]() {
      await jobs.close();
      await store.close();
    },
  };
}

async function namesOf(recordReader: RecordReader): Promise<unknown[]> {
  const query = { sort: { field: 'id', direction: 'asc' }, pagination: { perPage: 100 } } as const;
  const { records } = await recordReader.list('issuers', query);
  return records.map(({ name }) => name);
}

it('a sync continues at its service after the base URL is changed, and caches of services stay separate', async () => {
  await using old = await startService('Old');
  await using other = await startService('Other');
  await using app = await openApp();
  const { connections } = app;
  const { id: oldId } = await connections.connect(old.server.url, 'old-key-0123');
  const before = await app.open(oldId);
  old.before = async (nth) => {
    if (nth === 3) await connections.connect(other.server.url, 'other-key-0123');
    return false;
  };
  const ended = app.ended();
  before.syncs.start(issuers);
  expect(await ended).toMatchObject({ state: 'done', done: count });
  const otherId = await connections.readActive();
  expect(otherId).not.toBe(oldId);
  expect([new Set(old.keys), other.keys]).toEqual([new Set(['old-key-0123']), []]);

  const after = await app.open(otherId ?? '');
  expect(await after.cache.syncs.listComplete()).toEqual([]);
  const again = app.ended();
  after.syncs.start(issuers);
  expect(await again).toMatchObject({ state: 'done', done: count });
  expect(new Set(other.keys)).toEqual(new Set(['other-key-0123']));
  const numbered = (name: string): unknown[] =>
    (issuersOf(name, { page: 1, perPage }) as { results: { name: string }[] }).results;
  expect((await namesOf(before.recordReader)).slice(0, perPage)).toEqual(numbered('Old').map(nameOf));
  expect((await namesOf(after.recordReader)).slice(0, perPage)).toEqual(numbered('Other').map(nameOf));
});

it('a key that is replaced during a sync is used from the next page on', async () => {
  await using service = await startService('Old');
  await using app = await openApp();
  const { connections } = app;
  const { id } = await connections.connect(service.server.url, 'first-key-0123');
  const { syncs } = await app.open(id);
  service.before = async (nth) => {
    if (nth === 2) await connections.connect(service.server.url, 'second-key-0123');
    return false;
  };
  const ended = app.ended();
  syncs.start(issuers);
  expect(await ended).toMatchObject({ state: 'done', done: count });
  expect(service.keys.slice(0, 2)).toEqual(['first-key-0123', 'first-key-0123']);
  expect(new Set(service.keys.slice(2))).toEqual(new Set(['second-key-0123']));
});

it('a key that is deleted during a sync stops it with a message; with a new key it resumes', async () => {
  await using service = await startService('Old');
  await using app = await openApp();
  const { connections } = app;
  const { id } = await connections.connect(service.server.url, 'first-key-0123');
  const { syncs } = await app.open(id);
  service.before = async (nth) => {
    if (nth === 2) await connections.forgetKey(id);
    return false;
  };
  const failed = app.ended();
  syncs.start(issuers);
  expect(await failed).toMatchObject({ state: 'failed', failure: { code: 'no-key' } });
  await connections.connect(service.server.url, 'second-key-0123');
  const ended = app.ended();
  syncs.start(issuers);
  expect(await ended).toMatchObject({ state: 'done', done: count });
  // Two before the key was forgotten; the whole list takes nine, since the service ignores order and filters.
  expect(service.keys).toHaveLength(9);
});

function nameOf(record: unknown): unknown {
  return typeof record === 'object' && record !== null && 'name' in record ? record.name : undefined;
}
