import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Query } from '../../../../preload/contract/query.ts';
import { resourceNames, resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import { atScale } from '../../../support/scale.ts';
import { evaluate, withAssetFields, type PlainRecord } from './plainEvaluation.ts';
import { queries } from './randomQueries.ts';
import { startService, type TestClient } from './serviceClient.ts';

let service: TestClient;
const records = new Map<ResourceName, readonly PlainRecord[]>();

beforeAll(async () => {
  service = await startService({ assets: 60, transactions: 1200, seed: 5 });
  for (const name of resourceNames) records.set(name, await service.all(resources[name].path));
  records.set('tokens', withAssetFields(records.get('tokens') ?? [], records.get('assets') ?? []));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

interface Asked {
  readonly name: ResourceName;
  readonly query: Query;
}

async function expectSameAnswer({ name, query }: Asked): Promise<void> {
  const expected = evaluate(resources[name], records.get(name) ?? [], query);
  const { page = 1, perPage = 25 } = query.pagination ?? {};
  const { results, pagination } = await service.list(resources[name].path, query);
  const idOf = (record: PlainRecord): unknown => record['id'];
  expect({ ids: results.map(idOf), pagination }).toEqual({
    ids: expected.slice((page - 1) * perPage, page * perPage).map(idOf),
    pagination: {
      page,
      perPage,
      pageCount: Math.ceil(expected.length / perPage),
      resultCount: expected.length,
    },
  });
}

const atOnce = 10;

it('answers random queries as plain evaluation does', { timeout: 180_000 }, () =>
  atScale(import.meta.filename, 10_000, async ({ count, seed }) => {
    const asked = fc.oneof(
      ...resourceNames.map((name) =>
        queries(resources[name], records.get(name) ?? []).map((query): Asked => ({ name, query })),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { minLength: atOnce, maxLength: atOnce }), async (batch) => {
        await Promise.all(batch.map(expectSameAnswer));
      }),
      {
        seed,
        numRuns: Math.ceil(count / atOnce),
        endOnFailure: false,
        interruptAfterTimeLimit: 170_000,
        markInterruptAsFailure: true,
      },
    );
  }),
);
