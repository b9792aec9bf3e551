import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generatorVersion } from '../../../../main/sample-service/data/database.ts';
import { resourceNames, resources } from '../../../../preload/contract/resources.ts';
import { measureIs } from './aggregateClient.ts';
import { startService, type TestClient } from './serviceClient.ts';

/**
 * What each version of the generator makes of one seed, as digests. Files of an earlier start are read again wherever the version is the
 * same: other data need another `generatorVersion`, under which their digests stand here.
 */
const made: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  4: {
    assets: '5f6e7b4b7013a018',
    tokens: '4a851b4ab0fdbd96',
    networks: 'd9d4556713e70a61',
    platforms: '4fef74bc4fc86eef',
    issuers: '07c7a8edc0098753',
    managers: '45dcdf2321c23bfc',
    'service-providers': '5203c20dbe2e7923',
    transactions: '04887f0356407733',
    total_asset_value_dollar: '983800bdaa5467f3',
    daily_transfer_volume_dollar: '006a85e956fbe7f6',
  },
};

let service: TestClient;
beforeAll(async () => {
  service = await startService({ assets: 40, transactions: 500, seed: 11 });
});
afterAll(() => service[Symbol.asyncDispose]());

function digest(records: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const text of records.map((record) => JSON.stringify(record)).toSorted()) hash.update(`${text}\n`);
  return hash.digest('hex').slice(0, 16);
}

it('a version of the generator makes the same data from a seed on every system', async () => {
  const digests: Record<string, string> = {};
  for (const name of resourceNames) digests[name] = digest(await service.all(resources[name].path));
  for (const [kind, slug] of [
    ['assets', 'total_asset_value_dollar'],
    ['tokens', 'daily_transfer_volume_dollar'],
  ] as const)
    digests[slug] = digest(
      await service.all(`/v4/${kind}/aggregates/timeseries`, {
        filter: measureIs(slug),
        aggregate: { groupBy: 'network', interval: 'day' },
      }),
    );
  expect(digests, 'Changed data need a new generatorVersion.').toEqual(made[generatorVersion]);
});
