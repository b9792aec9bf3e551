import { describe, expect, it } from 'vitest';
import { resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import type { Filter, Query } from '../../../../preload/contract/query.ts';
import { readQuery } from '../../../../renderer/query/draft.ts';
import { nodesOf } from '../../../../renderer/query/edit.ts';
import { catalogueFields } from '../../../../renderer/query/fields.ts';
import { problemsOf, serviceProblems, sortProblem } from '../../../../renderer/query/problems.ts';
import { parseQueryText } from '../../../../renderer/query/queryText.ts';
import { describeQuery, type NameOf } from '../../../../renderer/query/describeQuery.ts';

const value = 'circulating_market_value_dollar';
const is = (field: string, operator: string, wanted: string | number | null): Filter => ({
  operator,
  field,
  value: wanted,
});
const and = (...filters: Filter[]): Filter => ({ operator: 'and', filters });

describe('a query in words', () => {
  it.each<[string, ResourceName, Query]>([
    [
      'US Treasury Debt assets over $10m, largest first',
      'assets',
      {
        filter: and(is('asset_class_name', 'equals', 'US Treasury Debt'), is(value, 'gte', 10_000_000)),
        sort: { field: value, direction: 'desc' },
      },
    ],
    ['All networks, by name', 'networks', { sort: { field: 'name', direction: 'asc' } }],
    ['All assets', 'assets', {}],
    [
      'Assets with name containing “fund” and (ticker A or no ticker)',
      'assets',
      {
        filter: and(is('name', 'ilike', '%fund%'), {
          operator: 'or',
          filters: [is('ticker', 'equals', 'A'), is('ticker', 'equals', null)],
        }),
      },
    ],
    [
      'Transactions over $1m with date in the last 30 days, latest first',
      'transactions',
      {
        filter: and(is('date', 'onOrAfter', '{{30 days ago}}'), is('usd_amount', 'gte', 1_000_000)),
        sort: { field: 'date', direction: 'desc' },
      },
    ],
    [
      'Assets with newfangled thing resembles [thing]',
      'assets',
      { filter: is('newfangled_thing', 'resembles', '{{thing}}') },
    ],
  ])('%s', (words, name, query) => {
    expect(describeQuery(query, resources[name], catalogueFields(name))).toBe(words);
  });

  it('reads a kind by its name before the noun, where the name of its id is at hand', () => {
    const filter = and(is('transaction_type_id', 'equals', 1), is('usd_amount', 'gte', 1_000_000));
    const words = (nameOf?: NameOf): string =>
      describeQuery({ filter }, resources.transactions, catalogueFields('transactions'), nameOf);
    expect(words((field) => (field === 'transaction_type_id' ? 'Mint' : undefined))).toBe(
      'Mint transactions over $1m',
    );
    expect(words()).toBe('Transactions over $1m with type id 1');
  });
});

describe('problems', () => {
  const fields = catalogueFields('assets');
  const found = (filter: Filter): string[] =>
    [...problemsOf(readQuery({ filter }).filter, undefined, fields).values()].flat();

  it('are said at the condition, in words', () => {
    expect(found(is('nothing_such', 'equals', 1))).toEqual(['The service has no field “nothing_such”.']);
    expect(found(is('name', 'resembles', 'x'))).toEqual(['The service does not offer “resembles” for Name.']);
    expect(found(is(value, 'gte', 'much'))).toEqual(['“much” is not a number such as 1,234.5.']);
    expect(found(is('_created_at', 'gte', 'soon'))).toEqual(['“soon” is not a date such as 2026-01-31.']);
    expect(found(is('name', 'equals', ''))).toEqual(['Enter a value.']);
    expect(found({ operator: 'in', field: 'name', value: [] })).toEqual(['Enter at least one value.']);
    expect(found(is('tokens', 'equals', 'x'))).toEqual(['Token records cannot be used in a filter.']);
    expect(found(and(is('name', 'equals', 'x'), and()))).toEqual([
      'This group is empty, so everything matches it.',
    ]);
    expect(found(is(`${value}:val_7d`, 'gte', '{{least}}'))).toEqual([]);
  });

  it('that the service has are shown at the conditions it names', () => {
    const draft = readQuery({
      filter: and(is('name', 'equals', 'x'), is('name', 'resembles', 'x'), is('ticker', 'equals', 'y')),
    }).filter;
    const at = (message: string): unknown[] => {
      const problems = serviceProblems(message, draft, { field: 'slug', direction: 'asc' });
      return [...problems.keys()].map((id) => {
        const node = nodesOf(draft).find((one) => one.id === id);
        return node?.kind === 'condition' ? `${node.field} ${node.operator}` : id;
      });
    };
    expect(at("Invalid operator 'resembles' for field 'name'")).toEqual(['name resembles']);
    expect(at("Invalid value for field 'ticker': expected a text")).toEqual(['ticker equals']);
    expect(at("Unknown sort field 'slug'")).toEqual([sortProblem]);
    expect(at('column ticker does not exist')).toEqual(['ticker equals']);
    expect(at('Invalid filter format')).toEqual([]);
  });
});

describe('a text that is no query', () => {
  it.each([
    [
      '{"filter": {"field": "a", "operator": "equals"}}',
      '“value” is missing.',
      '{"field": "a", "operator": "equals"}',
    ],
    ['{"filter": {"operator": "not", "filters": []}}', 'The operator of a group is “and” or “or”.', '"not"'],
    ['{"filters": []}', 'A query has no member “filters”.', '"filters"'],
    ['{"filter": [1]}', 'A filter is an object in braces.', '[1]'],
    ['{"sort": {"field": "a" "direction": "asc"}}', 'A comma or } is missing.', '"'],
    ['{"sort": asc}', '“asc” is not a JSON value. Put text in double quotes.', 'asc'],
    ['{"sort": ', 'Expected a value.', ' '],
    ['{"filter": {"field": "a", "operator": "in", "value": {"x": 1}}}', /^A value is a text/, '{"x": 1}'],
  ])('%s', (text, message, at) => {
    const { query, problems } = parseQueryText(text);
    expect(query).toBeNull();
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toMatch(message);
    expect(text.slice(problems[0]?.from, problems[0]?.to)).toBe(at);
  });
});
