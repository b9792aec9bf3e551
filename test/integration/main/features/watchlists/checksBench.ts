import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Query } from '../../../../../preload/contract/query.ts';
import { querySchema } from '../../../../../preload/contract/querySchema.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { resources } from '../../../../../preload/contract/resources.ts';
import { settingsSchema, type Settings } from '../../../../../preload/contract/settings.ts';
import { createAnnotations } from '../../../../../main/features/annotations/annotations.ts';
import { createBudgetLedger } from '../../../../../main/features/connections/budgetLedger.ts';
import { createJobs } from '../../../../../main/jobs/jobs.ts';
import { createRecordReader } from '../../../../../main/features/records/recordReader.ts';
import { createSyncs } from '../../../../../main/sync/syncs.ts';
import type { Checker } from '../../../../../main/features/watchlists/checks/checker.ts';
import { createCheckers, type Checkers } from '../../../../../main/features/watchlists/checks/checkers.ts';
import { createWatch, type Watch } from '../../../../../main/features/watchlists/watch.ts';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import { createClient } from '../../../../../main/data-service/client.ts';
import { compileMatch } from '../../../../../main/store/query/match.ts';
import { makeTable } from '../../../../../main/store/query/tables.ts';
import type { Store } from '../../../../../main/store/store.ts';
import { listen, sendJson, type TestServer } from '../../../../support/httpServer.ts';
import { openTestStore } from '../../store/testStore.ts';
import { connectionId } from './testWatch.ts';

export { connectionId };

/** Watchlists and what checks them, over real HTTP and a real store, as the services put them together. */
export interface ChecksBench extends AsyncDisposable {
  readonly store: Store;
  readonly watch: Watch;
  readonly checkers: Checkers;
  readonly checker: Checker;
  /** How often each transaction was told as new, by list and transaction, and each alert by its id. */
  readonly told: Map<string, number>;
  readonly alerted: Map<string, number>;
}

export interface ChecksBenchOptions {
  /** An empty store where it is left out. */
  readonly folder?: string;
  readonly service: { readonly url: string; key: string };
  readonly now?: () => number;
  readonly offline?: () => boolean;
  readonly settings?: Partial<Settings>;
  readonly told?: Map<string, number>;
}

export async function openChecks(options: ChecksBenchOptions): Promise<ChecksBench> {
  const {
    folder,
    service,
    now = Date.now,
    offline = () => false,
    told = new Map<string, number>(),
  } = options;
  const settings = settingsSchema.parse({
    transactionsPerHour: 1_000_000,
    reservedRequests: 0,
    ...options.settings,
  });
  const store = await openTestStore(folder);
  const cache = await store.cache(connectionId);
  const events: AppEvents = new EventEmitter();
  const alerted = new Map<string, number>();
  events.on('backgroundError', (_where, error) => {
    throw error;
  });
  events.on('alertFired', ({ id }) => alerted.set(id, (alerted.get(id) ?? 0) + 1));
  const watch = createWatch({
    user: store.user,
    openCache: (id) => store.cache(id),
    readLabels: createAnnotations(store.user).readLabels,
    provenance: (id, of) => Promise.resolve({ connectionId: id, sample: true, stale: false, ...of }),
    readSettings: () => settings,
    now,
    events,
  });
  const { transactionsPerHour: perHour, reservedRequests: reserve } = settings;
  const client = createClient({
    readAccess: () => Promise.resolve({ baseUrl: service.url, key: service.key }),
    transport: fetch,
    retryPolicy: { tries: 1, firstDelayMs: 1, longestDelayMs: 1 },
    budget: createBudgetLedger({
      cache,
      limitOf: (resource) => (resource === 'transactions' ? { perHour, reserve } : null),
      now,
      onChanged: () => undefined,
    }),
  });
  const recordReader = createRecordReader({
    client,
    cache,
    now,
    offline,
    connection: { id: connectionId, name: 'Test', baseUrl: service.url, sample: false },
    freshForMs: () => 30 * 60_000,
  });
  const jobs = createJobs({ now, events });
  const syncs = createSyncs({
    connectionId,
    ...{ events, recordReader, jobs, client, cache, now, offline },
    waiting: recordReader.waiting,
    readBudget: () => Promise.resolve(null),
    retryAfterMs: [],
  });
  const intake = await watch.intake(connectionId);
  intake.events.on('fresh', (fresh) => {
    for (const { record, listIds } of fresh)
      for (const listId of listIds) {
        const what = `${listId} ${String(record['id'])}`;
        told.set(what, (told.get(what) ?? 0) + 1);
      }
  });
  const checkers = createCheckers({
    user: store.user,
    listConnectionIds: () => watch.listWatchedConnections(),
    open: () =>
      Promise.resolve({ client, intake, sync: syncs.run, waiting: recordReader.waiting, retryAfterMs: [] }),
    readSettings: () => settings,
    ...{ offline, now, events },
    isPaused: () => false,
  });
  return {
    store,
    watch,
    checkers,
    checker: await checkers.checker(connectionId),
    told,
    alerted,
    async [Symbol.asyncDispose]() {
      await checkers.close();
      await jobs.close();
      await store.close();
    },
  };
}

/** A service whose transactions the test adds and removes. */
export interface ChangingService extends AsyncDisposable {
  readonly url: string;
  key: string;
  readonly server: TestServer;
  readonly records: Map<string, ResourceRecord>;
  /** The order of its lists, whatever is asked for. */
  order: (a: ResourceRecord, b: ResourceRecord) => number;
  /** Called before each answer; may answer by itself, and then gives true. */
  before: (query: Query, response: ServerResponse) => boolean;
  readonly answer: (query: Query, response: ServerResponse) => void;
  /** The queries since the last call. */
  taken(): Query[];
}

const table = makeTable(resources.transactions);

export async function startChangingService(): Promise<ChangingService> {
  const records = new Map<string, ResourceRecord>();
  let seen = 0;
  const queryOf = (path: string): Query =>
    querySchema.parse(JSON.parse(new URL(path, 'http://127.0.0.1').searchParams.get('query') ?? '{}'));
  const server = await listen((request, response) => {
    const query = queryOf(request.url ?? '');
    if (!service.before(query, response)) service.answer(query, response);
  });
  function answer(query: Query, response: ServerResponse): void {
    const isMatch = compileMatch(table, query.filter);
    const all = [...records.values()]
      .filter((record) =>
        isMatch?.(table.columns.map(({ codec, name }) => plain(codec.encode(record[name])))),
      )
      .sort(service.order);
    const { page = 1, perPage = 25 } = query.pagination ?? {};
    sendJson(response, 200, {
      results: all.slice((page - 1) * perPage, page * perPage),
      pagination: { page, perPage, pageCount: Math.ceil(all.length / perPage), resultCount: all.length },
    });
  }
  const service: ChangingService = {
    url: server.url,
    key: 'rwa_test_4f9a',
    server,
    records,
    order: (a, b) => (String(a.id) < String(b.id) ? -1 : 1),
    before: () => false,
    answer,
    taken() {
      const queries = server.requests.slice(seen).map(({ path }) => queryOf(path));
      seen = server.requests.length;
      return queries;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return service;
}

function plain<Value>(value: Value | bigint): Value | number {
  return typeof value === 'bigint' ? Number(value) : value;
}
