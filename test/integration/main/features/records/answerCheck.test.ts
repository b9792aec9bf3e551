import { expect, it } from 'vitest';
import type { ConditionValue, Query } from '../../../../../preload/contract/query.ts';
import type { ResourceName } from '../../../../../preload/contract/resources.ts';
import { runCommandHere } from '../../../../support/commandHere.ts';
import { listen, sendJson } from '../../../../support/httpServer.ts';
import { jsonLines } from '../../../../support/runCommand.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { pageOf } from '../../../../support/testService.ts';
import { bench, listOf } from './recordReaderBench.ts';

/** A page of the service is held against what was asked: a filter or an order that was not applied is said, where that is certain. */

const where = (operator: string, field: string, value: ConditionValue): Query => ({
  filter: { operator, field, value },
});
const by = (field: string, direction: 'asc' | 'desc' = 'asc'): Query => ({ sort: { field, direction } });

/** What is said of these records, as the answer to a query. */
async function saidOf(
  resource: ResourceName,
  query: Query,
  records: readonly object[],
): Promise<readonly string[]> {
  const asked = await bench();
  asked.answer = listOf(...records);
  return (await asked.recordReader.list(resource, query)).provenance.notes ?? [];
}

const otherOrder = 'The service did not sort this answer as requested.';

const assets = [
  { id: 1, name: 'One', token_count: 3, network_ids: [1], market_value_dollar: { val: 5, val_7d: 1 } },
  { id: 2, name: 'Two', token_count: 1, network_ids: [2], market_value_dollar: { val: 7, val_7d: 2 } },
  { id: 3, name: 'Three', token_count: null, network_ids: null, market_value_dollar: null },
  { id: 4, name: 'Four', token_count: 2, network_ids: [1, 2], market_value_dollar: { val: 6, val_7d: 3 } },
];
const transactions = [
  { id: '1-b', date: '2026-01-05', timestamp: '2026-01-05T23:00:00Z', from_address: '0xab', amount: 3 },
  { id: '1-a', date: '2026-01-05', timestamp: '2026-01-05T01:00:00Z', from_address: '0xCD', amount: 3 },
  { id: '1-c', date: '2026-01-04', timestamp: '2026-01-04T12:00:00Z', from_address: null, amount: null },
];

it.each<[string, Query]>([
  ['3 records of its answer do not match it', where('equals', 'name', 'One')],
  ['2 records of its answer do not match it', where('startsWith', 'name', 'T')],
  ['1 record of its answer does not match it', where('gte', 'token_count', 2)],
  ['1 record of its answer does not match it', where('includes', 'network_ids', 1)],
  ['1 record of its answer does not match it', where('in', 'id', [1, 2, 3])],
  ['2 records of its answer do not match it', where('lt', 'market_value_dollar', 6)],
])('says that a filter was not applied: %s, %j', async (count, query) => {
  expect(await saidOf('assets', query, assets)).toEqual([`The service did not apply the filter: ${count}.`]);
});

it.each<[ResourceName, readonly object[], Query]>([
  ['assets', assets, by('token_count')],
  ['assets', assets, by('market_value_dollar', 'desc')],
  ['assets', assets, by('market_value_dollar:val_7d', 'desc')],
  ['assets', assets, by('id', 'desc')],
  ['transactions', transactions, by('date')],
  ['transactions', transactions, by('timestamp')],
])('says that an order was not applied: %s', async (resource, records, query) => {
  expect(await saidOf(resource, query, records)).toEqual([otherOrder]);
});

it.each<[string, ResourceName, readonly object[], Query]>([
  ['it is the right answer', 'assets', assets.slice(0, 2), by('market_value_dollar')],
  ['of equal values and of none no order is known', 'transactions', transactions, by('amount', 'desc')],
  ['texts have other orders elsewhere', 'assets', assets, by('name')],
  ['ids that are texts have, too', 'issuers', [{ id: '9' }, { id: '10' }, { id: '1' }], by('id')],
  ['a day may be all that the service sorts by', 'transactions', transactions, by('timestamp', 'desc')],
  ['a service may ignore case', 'transactions', transactions, where('in', 'from_address', ['0xAB', '0xcd'])],
  ['a record may say nothing of the field', 'assets', assets, where('equals', 'ticker', 'ONE')],
  ['the app does not know the field', 'assets', assets, where('equals', 'house', 'A')],
  ['another record says it', 'tokens', [{ id: 1, asset_id: 1 }], where('equals', 'is_investable', true)],
  ['a time of day may mean its day', 'transactions', transactions, where('lt', 'date', '2026-01-05T12:00')],
  ['ids may be compared as texts', 'issuers', [{ id: '9' }], where('gt', 'id', '10')],
  ['an underscore may stand for itself', 'assets', assets, where('like', 'name', '_ne')],
  ['the app does not know the operator', 'assets', assets, where('near', 'name', 'One')],
])('says nothing where %s', async (_why, resource, records, query) => {
  expect(await saidOf(resource, query, records)).toEqual([]);
});

it('says it of the page from the cache, too, and takes no such page for a whole list', async () => {
  const asked = await bench();
  const query = where('equals', 'name', 'One');
  asked.answer = pageOf(assets);
  const { provenance } = await asked.recordReader.list('assets', query);
  expect(provenance.notes).toHaveLength(1);
  asked.clock.offline = true;
  const cached = await asked.recordReader.list('assets', query);
  expect(cached.records).toHaveLength(4);
  expect(cached.provenance).toMatchObject({ source: 'cache', notes: provenance.notes });
});

it('says it on the command line', async () => {
  await using server = await listen((_request, response) => {
    sendJson(response, 200, pageOf(assets));
  });
  const query = JSON.stringify({ ...where('equals', 'name', 'One'), ...by('token_count') });
  const argv = ['query', 'assets', '--query', query, '--base-url', server.url];
  const options = { folder: makeTemporaryFolder('cli'), key: 'rwa_test' };
  const { code, out, err } = await runCommandHere(argv, options);
  expect([code, jsonLines(out)]).toEqual([0, assets]);
  expect(err).toContain('The service did not apply the filter: 3 records of its answer do not match it.');
  expect(err).toContain(otherOrder);
});
