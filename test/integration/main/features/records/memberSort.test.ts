import { expect, it } from 'vitest';
import { createRecordReader } from '../../../../../main/features/records/recordReader.ts';
import { listen, sendJson } from '../../../../support/httpServer.ts';
import { newCache } from '../../../../support/newStore.ts';
import { connectedTo, pageOf, queryOf } from '../../../../support/testService.ts';
import { wholeProof } from '../../../../support/wholeProof.ts';

/** A service that sorts by the value of a metric and refuses to sort by its other members, over real HTTP and SQLite. */

const metric = (val: number, change: number) => ({ val, chg_30d_amt: change });
const issuers = [
  { id: 1, name: 'Large', bridged_token_value_dollar: metric(900, 1) },
  { id: 2, name: 'Grown', bridged_token_value_dollar: metric(90, 80) },
  { id: 3, name: 'Unknown', bridged_token_value_dollar: { val: 5 } },
];
const byChange = { sort: { field: 'bridged_token_value_dollar:chg_30d_amt', direction: 'desc' } } as const;

it('records are sorted here by what the service does not sort by, once all are cached; the answer says so', async () => {
  await using server = await listen((request, response) => {
    if (JSON.stringify(queryOf(request)).includes(':chg_30d_amt'))
      sendJson(response, 400, { message: 'Invalid sort field.' });
    else sendJson(response, 200, pageOf(issuers));
  });
  const cache = await newCache();
  const recordReader = createRecordReader({
    ...connectedTo(server),
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
  await expect(recordReader.list('issuers', byChange, refresh)).rejects.toMatchObject({
    failure: { code: 'bad-query', detail: 'Invalid sort field.' },
  });

  // One page holds all of them, which leaves the mark of a complete list behind the answer.
  await recordReader.list('issuers', {}, refresh);
  await expect.poll(() => cache.completeAsOf({ resource: 'issuers', query: {} })).not.toBeNull();
  const { records, provenance } = await recordReader.list('issuers', byChange, refresh);
  expect(records.map(({ name }) => name)).toEqual(['Grown', 'Large', 'Unknown']);
  expect(provenance).toMatchObject({ source: 'local', coverage: { kind: 'complete' } });
  expect(provenance.staleReason).toContain('Invalid sort field.');
});

it('records that meet a condition on a member can be synced', async () => {
  const { syncs } = await newCache();
  const filter = { field: 'bridged_token_value_dollar:chg_30d_amt', operator: 'gte', value: 1 };
  const subject = { resource: 'issuers', filter } as const;
  await syncs.begin({ ...subject, startedAt: 1, perPage: 10 });
  expect(await syncs.finish({ ...subject, now: 2, ...wholeProof })).toMatchObject({ mark: { count: 0 } });
});
