import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Query } from '../../../../preload/contract/query.ts';
import { isResourceRecord } from '../../../../preload/contract/recordsText.ts';
import { recordKey } from '../../../../preload/contract/records.ts';
import { resourceNames, resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import type { CacheStore } from '../../../../main/store/store.ts';
import { atScale } from '../../../support/scale.ts';
import { writePage } from '../../../support/storedPages.ts';
import type { PlainRecord } from '../sample-service/plainEvaluation.ts';
import { queries } from '../sample-service/randomQueries.ts';
import { startService, type TestClient } from '../sample-service/serviceClient.ts';
import { openTestStore } from './testStore.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

/** Everything of the sample service in a cache: a query then has the same answer there as over HTTP. */

const opened = new AsyncDisposableStack();
const records = new Map<ResourceName, readonly PlainRecord[]>();
let service: TestClient;
let cache: CacheStore;

beforeAll(async () => {
  service = opened.use(await startService({ assets: 60, transactions: 1200, seed: 9 }));
  const folder = opened.use(temporaryFolder());
  const store = opened.use(await openTestStore(folder.path));
  cache = await store.cache('one');
  for (const resource of resourceNames) {
    const all = await service.all(resources[resource].path);
    records.set(resource, all);
    await writePage(cache, {
      resource,
      query: {},
      records: all.filter(isResourceRecord),
      pagination: { page: 1, perPage: all.length, pageCount: 1, resultCount: all.length },
      applied: {},
      fetchedAt: Date.now(),
      request: resources[resource].path,
      etag: null,
    });
  }
});
afterAll(() => opened.disposeAsync());

async function expectSameAnswer(resource: ResourceName, query: Query): Promise<void> {
  const online = await service.list(resources[resource].path, query);
  const offline = await cache.runQuery({ resource, query });
  expect({ ids: offline.records.map(recordKey), pagination: offline.pagination }).toEqual({
    ids: online.results.map(({ id }) => String(id)),
    pagination: online.pagination,
  });
  expect(offline.records).toEqual(online.results);
}

it.each(resourceNames)('the first page of %s is the same, record by record', async (resource) => {
  await expectSameAnswer(resource, { pagination: { perPage: 200 } });
});

const atOnce = 10;

it('random queries have the same answer with and without the service', { timeout: 180_000 }, () =>
  atScale(import.meta.filename, 2000, async ({ count, seed }) => {
    const question = fc.oneof(
      ...resourceNames.map((resource) =>
        queries(resources[resource], records.get(resource) ?? []).map((query) => ({ resource, query })),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(question, { minLength: atOnce, maxLength: atOnce }), async (batch) => {
        await Promise.all(batch.map(({ resource, query }) => expectSameAnswer(resource, query)));
      }),
      {
        seed,
        numRuns: Math.ceil(count / atOnce),
        interruptAfterTimeLimit: 170_000,
        markInterruptAsFailure: true,
      },
    );
  }),
);
