import { describe, expect, it } from 'vitest';
import { querySchema } from '../../../../preload/contract/querySchema.ts';
import { findField, resourceNames, resources } from '../../../../preload/contract/resources.ts';
import { browse, narrowed, pageOf, queryOf, type Location } from '../../../../renderer/shell/location.ts';

const condition = { operator: 'equals', field: 'asset_id', value: 51 };

describe('the query of a location', () => {
  it('is of all its records, in the order of the view', () => {
    expect(queryOf({ ...browse('networks'), row: 100 })).toEqual({
      sort: { field: 'bridged_token_value_dollar', direction: 'desc' },
    });
  });

  it('leaves a single filter bare and joins several', () => {
    expect(queryOf(browse('tokens', { filter: condition })).filter).toEqual(condition);
    expect(queryOf({ ...browse('tokens', { filter: condition }), search: 'gold' }).filter).toMatchObject({
      operator: 'and',
      filters: [condition, { operator: 'or' }],
    });
  });

  it('has a condition once, however often it is narrowed to it', () => {
    const { query } = browse('tokens', { filter: condition });
    const other = { ...condition, value: 52 };
    expect(narrowed(query, [{ ...condition }])).toEqual(query);
    const both = narrowed(query, [other, condition]);
    expect(both.filter).toEqual({ operator: 'and', filters: [condition, other] });
    expect(narrowed(both, [other])).toEqual(both);
  });

  it('is the same whichever record is open beside it', () => {
    const location = browse('tokens', { filter: condition });
    expect(queryOf({ ...location, recordId: 5 })).toEqual(queryOf(location));
  });

  it.each(resourceNames)('of %s is accepted by the bridge and sorts by a sortable field', (name) => {
    const query = queryOf(browse(name));
    expect(querySchema.parse(query)).toEqual(query);
    expect(findField(resources[name], query.sort.field)?.sortable).toBe(true);
  });
});

it('a page is another one if its view or its subject is, not if its search or sort is', () => {
  const isSame = (one: Location, other: Location): boolean => pageOf(one) === pageOf(other);
  const assets = browse('assets');
  expect(isSame(assets, { ...assets, search: 'gold' })).toBe(true);
  expect(isSame(assets, browse('assets', { filter: condition }))).toBe(true);
  expect(isSame(assets, browse('tokens'))).toBe(false);
  const record = { view: 'record', resource: 'assets', id: 7 } as const;
  expect(isSame(record, { ...record, resource: 'tokens' })).toBe(false);
  expect(isSame(record, { ...record, id: 8 })).toBe(false);
  const pair = { view: 'walletPair', address: '0xa', other: '0xb' } as const;
  expect(isSame(pair, { ...pair, other: '0xc' })).toBe(false);
  expect(isSame({ view: 'wallet', address: '0xa' }, { view: 'wallet', address: '0xb' })).toBe(false);
});
