import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../../../preload/contract/query.ts';
import { FailureError } from '../../../../../preload/contract/failures.ts';
import { settingsSchema } from '../../../../../preload/contract/settings.ts';
import { createAnnotations } from '../../../../../main/features/annotations/annotations.ts';
import { createBudgetLedger } from '../../../../../main/features/connections/budgetLedger.ts';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import { createClient, listRequest } from '../../../../../main/data-service/client.ts';
import type { Store } from '../../../../../main/store/store.ts';
import { createWatching, type Watching } from '../../../../../main/features/watchlists/scheduler/watching.ts';
import { createWatch, type Watch } from '../../../../../main/features/watchlists/watch.ts';
import { startServiceProcess, type ServiceProcess } from '../../../../support/sampleService.ts';
import { openTestStore } from '../../store/testStore.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';
import { connectionId, contentOf } from './testWatch.ts';

/** The scheduler over real HTTP: the sample service with its limit of requests, while new transactions arrive. */

const perHour = 1800;
const options = [
  '--odd',
  '--assets',
  '40',
  '--transactions',
  '3000',
  '--live',
  '3000',
  '--rate',
  perHour.toString(),
];

interface Bench {
  readonly watch: Watch;
  readonly watching: Watching;
  /** How often each transaction was told as new, by list and transaction. */
  readonly told: Map<string, number>;
  key: string;
}

function openBench(store: Store, service: ServiceProcess, told = new Map<string, number>()): Bench {
  const settings = settingsSchema.parse({ transactionsPerHour: perHour, reservedRequests: 100 });
  const events: AppEvents = new EventEmitter();
  events.on('backgroundError', (_where, error) => {
    throw error;
  });
  const watch = createWatch({
    user: store.user,
    openCache: (id) => store.cache(id),
    readLabels: createAnnotations(store.user).readLabels,
    provenance: (id, of) => Promise.resolve({ connectionId: id, sample: true, stale: false, ...of }),
    readSettings: () => settings,
    now: Date.now,
    events,
  });
  const bench = { key: service.key };
  const watching = createWatching({
    user: store.user,
    listConnectionIds: () => watch.listWatchedConnections(),
    async open(id) {
      const cache = await store.cache(id);
      const budget = createBudgetLedger({
        cache,
        limitOf: (resource) => (resource === 'transactions' ? { perHour, reserve: 100 } : null),
        now: Date.now,
        onChanged: () => undefined,
      });
      const client = createClient({
        readAccess: () => Promise.resolve({ baseUrl: service.url, key: bench.key }),
        transport: (url, init) => fetch(url, init),
        budget,
      });
      const intake = await watch.intake(id);
      intake.events.on('fresh', (fresh) => {
        for (const { record, listIds } of fresh)
          for (const listId of listIds) {
            const what = `${listId} ${String(record['id'])}`;
            told.set(what, (told.get(what) ?? 0) + 1);
          }
      });
      return { client, intake };
    },
    readSettings: () => settings,
    offline: () => false,
    isPaused: () => false,
    events,
  });
  return Object.assign(bench, { watch, watching, told });
}

async function makeLists(watch: Watch): Promise<void> {
  const filters: Filter[] = [
    { operator: 'gte', field: 'usd_amount', value: 100_000 },
    { operator: 'in', field: 'network_id', value: [1, 2, 3] },
  ];
  for (const [at, filter] of filters.entries())
    await watch.calls.saveWatchlist({
      content: contentOf({ name: `List ${at.toString()}`, query: { filter } }),
    });
}

/** Another client of the same organisation. */
async function ask(service: ServiceProcess): Promise<Response> {
  const request = listRequest('transactions', { pagination: { page: 1, perPage: 1 } });
  return fetch(`${service.url}${request}`, { headers: { authorization: `Bearer ${service.key}` } });
}

describe('watchlists looked after over HTTP', () => {
  it('bring every new transaction once, through a restart and a budget that others have spent', async () => {
    using folder = temporaryFolder();
    await using service = await startServiceProcess(...options, '--cache', folder.path);
    await using store = await openTestStore(folder.path);
    const first = openBench(store, service);
    await makeLists(first.watch);
    const before = await (await first.watching.scheduler(connectionId)).checkNow();
    expect(before.listIds).toHaveLength(2);
    // What was there before is no news.
    expect(first.told.size).toBe(0);

    const scheduler = await first.watching.scheduler(connectionId);
    await expect.poll(async () => (await scheduler.checkNow(), first.told.size)).toBeGreaterThan(50);
    expect((await scheduler.report()).sentence).toMatch(
      /^These watchlists need \d+ requests? an hour; your limit is 1700\. They are checked every \d+ minutes\.$/,
    );
    await first.watching.close();

    // The app starts again, and goes on where it was.
    const again = openBench(store, service, first.told);
    const known = again.told.size;
    const resumed = await again.watching.scheduler(connectionId);
    await expect.poll(async () => (await resumed.checkNow(), again.told.size)).toBeGreaterThan(known + 50);

    for (let answer = await ask(service); answer.status !== 429; answer = await ask(service))
      await answer.text();
    const refusal = await resumed.checkNow().then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(FailureError);
    expect(refusal).toMatchObject({ failure: { code: 'rate-limited' } });
    expect((await resumed.report()).state).toBe('waiting');
    const [waits] = await resumed.waiting();
    expect(waits?.title).toBe('Watchlists List 0 and List 1');
    expect(waits?.until).toBeGreaterThan(Date.now());
    expect(waits?.since).toBeLessThanOrEqual(Date.now());
    // It waits as long as the service said, and then goes on.
    const spent = again.told.size;
    await expect
      .poll(async () => (await resumed.checkNow().catch(() => undefined), again.told.size))
      .toBeGreaterThan(spent);

    expect([...again.told.values()].filter((count) => count > 1)).toEqual([]);
    await again.watching.close();
  });

  it('stop when the key is not accepted, and go on with one that is', async () => {
    using folder = temporaryFolder();
    await using service = await startServiceProcess(...options, '--cache', folder.path);
    await using store = await openTestStore(folder.path);
    const bench = openBench(store, service);
    bench.key = 'another';
    await makeLists(bench.watch);
    bench.watching.start();
    const scheduler = await bench.watching.scheduler(connectionId);
    await expect.poll(async () => (await scheduler.report()).state).toBe('stopped');
    expect((await scheduler.report()).failure).toMatchObject({ code: 'key-rejected' });
    bench.key = service.key;
    bench.watching.nudge();
    await expect
      .poll(
        async () =>
          (await bench.watch.calls.listWatchlists({ connectionId })).lists.every(
            ({ checkedAt }) => checkedAt !== null,
          ),
        {
          timeout: 30_000,
        },
      )
      .toBe(true);
    expect((await scheduler.report()).state).toBe('running');
    await bench.watching.close();
  });
});
