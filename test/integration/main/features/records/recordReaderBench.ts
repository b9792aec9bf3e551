import { EventEmitter } from 'node:events';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import type { Query } from '../../../../../preload/contract/query.ts';
import { afterEach } from 'vitest';
import { createRecordReader, type RecordReader } from '../../../../../main/features/records/recordReader.ts';
import { listen, sendJson, type TestServer } from '../../../../support/httpServer.ts';
import { newCache } from '../../../../support/newStore.ts';
import { connectedTo, queryOf } from '../../../../support/testService.ts';
import { openTestStore } from '../../store/testStore.ts';

/** Client, store and reader of records together: real HTTP, real SQLite, a clock that the test moves. */

export const minute = 60_000;
export const opened: AsyncDisposable[] = [];

afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing[Symbol.asyncDispose]();
});

export interface Bench {
  readonly recordReader: RecordReader;
  readonly server: TestServer;
  readonly refreshed: string[];
  /** Resolves when the next refresh behind the caller has ended. */
  nextRefresh(): Promise<void>;
  readonly clock: { now: number; offline: boolean };
  /** What the service answers; a number is the status of an error. */
  answer: unknown;
  /** Answers from now on by the query of each request. */
  answerTo(answer: (query: Query) => object): void;
  /** Names the version of what it answers, and answers 304 to whom has it. */
  etag: string | null;
}

export async function bench(folder?: string): Promise<Bench> {
  const clock = { now: Date.UTC(2026, 0, 1), offline: false };
  const refreshed: string[] = [];
  let tell = (): void => undefined;
  let answerOf: ((query: Query) => object) | null = null;
  const server = await listen((request, response) => {
    if (answerOf !== null) fixture.answer = answerOf(queryOf(request));
    if (fixture.etag !== null && request.headers['if-none-match'] === fixture.etag) {
      response.writeHead(304, { etag: fixture.etag });
      response.end();
    } else if (fixture.etag !== null) sendJson(response, 200, fixture.answer, { etag: fixture.etag });
    else if (typeof fixture.answer === 'number')
      sendJson(response, fixture.answer, { message: `status ${fixture.answer.toString()}` });
    else sendJson(response, 200, fixture.answer);
  });
  opened.push(server);
  const store = folder === undefined ? undefined : await openTestStore(folder);
  if (store !== undefined) opened.push(store);
  const cache = await (store?.cache('test') ?? newCache());
  const events: AppEvents = new EventEmitter();
  events.on('refreshed', ({ resource, key }) => {
    refreshed.push(`${resource} ${key}`);
    tell();
  });
  const recordReader = createRecordReader({
    ...connectedTo(server),
    cache,
    freshForMs: () => 30 * minute,
    offline: () => clock.offline,
    now: () => clock.now,
    events,
  });
  const fixture: Bench = {
    recordReader,
    server,
    refreshed,
    clock,
    answer: listOf({ id: 1, name: 'One' }, { id: 2, name: 'Two' }),
    answerTo: (answer) => {
      answerOf = answer;
    },
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
