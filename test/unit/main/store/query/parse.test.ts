import { describe, expect, it } from 'vitest';
import { querySchema } from '../../../../../preload/contract/querySchema.ts';
import { parseQuery } from '../../../../../main/store/query/parse.ts';

describe('parseQuery', () => {
  it.each<[string, unknown]>([
    ['nothing', {}],
    ['a condition', { filter: { operator: 'anyWord', field: 'name', value: ['a', 1, null] } }],
    ['groups', { filter: { filters: [{ operator: 'or', filters: [] }] } }],
    [
      'sort and pagination',
      { sort: { field: 'name', direction: 'desc' }, pagination: { page: 2, perPage: 100 } },
    ],
    ['an aggregate', { aggregate: { groupBy: 'date', interval: 'month' } }],
  ])('takes %s', (_, query) => {
    expect(parseQuery(query)).toEqual(query);
  });

  it('leaves out members that it does not know, but for those of filters', () => {
    const sort = { field: 'name', direction: 'asc' } as const;
    const query = { sort, pagination: { page: 1 }, aggregate: { groupBy: 'date' } };
    const further = {
      sort: { ...sort, order: 1 },
      pagination: { page: 1, cursor: 'x' },
      aggregate: { groupBy: 'date', groupLimit: 10 },
      limit: 5,
    };
    expect(parseQuery(further)).toEqual(query);
  });

  it.each<[unknown, string]>([
    [[], "Invalid query: 'query' must be a JSON object"],
    ['text', "Invalid query: 'query' must be a JSON object"],
    [{ filter: null }, 'Invalid filter format'],
    [{ filter: { filters: 'all' } }, 'Invalid filter format'],
    [{ filter: { operator: 'xor', filters: [] } }, 'Invalid filter format'],
    [{ filter: { operator: 'and', filters: [5] } }, 'Invalid filter format'],
    [{ filter: { operator: 'and', filters: [], value: 1 } }, 'Invalid filter format'],
    [{ filter: { field: 'name', value: 1 } }, 'Invalid filter format'],
    [{ filter: { operator: 'equals', field: 'name', value: 1, extra: 1 } }, 'Invalid filter format'],
    [
      { filter: { operator: 'equals', field: 'name' } },
      "Invalid value for field 'name': expected a text, a number, true, false, null or a list of these",
    ],
    [
      { filter: { operator: 'equals', field: 'name', value: { a: 1 } } },
      "Invalid value for field 'name': expected a text, a number, true, false, null or a list of these",
    ],
    [{ sort: 'name' }, "Invalid query: 'sort' must be an object with field and direction"],
    [{ sort: { field: 'name', direction: 'up' } }, "Invalid query: 'sort.direction' must be 'asc' or 'desc'"],
    [{ pagination: { page: 0 } }, "Invalid query: 'pagination.page' must be a whole number from 1"],
    [{ pagination: { perPage: 1.5 } }, "Invalid query: 'pagination.perPage' must be a whole number from 1"],
    [{ pagination: { page: '0' } }, "Invalid query: 'pagination.page' must be a whole number from 1"],
    [{ pagination: { perPage: '1e3' } }, "Invalid query: 'pagination.perPage' must be a whole number from 1"],
    [{ aggregate: { groupBy: 1 } }, "Invalid query: 'aggregate.groupBy' must be a text"],
  ])('refuses %j', (query, message) => {
    expect(() => parseQuery(query)).toThrow(message);
  });

  it('reads numbers of pages that a client sends as text', () => {
    const pagination = { page: '2', perPage: '25' };
    expect(parseQuery({ pagination })).toEqual({ pagination: { page: 2, perPage: 25 } });
    expect(querySchema.parse({ pagination })).toEqual({ pagination: { page: 2, perPage: 25 } });
    expect(querySchema.safeParse({ pagination: { page: '02' } }).success).toBe(false);
  });

  it('refuses nesting of any depth without walking it', () => {
    const text = `${'{"filters":['.repeat(10_000)}${']}'.repeat(10_000)}`;
    expect(() => parseQuery({ filter: JSON.parse(text) as unknown })).toThrow(
      'Invalid filter format: groups are nested deeper than 64 levels',
    );
  });

  it('refuses more conditions than an analyst writes', () => {
    const one = { operator: 'equals', field: 'name', value: 'a' };
    expect(() => parseQuery({ filter: { filters: Array.from({ length: 501 }, () => one) } })).toThrow(
      'Invalid filter format: more than 500 conditions',
    );
  });
});
