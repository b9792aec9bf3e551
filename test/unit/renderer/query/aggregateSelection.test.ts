import { describe, expect, it } from 'vitest';
import { allOf, type Query } from '../../../../preload/contract/query.ts';
import { readSelection, writeSelection } from '../../../../renderer/query/aggregateSelection.ts';

const query: Query = {
  filter: {
    operator: 'and',
    filters: [
      { operator: 'equals', field: 'measure_slug', value: 'market_value_dollar' },
      { operator: 'onOrAfter', field: 'date', value: '2025-01-01' },
      { operator: 'in', field: 'network_id', value: [1, 2] },
    ],
  },
  aggregate: { groupBy: 'network_id', aggregateFunction: 'sum', interval: 'month', mode: 'stock' },
  pagination: { page: 2, perPage: 200 },
};

describe('a query on aggregates', () => {
  it('is split into measure, days and further conditions, and put together again', () => {
    const asked = readSelection(query);
    expect(asked).toMatchObject({ measure: 'market_value_dollar', from: '2025-01-01', to: null, page: 2 });
    expect(allOf(asked.filters)).toEqual({ operator: 'in', field: 'network_id', value: [1, 2] });
    expect(writeSelection(asked, 200)).toEqual(query);
  });

  it('keeps members of aggregate that the app does not know', () => {
    const limited = { ...query, aggregate: { ...query.aggregate, groupLimit: 10, further: { a: [1] } } };
    expect(writeSelection(readSelection(limited), 200)).toEqual(limited);
  });

  it('keeps what the controls cannot show as further conditions', () => {
    const either: Query = {
      filter: {
        operator: 'or',
        filters: [
          { operator: 'equals', field: 'measure_slug', value: 'a' },
          { operator: 'equals', field: 'measure_slug', value: 'b' },
        ],
      },
    };
    const asked = readSelection(either);
    expect(asked.measure).toBeNull();
    expect(writeSelection(asked, 25)).toEqual({ ...either, pagination: { page: 1, perPage: 25 } });
  });

  it('of nothing asks for nothing but a page', () => {
    expect(writeSelection(readSelection({}), 25)).toEqual({ pagination: { page: 1, perPage: 25 } });
  });
});
