import { EventEmitter } from 'node:events';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import { afterEach } from 'vitest';
import { createExplorer, type Explorer } from '../../../../../main/features/records/explorer.ts';
import { createClient } from '../../../../../main/data-service/client.ts';
import { openStore, type Store } from '../../../../../main/store/store.ts';
import { FailureError, type Failure } from '../../../../../preload/contract/failures.ts';
import { workers } from '../../../../support/built.ts';
import { listen, sendJson, type TestServer } from '../../../../support/httpServer.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

/** Client, store and explorer together: real HTTP, real SQLite, a clock that the test moves. */

export const minute = 60_000;
export const opened: AsyncDisposable[] = [];

afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing[Symbol.asyncDispose]();
});

export interface Bench {
  readonly explorer: Explorer;
  readonly server: TestServer;
  readonly refreshed: string[];
  /** Resolves when the next refresh behind the caller has ended. */
  nextRefresh(): Promise<void>;
  readonly clock: { now: number; offline: boolean };
  /** What the service answers; a number is the status of an error. */
  answer: unknown;
  /** Names the version of what it answers, and answers 304 to whom has it. */
  etag: string | null;
}

export async function bench(folder?: string): Promise<Bench> {
  const clock = { now: Date.UTC(2026, 0, 1), offline: false };
  const refreshed: string[] = [];
  let tell = (): void => undefined;
  const server = await listen((request, response) => {
    if (fixture.etag !== null && request.headers['if-none-match'] === fixture.etag) {
      response.writeHead(304, { etag: fixture.etag });
      response.end();
    } else if (fixture.etag !== null) sendJson(response, 200, fixture.answer, { etag: fixture.etag });
    else if (typeof fixture.answer === 'number')
      sendJson(response, fixture.answer, { message: `status ${fixture.answer.toString()}` });
    else sendJson(response, 200, fixture.answer);
  });
  const store: Store = await openStore({
    folder: folder ?? makeTemporaryFolder('explorer'),
    workerUrl: workers.store,
  });
  opened.push(server, { [Symbol.asyncDispose]: () => store.close() });
  const cache = await store.cache('test');
  const client = createClient({
    readAccess: () => Promise.resolve({ baseUrl: server.url, key: 'rwa_test_4f9a' }),
    transport: (url, init) => fetch(url, init),
    retryPolicy: { tries: 1, firstDelayMs: 1, longestDelayMs: 1 },
    budget: {
      take: () => Promise.resolve({ granted: true, left: 1, nextAt: null }),
      exhausted: () => Promise.resolve(),
    },
  });
  const events: AppEvents = new EventEmitter();
  events.on('refreshed', ({ resource, key }) => {
    refreshed.push(`${resource} ${key}`);
    tell();
  });
  const explorer = createExplorer({
    connection: { id: 'test', name: 'Test', baseUrl: server.url, sample: false },
    client,
    cache,
    freshForMs: () => 30 * minute,
    offline: () => clock.offline,
    now: () => clock.now,
    events,
  });
  const fixture: Bench = {
    explorer,
    server,
    refreshed,
    clock,
    answer: listOf({ id: 1, name: 'One' }, { id: 2, name: 'Two' }),
    etag: null,
    nextRefresh: () =>
      new Promise((resolve) => {
        tell = resolve;
      }),
  };
  return fixture;
}

/** The first of two pages: not all that there is. */
export function listOf(...results: object[]): unknown {
  return { results, pagination: { page: 1, perPage: 25, pageCount: 2, resultCount: 25 + results.length } };
}

export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof FailureError)) throw error;
  return error.failure;
}
