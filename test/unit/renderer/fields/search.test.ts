import { describe, expect, it } from 'vitest';
import { querySchema } from '../../../../preload/contract/querySchema.ts';
import { resources } from '../../../../preload/contract/resources.ts';
import { searchedFields, searchFilter } from '../../../../renderer/fields/search.ts';

const address = '0x1234567890abcdef1234567890abcdef12345678';

describe('a text search', () => {
  it('looks into every searchable field, in any case', () => {
    expect(searchFilter(resources.managers, ' gold ')).toEqual({
      operator: 'or',
      filters: ['name', 'slug', 'description'].map((field) => ({
        operator: 'ilike',
        field,
        value: '%gold%',
      })),
    });
  });

  it('of nothing is none', () => {
    expect(searchFilter(resources.assets, '  ')).toBeUndefined();
  });

  it('finds transactions by an exact hash or address', () => {
    expect(searchFilter(resources.transactions, address)).toEqual({
      operator: 'or',
      filters: ['transaction_hash', 'from_address', 'to_address'].map((field) => ({
        operator: 'equals',
        field,
        value: address,
      })),
    });
  });

  it.each(Object.values(resources))('of $name makes a query that the bridge takes', (resource) => {
    const filter = searchFilter(resource, 'a % "b"');
    expect(querySchema.parse({ filter })).toEqual({ filter });
    expect(searchedFields(resource)).not.toEqual([]);
  });
});
