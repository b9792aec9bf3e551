import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import type { ServerResponse } from 'node:http';
import type { ExportEnvironment } from '../../../../../main/features/exports/preparedExport.ts';
import { runExport } from '../../../../../main/features/exports/runExport.ts';
import { createRecordReader, type RecordReader } from '../../../../../main/features/records/recordReader.ts';
import type { SyncSubject } from '../../../../../main/sync/proof/types.ts';
import { createSyncs, type Syncs } from '../../../../../main/sync/syncs.ts';
import { createJobs, type Jobs } from '../../../../../main/jobs/jobs.ts';
import type { BudgetLedger } from '../../../../../main/data-service/budget.ts';
import { openStore, type CacheStore } from '../../../../../main/store/store.ts';
import { defaultOptions } from '../../../../../preload/contract/exports.ts';
import type { JsonObject } from '../../../../../preload/contract/json.ts';
import type { Job } from '../../../../../preload/contract/jobs.ts';
import type { Filter, Query } from '../../../../../preload/contract/query.ts';
import { resources } from '../../../../../preload/contract/resources.ts';
import { listen, sendJson, type TestServer } from '../../../../support/httpServer.ts';
import { newCache } from '../../../../support/newStore.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { connectedTo, pageOf, queryOf } from '../../../../support/testService.ts';
import { workers } from '../../../../support/built.ts';

/** A service whose records the test adds and removes, at most `perPage` on a page, ten where it is left out, and the syncs of one connection to it. */
export interface SyncBench extends AsyncDisposable {
  readonly server: TestServer;
  /** Ids and names of issuers, as the service has them. */
  readonly issuers: Map<number, string>;
  readonly clock: { now: number; offline: boolean };
  /** Called before each answer with the number of the request and its path; may answer by itself, and then gives true. */
  before: (nth: number, response: ServerResponse, path: string) => boolean;
  /** The answer to a request without `before`, and its sending. */
  read: (path: string) => ReturnType<typeof answerOf>;
  answer: (response: ServerResponse, path: string) => void;
  /** What an issuer has beside its id and name. */
  furtherOf: (id: number) => JsonObject;
  /** Ids that lists leave out, unless they are requested by id. */
  hidden: ReadonlySet<string>;
  /** What the service sends in the place of an issuer. */
  readonly replaced: Map<number, object>;
  readonly recordReader: RecordReader;
  readonly syncs: Syncs;
  readonly jobs: Jobs;
  readonly cache: CacheStore;
  readonly events: AppEvents;
  /** The next job that ends, or reaches one of these states. */
  reached(...states: Job['state'][]): Promise<Job>;
  /** Syncs all issuers, or what is named, to the end. */
  sync(subject?: SyncSubject, acceptRemovals?: boolean): Promise<Job>;
  /** What an export works with that leaves its descriptions in a folder. */
  environment(descriptions: string): ExportEnvironment;
  /** Exports issuers of a query to a CSV file with these columns, headed by their names; gives the file, and what is said of it. */
  exportCsv(query: Query, columns: readonly string[]): Promise<{ path: string; note: unknown }>;
  /** What the syncs fetched, in the order of ids, by the local engine. */
  localNames(): Promise<unknown[]>;
}

