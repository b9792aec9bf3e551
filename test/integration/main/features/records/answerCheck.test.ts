import { expect, it } from 'vitest';
import { fieldsOf, type ConditionValue, type Query } from '../../../../../preload/contract/query.ts';
import type { ResourceName } from '../../../../../preload/contract/resources.ts';
import { runCommandHere } from '../../../../support/commandHere.ts';
import { listen, sendJson } from '../../../../support/httpServer.ts';
import { jsonLines } from '../../../../support/runCommand.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { pageOf, queryOf } from '../../../../support/testService.ts';
import { bench, listOf } from './recordReaderBench.ts';

/** A page of the service is held against what was asked: a filter or an order that was not applied is said, where that is certain. */

const where = (operator: string, field: string, value: ConditionValue): Query => ({
  filter: { operator, field, value },
});
const all = (operator: 'and' | 'or', ...queries: Query[]): Query => ({
  filter: { operator, filters: queries.flatMap(({ filter }) => filter ?? []) },
});
const by = (field: string, direction: 'asc' | 'desc' = 'asc'): Query => ({ sort: { field, direction } });

const fullPage = (count: number): string =>
  `This page is full, and the service counts no more than its ${count.toString()} records: others may follow.`;
const uncountedPage = 'This page is full, and the service counts nothing: others may follow.';

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

const named = (...names: string[]): object[] => names.map((name, at) => ({ id: at + 1, name }));
const either = all('or', where('equals', 'name', 'One'), where('like', 'name', '_wo'));

const assets = [
  { id: 1, name: 'One', token_count: 3, network_ids: [1], market_value_dollar: { val: 5, val_7d: 1 } },
  { id: 2, name: 'Two', token_count: 1, network_ids: [2], market_value_dollar: { val: 7, val_7d: 2 } },
  { id: 3, name: 'Three', token_count: null, network_ids: null, market_value_dollar: null },
  { id: 4, name: 'Four', token_count: 2, network_ids: [1, 2], market_value_dollar: { val: 6, val_7d: 3 } },
];
/** With fields that the catalogue does not know. */
const housed = [
  { ...assets[0], house_rank: 1, is_housed: true, house: 'A' },
  { ...assets[1], house_rank: 2, is_housed: false, house: 'B' },
  { ...assets[2], house_rank: 3, is_housed: null, house: 'C' },
  { ...assets[3], house_rank: '4', house: { place: 'Basel' } },
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
  ['1 record of its answer does not match it', where('gt', 'market_value_dollar:val_7d', 1)],
  ['2 records of its answer do not match it', where('equals', 'house_rank', 2)],
  ['1 record of its answer does not match it', where('in', 'house_rank', [2, 3])],
  ['2 records of its answer do not match it', where('gte', 'house_rank', 3)],
  ['1 record of its answer does not match it', where('equals', 'is_housed', true)],
  ['2 records of its answer do not match it', where('equals', 'house', 'a')],
  ['1 record of its answer does not match it', where('in', 'house', ['A', 'c%'])],
  ['1 record of its answer does not match it', where('equals', 'house.place', 'Bern')],
  [
    '2 records of its answer do not match it',
    all('and', where('gte', 'token_count', 3), where('like', 'name', '_hree')),
  ],
])('says that a filter was not applied: %s, %j', async (count, query) => {
  expect(await saidOf('assets', query, housed)).toEqual([`The service did not apply the filter: ${count}.`]);
});

it.each<[ResourceName, readonly object[], Query]>([
  ['assets', assets, by('token_count')],
  ['assets', assets, by('market_value_dollar', 'desc')],
  ['assets', assets, by('market_value_dollar:val_7d', 'desc')],
  ['assets', assets, by('id', 'desc')],
  ['assets', assets, by('name')],
  [
    'assets',
    [
      { id: 1, name: 'A 1' },
      { id: 2, name: 'A 2' },
    ],
    by('name', 'desc'),
  ],
  ['transactions', transactions, by('date')],
  ['transactions', transactions, by('timestamp')],
])('says that an order was not applied: %s', async (resource, records, query) => {
  expect(await saidOf(resource, query, records)).toEqual([otherOrder]);
});

