import { describe, expect, it } from 'vitest';
import { allOf, conjunctsOf, queryKey, type Filter } from '../../../../preload/contract/query.ts';
import { querySchema } from '../../../../preload/contract/querySchema.ts';

const leaf = { operator: 'equals', field: 'id', value: 1 } as const;

function nested(depth: number): Filter {
  let filter: Filter = leaf;
  for (let level = 0; level < depth; level += 1) filter = { operator: 'and', filters: [filter] };
  return filter;
}

describe('querySchema', () => {
  it.each([
    [{}],
    [{ filter: leaf }],
    [{ filter: { filters: [] } }],
    [{ filter: { operator: 'or', filters: [leaf, { filters: [leaf] }] } }],
    [{ filter: { operator: 'in', field: 'x', value: [1, 'a', true, null] } }],
    [{ filter: { operator: 'an operator of tomorrow', field: 'x:val_7d', value: null } }],
    [{ sort: { field: 'name', direction: 'desc' }, pagination: { page: 1, perPage: 1000 } }],
    [{ aggregate: { groupBy: 'date', interval: 'month', mode: 'stock' } }],
    [{ filter: nested(60) }],
  ])('takes %j', (query) => {
    expect(querySchema.parse(query)).toEqual(query);
  });

  it.each([
    [null],
    [[]],
    ['{}'],
    [{ filtr: leaf }],
    [{ filter: { ...leaf, extra: 1 } }],
    [{ filter: { operator: 'not', filters: [leaf] } }],
    [{ filter: { operator: 'equals', field: '', value: 1 } }],
    [{ filter: { operator: 'equals', field: 'x', value: { a: 1 } } }],
    [{ sort: { field: 'name', direction: 'up' } }],
    [{ pagination: { page: 0 } }],
    [{ pagination: { page: 1.5 } }],
  ])('refuses %j', (query) => {
    expect(querySchema.safeParse(query).success).toBe(false);
  });

  it('refuses a filter of any depth with a sentence', () => {
    const parsed = querySchema.safeParse({ filter: nested(100_000) });
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
      'The filter is nested deeper than 64 groups.',
    ]);
  });
});

describe('filters that must all hold', () => {
  const one = { operator: 'equals', field: 'id', value: 1 };
  const either: Filter = { operator: 'or', filters: [one, one] };
  const both: Filter = { filters: [one, either] };
  it.each<{ filters: Filter[]; joined: Filter | undefined }>([
    { filters: [], joined: undefined },
    { filters: [one], joined: one },
    { filters: [either], joined: either },
    { filters: [both], joined: { operator: 'and', filters: [both] } },
    { filters: [{ filters: [] }], joined: { operator: 'and', filters: [{ filters: [] }] } },
    { filters: [both, one], joined: { operator: 'and', filters: [both, one] } },
  ])('are the parts of what they are joined to: $joined', ({ filters, joined }) => {
    expect(allOf(filters)).toEqual(joined);
    expect(conjunctsOf(joined)).toEqual(filters);
  });
});

describe('queryKey', () => {
  it('does not depend on the order of members', () => {
    expect(queryKey({ sort: { field: 'a', direction: 'asc' }, filter: leaf })).toBe(
      queryKey({
        filter: { value: 1, field: 'id', operator: 'equals' },
        sort: { direction: 'asc', field: 'a' },
      }),
    );
  });

  it('depends on the order of conditions, on types and on pages', () => {
    const keys = [
      { filter: { filters: [leaf, { ...leaf, value: 2 }] } },
      { filter: { filters: [{ ...leaf, value: 2 }, leaf] } },
      { filter: leaf },
      { filter: { ...leaf, value: '1' } },
      { filter: leaf, pagination: { page: 2 } },
    ].map((query) => queryKey(query));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('members that the app does not know', () => {
  it('of aggregate are kept, of the rest are refused: a misspelt filter would match everything', () => {
    const query = { aggregate: { groupBy: 'network', groupLimit: 10, further: { list: [1, null] } } };
    expect(querySchema.parse(query)).toEqual(query);
    for (const wrong of [{ fliter: leaf }, { pagination: { pages: 1 } }, { filter: { ...leaf, note: 1 } }])
      expect(querySchema.safeParse(wrong).success).toBe(false);
  });
});
