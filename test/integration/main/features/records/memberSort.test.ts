import { expect, it } from 'vitest';
import { createClient } from '../../../../../main/data-service/client.ts';
import { createExplorer } from '../../../../../main/features/records/explorer.ts';
import { openStore } from '../../../../../main/store/store.ts';
import { listen, sendJson } from '../../../../support/httpServer.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { workers } from '../../../../support/built.ts';
import { openTestStore, temporaryFolder } from '../../store/testStore.ts';

/** A service that sorts by the value of a metric and refuses to sort by its other members, over real HTTP and SQLite. */

const metric = (val: number, change: number) => ({ val, chg_30d_amt: change });
const issuers = [
  { id: 1, name: 'Large', bridged_token_value_dollar: metric(900, 1) },
  { id: 2, name: 'Grown', bridged_token_value_dollar: metric(90, 80) },
  { id: 3, name: 'Unknown', bridged_token_value_dollar: { val: 5 } },
];
const byChange = { sort: { field: 'bridged_token_value_dollar:chg_30d_amt', direction: 'desc' } } as const;

it('what the service does not sort by is sorted here, once all records are, and the answer says so', async () => {
  await using server = await listen((request, response) => {
    const query: unknown = JSON.parse(
      new URL(request.url ?? '', server.url).searchParams.get('query') ?? '{}',
    );
    if (JSON.stringify(query).includes(':chg_30d_amt'))
      sendJson(response, 400, { message: 'Invalid sort field.' });
    else
      sendJson(response, 200, {
        results: issuers,
        pagination: { page: 1, perPage: 25, pageCount: 1, resultCount: issuers.length },
      });
  });
  const store = await openStore({
    folder: makeTemporaryFolder('member-sort'),
    workerUrl: workers.store,
  });
  try {
    const cache = await store.cache('test');
    const client = createClient({
      readAccess: () => Promise.resolve({ baseUrl: server.url, key: 'rwa_test_4f9a' }),
      transport: (url, init) => fetch(url, init),
      retryPolicy: { tries: 1, firstDelayMs: 1, longestDelayMs: 1 },
      timeoutMs: 5000,
      budget: {
        take: () => Promise.resolve({ granted: true, nextAt: null }),
        exhausted: () => Promise.resolve(),
      },
    });
    const explorer = createExplorer({
      connection: { id: 'test', name: 'Test', baseUrl: server.url, sample: false },
      client,
      cache,
      freshForMs: () => 60_000,
      offline: () => false,
      now: Date.now,
    });
    const refresh = { refresh: true };
    // A part of the issuers would be ranked as if they were all: the refusal is shown instead.
    await cache.writeRecord({
      resource: 'issuers',
      record: { id: 1, name: 'Large' },
      fetchedAt: 1,
      request: '/v4/issuers',
    });
    await expect(explorer.list('issuers', byChange, refresh)).rejects.toMatchObject({
      failure: { code: 'bad-query', detail: 'Invalid sort field.' },
    });

    // One page holds all of them, which leaves the mark of a complete list behind the answer.
    await explorer.list('issuers', {}, refresh);
    await expect.poll(() => cache.completeAsOf({ resource: 'issuers', query: {} })).not.toBeNull();
    const { records, provenance } = await explorer.list('issuers', byChange, refresh);
    expect(records.map(({ name }) => name)).toEqual(['Grown', 'Large', 'Unknown']);
    expect(provenance).toMatchObject({ source: 'local', coverage: { kind: 'complete' } });
    expect(provenance.staleReason).toContain('Invalid sort field.');
  } finally {
    await store.close();
  }
});

it('records that meet a condition on a member can be synced', async () => {
  using folder = temporaryFolder();
  await using opened = await openTestStore(folder.path);
  const { syncs } = await opened.cache('one');
  const filter = { field: 'bridged_token_value_dollar:chg_30d_amt', operator: 'gte', value: 1 };
  const subject = { resource: 'issuers', filter } as const;
  await syncs.begin({ ...subject, startedAt: 1, perPage: 10 });
  expect(await syncs.finish({ ...subject, now: 2 })).toMatchObject({ mark: { count: 0 } });
});
