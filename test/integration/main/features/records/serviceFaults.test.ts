import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRecordReader, type RecordReader } from '../../../../../main/features/records/recordReader.ts';
import type { CacheStore } from '../../../../../main/store/store.ts';
import { listen, sendJson, type TestServer } from '../../../../support/httpServer.ts';
import { newCache } from '../../../../support/newStore.ts';
import { connectedTo } from '../../../../support/testService.ts';

/** A service that misbehaves, seen from where a list is asked for: real HTTP, real SQLite, the limits of the app itself. */

/** The first of two pages: not all that there is. */
const page = { page: 1, perPage: 25, pageCount: 2, resultCount: 26 };
const sound = { results: [{ id: 1, name: 'Kept' }], pagination: page };

let cache: CacheStore;
let server: TestServer;
let recordReader: RecordReader;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  cache = await newCache();
  server = await listen((_request, response) => {
    answer(response);
  });
  recordReader = createRecordReader({
    ...connectedTo(server),
    cache,
    freshForMs: () => 60_000,
    offline: () => false,
    now: Date.now,
  });
});
beforeEach(async () => {
  answer = (response) => {
    sendJson(response, 200, sound);
  };
  await recordReader.list('assets', {}, { refresh: true });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Bytes of a body that never ends by itself; how many were sent. */
function sendEndlessly(response: ServerResponse, bytes: number): { sent: number } {
  const count = { sent: 0 };
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.toString() });
  response.write('{"results":[');
  const block = Buffer.alloc(1024 * 1024, 32);
  const more = (): void => {
    while (!response.destroyed && count.sent < bytes) {
      count.sent += block.length;
      if (!response.write(block)) {
        response.once('drain', more);
        return;
      }
    }
  };
  more();
  return count;
}

describe('a service that', () => {
  it.each<[string, RegExp, (response: ServerResponse) => void]>([
    [
      'answers no list',
      /not a list of records/,
      (response) => {
        sendJson(response, 200, { results: 'none' });
      },
    ],
    [
      'answers with a part, 206',
      /marked its answer as partial/,
      (response) => {
        sendJson(response, 206, sound);
      },
    ],
    [
      'answers half of the JSON',
      /was cut off/,
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"results":[{"id":1,');
      },
    ],
  ])('%s takes nothing away: the page stays, and says why it is old', async (_what, reason, misbehave) => {
    answer = misbehave;
    const list = await recordReader.list('assets', {}, { refresh: true });
    expect(list.records).toEqual(sound.results);
    expect(list.provenance).toMatchObject({ source: 'cache', stale: true });
    expect(list.provenance.staleReason).toMatch(reason);
  });

  it('answers 300 MB is refused before the end, and the page stays', async () => {
    const bytes = 300 * 1024 * 1024;
    let count = { sent: 0 };
    answer = (response) => {
      count = sendEndlessly(response, bytes);
    };
    const list = await recordReader.list('assets', {}, { refresh: true });
    expect(list.records).toEqual(sound.results);
    expect(list.provenance.staleReason).toMatch(/larger than 128 MB/);
    expect(count.sent).toBeLessThan(bytes);
  });

  it('answers the unexpected, it is cached as it is: unknown fields, strings for numbers, null for metrics', async () => {
    const odd = [
      { id: '7', name: 'Strings', token_count: '12', market_value_dollar: { val: '5.5', val_7d: '1e3' } },
      { id: 8, name: 'Nulls', token_count: null, market_value_dollar: null, unheard_of: { deep: ['x'] } },
      { id: 9, name: 'Others', token_count: 'many', market_value_dollar: 'n/a', network_ids: '1' },
      { id: 10, name: null, market_value_dollar: { val: null, chg_7d_pct: '-0.5', new_member: 1 } },
    ];
    answer = (response) => {
      sendJson(response, 200, {
        results: odd,
        pagination: { page: '1', perPage: '25', pageCount: '2', resultCount: '29' },
        unheard: true,
      });
    };
    const query = { sort: { field: 'name', direction: 'asc' } } as const;
    expect((await recordReader.list('assets', query)).records).toEqual(odd);
    expect((await cache.readPage({ resource: 'assets', query }))?.records).toEqual(odd);
    const found = async (filter: object): Promise<unknown[]> =>
      (await cache.runQuery({ resource: 'assets', query: { filter: filter as never } })).records.map(
        ({ id }) => id,
      );
    expect(await found({ operator: 'equals', field: 'token_count', value: 12 })).toEqual(['7']);
    expect(await found({ operator: 'gte', field: 'market_value_dollar', value: 5 })).toEqual(['7']);
    expect(await found({ operator: 'includes', field: 'unheard_of.deep', value: 'x' })).toEqual([8]);
  });
});
