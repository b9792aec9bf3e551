import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../../preload/contract/query.ts';
import { resources } from '../../../../preload/contract/resources.ts';
import { describeFilter } from '../../../../renderer/format/filter.ts';

describe('a filter in words', () => {
  const cases: [Filter, string][] = [
    [
      { operator: 'gte', field: 'circulating_market_value_dollar', value: 10_000_000 },
      'Circulating market value ≥ $10,000,000',
    ],
    [{ operator: 'equals', field: 'asset_class_id', value: 27 }, 'Asset class id = 27'],
    [{ operator: 'in', field: 'id', value: [1, 2, 3, 4, 5] }, 'Id is one of 1, 2, 3 and 2 more'],
    [{ operator: 'ilike', field: 'name', value: '%fund%' }, 'Name contains fund'],
    [{ operator: 'equals', field: 'ticker', value: null }, 'Ticker is empty'],
    [{ operator: 'resembles', field: 'new_field', value: true }, 'New field resembles true'],
    [{ operator: 'between', field: 'new_field', value: [1, 2] }, 'New field between 1, 2'],
    [{ operator: 'or', filters: [] }, 'nothing'],
    [
      { operator: 'gte', field: '_created_at', value: '2023-02-01T00:00:00.000Z' },
      'Created ≥ Feb 01, 2023, 00:00 UTC',
    ],
    [
      { operator: 'lt', field: '_created_at', value: '2023-02-01T00:00:07.123Z' },
      'Created < 2023-02-01T00:00:07.123Z',
    ],
    [
      { operator: 'onOrAfter', field: 'inception_date', value: '{{30 days ago}}' },
      'Inception date: last 30 days',
    ],
    [
      { operator: 'onOrBefore', field: 'inception_date', value: '{{today}}' },
      'Inception date on or before today',
    ],
    [
      {
        operator: 'or',
        filters: [
          { operator: 'equals', field: 'ticker', value: 'A' },
          {
            filters: [
              { operator: 'gt', field: 'token_count', value: 1 },
              { operator: 'lt', field: 'token_count', value: 9 },
            ],
          },
        ],
      },
      'Ticker = A or (Tokens > 1 and Tokens < 9)',
    ],
    [
      {
        filters: [
          { operator: 'gte', field: 'token_count', value: 2 },
          {
            operator: 'or',
            filters: ['A', 'B'].map((value) => ({ operator: 'equals', field: 'ticker', value })),
          },
        ],
      },
      'Tokens ≥ 2 and (Ticker = A or Ticker = B)',
    ],
  ];
  it.each(cases)('%j', (filter, words) => {
    expect(describeFilter(filter, resources.assets)).toBe(words);
  });

  it('has the names of what it chooses by', () => {
    const nameOf = ({ name }: { name: string }, value: unknown): string | undefined =>
      name === 'asset_class_id' && value === 27 ? 'US Treasuries' : undefined;
    const inWords = (value: number | number[], operator = 'equals'): string =>
      describeFilter({ operator, field: 'asset_class_id', value }, resources.assets, nameOf);
    expect(inWords(27)).toBe('Asset class = US Treasuries');
    expect(inWords([27, 28], 'in')).toBe('Asset class id is one of US Treasuries, 28');
  });

  it('says once what any of several fields may be', () => {
    const condition = (field: string, value: string): Filter => ({ operator: 'equals', field, value });
    const either = (value: string): Filter => ({
      operator: 'or',
      filters: [condition('from_address', '0x12'), condition('to_address', value)],
    });
    expect(describeFilter(either('0x12'), resources.transactions)).toBe('From or To = 0x12');
    expect(describeFilter(either('0x34'), resources.transactions)).toBe('From = 0x12 or To = 0x34');
  });
});
