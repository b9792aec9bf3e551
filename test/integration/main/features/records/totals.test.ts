import { expect, it } from 'vitest';
import { totalRecords } from '../../../../../main/features/records/totals.ts';
import type { TotalsAnswer } from '../../../../../preload/contract/totals.ts';
import { startSyncBench } from './syncBench.ts';

/** Totals of cached records name what they were read from, whatever the list beside them has fetched. */

it('totals state what was read, when the oldest of it was fetched, and whether that is all', async () => {
  await using bench = await startSyncBench();
  const total = (): Promise<TotalsAnswer> =>
    totalRecords(bench.recordReader, bench.cache, {
      resource: 'issuers',
      query: {},
      rows: [{ field: 'name' }],
      measures: [{ kind: 'count' }],
    });
  const first = bench.clock.now;
  await bench.recordReader.list('issuers', { pagination: { page: 1, perPage: 10 } });
  bench.clock.now += 60_000;
  await bench.recordReader.list('issuers', { pagination: { page: 2, perPage: 10 } });
  expect(await total()).toMatchObject({
    recordCount: 20,
    provenance: {
      source: 'local',
      fetchedAt: first,
      request: expect.stringMatching(/^\/v4\/issuers/) as string,
      coverage: { kind: 'partial', cachedRecords: 20, serviceCount: 35 },
    },
  });
  bench.replaced.set(12, { name: 'Without an id' });
  await bench.sync();
  expect((await total()).provenance).toMatchObject({
    fetchedAt: bench.clock.now,
    coverage: { kind: 'complete', asOf: bench.clock.now, leftOut: 1 },
  });
});