it.each<[string, ResourceName, readonly object[], Query]>([
  ['it is the right answer', 'assets', assets.slice(0, 2), by('market_value_dollar')],
  ['of equal values and of none no order is known', 'transactions', transactions, by('amount', 'desc')],
  ['texts in another case have other orders elsewhere', 'assets', named('beta', 'Alpha', 'Eta'), by('name')],
  ['other letters have', 'assets', named('Ärmel', 'Apfel'), by('name')],
  ['numbers in texts have', 'assets', named('A 10', 'A 9', 'B'), by('name')],
  [
    'texts may be figures',
    'assets',
    [
      { id: 1, house: '-2' },
      { id: 2, house: '-1' },
    ],
    by('house', 'desc'),
  ],
  ['ids that are texts have, too', 'issuers', [{ id: '9' }, { id: '10' }, { id: '1' }], by('id')],
  ['a day may be all that the service sorts by', 'transactions', transactions, by('timestamp', 'desc')],
  ['a service may ignore case', 'transactions', transactions, where('in', 'from_address', ['0xAB', '0xcd'])],
  ['a record may say nothing of the field', 'assets', assets, where('equals', 'ticker', 'ONE')],
  ['no record has the field', 'assets', assets, where('equals', 'house', 'A')],
  ['a figure may be sent as text', 'assets', housed, where('lt', 'house_rank', 4)],
  [
    'a text may have several spellings',
    'assets',
    [{ id: 1, house: '2026-01-05' }],
    where('equals', 'house', '5'),
  ],
  ['texts have other orders', 'assets', housed, where('gte', 'house', 'X')],
  ['one of two conditions may be read otherwise', 'assets', assets, either],
  ['another record says it', 'tokens', [{ id: 1, asset_id: 1 }], where('equals', 'is_investable', true)],
  ['a time of day may mean its day', 'transactions', transactions, where('lt', 'date', '2026-01-05T12:00')],
  ['ids may be compared as texts', 'issuers', [{ id: '9' }], where('gt', 'id', '10')],
  ['an underscore may stand for itself', 'assets', assets, where('like', 'name', '_ne')],
  ['the app does not know the operator', 'assets', assets, where('near', 'name', 'One')],
])('says nothing where %s', async (_why, resource, records, query) => {
  expect(await saidOf(resource, query, records)).toEqual([]);
});

it.each<[string, Query['pagination'], object]>([
  ['The service answered with page 1 instead of page 2.', { page: 2, perPage: 2 }, { page: 1, perPage: 2 }],
  [fullPage(10), { page: 1, perPage: 50 }, { page: 1, perPage: 10, pageCount: 1, resultCount: 10 }],
  [uncountedPage, { page: 1, perPage: 10 }, {}],
])('says that a page is not what was asked: %s', async (said, pagination, stated) => {
  const asked = await bench();
  const results = Array.from({ length: 10 }, (_, at) => ({ id: at + 1 }));
  asked.answer = { results, pagination: stated };
  expect((await asked.recordReader.list('assets', { pagination })).provenance.notes).toEqual([said]);
  asked.clock.offline = true;
  const local = await asked.recordReader.list('assets', { sort: { field: 'name', direction: 'asc' } });
  expect(local.provenance.coverage.kind).toBe('partial');
});

it('reports it for the cached page too, and does not take such a page for a whole list', async () => {
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

it('says on the command line that a page starts elsewhere, and that a list is empty', async () => {
  const records = Array.from({ length: 500 }, (_, at) => ({ id: at + 1 }));
  let isEmpty = false;
  await using server = await listen((request, response) => {
    const { page = 1, perPage = 25 } = queryOf(request).pagination ?? {};
    sendJson(response, 200, pageOf(isEmpty ? [] : records, { page, perPage: Math.min(perPage, 25) }));
  });
  const options = { folder: makeTemporaryFolder('cli'), key: 'rwa_test' };
  const run = (...argv: string[]): ReturnType<typeof runCommandHere> =>
    runCommandHere(['query', ...argv, '--base-url', server.url], options);
  const second = JSON.stringify({ pagination: { page: 2, perPage: 50 } });
  const { code, out, err } = await run('assets', '--query', second);
  expect([code, jsonLines(out)]).toEqual([0, records.slice(25, 50)]);
  expect(err).toContain('The service serves 25 records a page, not 50: this is page 2 of those.');
  isEmpty = true;
  const none = await run('issuers');
  expect([none.code, none.out]).toEqual([7, '']);
  expect(none.err).toContain('The service lists no issuers. It may have none yet: try again later.');
});

it('says of all records of a filter that they do not match it here', async () => {
  const records = Array.from({ length: 33 }, (_, at) => ({
    id: at + 1,
    cls: at % 3,
    name: `A ${at.toString()}`,
  }));
  await using server = await listen((request, response) => {
    const { filter, pagination } = queryOf(request);
    const isById = filter !== undefined && fieldsOf(filter).includes('id');
    sendJson(response, 200, isById ? pageOf(records) : pageOf(records, pagination));
  });
  const saidOfAll = async (query: Query): Promise<[number | null, number, string]> => {
    const options = { folder: makeTemporaryFolder('cli'), key: 'rwa_test' };
    const argv = ['query', 'assets', '--all', '--query', JSON.stringify(query), '--base-url', server.url];
    const { code, out, err } = await runCommandHere(argv, options);
    return [code, jsonLines(out).length, err];
  };
  expect(await saidOfAll(where('equals', 'cls', 2))).toEqual([
    0,
    11,
    expect.stringContaining(
      'The service did not apply the filter: 22 records of its answer do not match it.',
    ),
  ]);
  expect(await saidOfAll(where('like', 'name', 'A_1'))).toEqual([
    0,
    33,
    expect.stringContaining('32 of 33 records that the service sent do not match the filter here.'),
  ]);
});