export async function startSyncBench(
  options: {
    folder?: string;
    budget?: BudgetLedger;
    count?: number;
    perPage?: number;
    perHour?: number;
  } = {},
): Promise<SyncBench> {
  const { count = 35, perPage = 10 } = options;
  const issuers = new Map(Array.from({ length: count }, (_, index) => [index + 1, nameOf(index + 1)]));
  const clock = { now: Date.UTC(2026, 0, 1), offline: false };
  const { folder } = options;
  const store = folder === undefined ? undefined : await openStore({ folder, workerUrl: workers.store });
  const cache = await (store?.cache('test') ?? newCache());
  let tell = (job: Job): void => void job;
  const events: AppEvents = new EventEmitter();
  events.on('jobChanged', (job) => {
    tell(job);
  });
  const jobs = createJobs({
    now: () => clock.now,
    events,
  });
  const server = await listen((request, response, nth) => {
    const { url = '' } = request;
    if (!fixture.before(nth, response, url)) fixture.answer(response, url);
  });
  const { connection, client } = connectedTo(
    server,
    options.budget === undefined ? {} : { budget: options.budget },
  );
  const environment = { client, cache, now: () => clock.now, offline: () => clock.offline };
  const recordReader = createRecordReader({
    ...environment,
    connection,
    freshForMs: () => 30 * 60_000,
  });
  const fixture: SyncBench = {
    server,
    issuers,
    clock,
    before: () => false,
    read: (path) => answerOf(fixture, path, perPage),
    answer(response, path) {
      const id = /\/(\d+)$/.exec(path)?.[1];
      const name = issuers.get(Number(id));
      if (id === undefined) sendJson(response, 200, fixture.read(path));
      else if (name === undefined) sendJson(response, 404, { message: 'Not found.' });
      else sendJson(response, 200, { id, name });
    },
    furtherOf: () => ({}),
    hidden: new Set(),
    replaced: new Map(),
    recordReader,
    jobs,
    cache,
    events,
    syncs: createSyncs({
      connectionId: 'test',
      events,
      ...environment,
      recordReader,
      jobs,
      waiting: recordReader.waiting,
      readBudget: () =>
        Promise.resolve(
          options.perHour === undefined
            ? null
            : {
                connectionId: 'test',
                endpoint: resources.issuers.path,
                perHour: options.perHour,
                left: options.perHour - server.requests.length,
                nextAt: null,
                reserve: 1,
                waiting: [],
              },
        ),
      retryAfterMs: [1, 1],
    }),
    reached: (...states) =>
      new Promise((resolve) => {
        tell = (job) => {
          if (job.endedAt !== null || states.includes(job.state)) resolve(job);
        };
      }),
    sync(subject = { resource: 'issuers' }, acceptRemovals = false) {
      const ended = fixture.reached();
      fixture.syncs.start(subject, acceptRemovals);
      return ended;
    },
    environment: (descriptions) => ({
      readResult: () => [],
      ...{ connection, recordReader, cache, sync: fixture.syncs.run, descriptions },
      workerUrl: workers.export,
      now: () => clock.now,
    }),
    async exportCsv(query, columns) {
      const folder = makeTemporaryFolder('sync-export');
      const path = join(folder, 'issuers.csv');
      let note: unknown;
      await runExport(
        fixture.environment(folder),
        {
          connectionId: 'test',
          scope: { kind: 'query', resource: 'issuers', query },
          format: 'csv',
          columns: [...columns],
          options: { ...defaultOptions('csv'), headings: 'names' },
        },
        path,
        { signal: new AbortController().signal, update: (change) => (note = change.note) },
      );
      return { path, note };
    },
    async localNames() {
      const { records } = await cache.runQuery({
        resource: 'issuers',
        query: { sort: { field: 'id', direction: 'asc' }, pagination: { perPage: 1000 } },
      });
      return records.map(({ name }) => name);
    },
    async [Symbol.asyncDispose]() {
      await jobs.close();
      await (store ?? cache).close();
      await server[Symbol.asyncDispose]();
    },
  };
  return fixture;
}

export function nameOf(id: number): string {
  return `Issuer ${id.toString().padStart(3, '0')}`;
}

/** What the service answers: its records as the resource of the path, filtered, in the order of ids or of dates. */
function answerOf({ issuers, furtherOf, hidden, replaced }: SyncBench, path: string, perPage: number) {
  const { filter, sort, pagination = {} } = queryOf({ url: path });
  const { pathname } = new URL(path, 'http://127.0.0.1');
  const nameField = pathname.endsWith('transactions') ? 'transaction_hash' : 'name';
  const records = [...issuers]
    .sort(([a], [b]) => a - b)
    .filter(([id]) => JSON.stringify(filter ?? '').includes('"in"') || !hidden.has(id.toString()))
    .map(([id, name]) => replaced.get(id) ?? { id: id.toString(), [nameField]: name, ...furtherOf(id) })
    .filter((record) => filter === undefined || matches(filter, record));
  if (sort?.field === 'date') records.sort((a, b) => (dateOf(a) < dateOf(b) ? -1 : 1));
  if (sort?.direction === 'desc') records.reverse();
  return pageOf(records, { ...pagination, perPage: Math.min(pagination.perPage ?? perPage, perPage) });
}

/** Nulls come last. */
function dateOf(record: object): string {
  return String(Reflect.get(record, 'date') ?? '~');
}

function matches(filter: Filter, record: object): boolean {
  if ('filters' in filter) {
    const { filters } = filter;
    return filter.operator === 'or'
      ? filters.some((one) => matches(one, record))
      : filters.every((one) => matches(one, record));
  }
  const { operator, field, value } = filter;
  const found: unknown = Reflect.get(record, field) ?? null;
  if (operator === 'in') return Array.isArray(value) && value.map(String).includes(String(found));
  if (operator === 'startsWith') return String(found).startsWith(String(value));
  if (value === null || found === null) return operator === 'equals' && value === found;
  const [left, right] = [String(found).slice(0, 10), String(value)];
  const order = left < right ? -1 : Number(left > right);
  return { gte: order >= 0, gt: order > 0, lte: order <= 0, lt: order < 0 }[operator] ?? order === 0;
}
