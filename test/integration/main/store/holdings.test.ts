import { expect, it } from 'vitest';
import { newCache } from '../../../support/newStore.ts';

it('the cache states what it has of each resource, and from when', async () => {
  const cache = await newCache();
  const held = async (name: string): Promise<unknown> =>
    (await cache.readHoldings()).find(({ resource }) => resource === name);

  expect(await held('networks')).toEqual({
    resource: 'networks',
    records: 0,
    oldestAt: null,
    newestAt: null,
    completeAsOf: null,
  });
  for (const [id, fetchedAt] of [
    [1, 1000],
    [2, 3000],
    [3, 2000],
  ] as const) {
    await cache.writeRecord({ resource: 'networks', record: { id, name: 'A' }, fetchedAt, request: '/v4' });
  }
  expect(await held('networks')).toMatchObject({ records: 3, oldestAt: 1000, newestAt: 3000 });
  expect(await held('assets')).toMatchObject({ records: 0 });
});
