import { describe, expect, it } from 'vitest';
import type { AggregateResource } from '../../../../../preload/contract/metadata.ts';
import type { Filter } from '../../../../../preload/contract/query.ts';
import { totalsBehind } from '../../../../../renderer/features/aggregates/drillDown.ts';
import type { Selection } from '../../../../../renderer/query/aggregateSelection.ts';

const treasuries: Filter = { operator: 'equals', field: 'asset_class_id', value: 27 };
const oneMeasure: Filter = { operator: 'equals', field: 'measure_id', value: 2 };

function totals(resource: AggregateResource, chosen: Partial<Selection>): unknown {
  return totalsBehind(resource, {
    measure: 'market_value_dollar',
    from: null,
    to: null,
    filters: [],
    groupBy: 'network_id',
    aggregateFunction: 'sum',
    interval: 'day',
    mode: 'stock',
    page: 1,
    ...chosen,
  }).totals;
}

describe('the totals of cached records behind a chart', () => {
  it('are by its group and of its measure', () => {
    expect(totals('tokens', {})).toEqual({
      rows: [{ field: 'network_id' }],
      measures: [{ kind: 'count' }, { kind: 'sum', field: 'market_value_dollar' }],
    });
    expect(totals('assets', { groupBy: 'asset_class', aggregateFunction: 'avg' })).toEqual({
      rows: [{ field: 'asset_class_id' }],
      measures: [{ kind: 'count' }, { kind: 'mean', field: 'market_value_dollar' }],
    });
  });

  it.each([
    ['assets', 'network_id'],
    ['assets', 'asset_id'],
    ['assets', 'date'],
    ['tokens', 'token'],
    ['tokens', 'measure'],
  ] as const)('of %s are by what these open with where they have no group of %s', (resource, groupBy) => {
    expect(totals(resource, { groupBy })).toMatchObject({
      rows: [{ field: resource === 'assets' ? 'asset_class_name' : 'asset_id' }],
    });
  });

  it('are of the main figure where records do not have the measure', () => {
    expect(totals('tokens', { measure: 'no_such_figure' })).toEqual({ rows: [{ field: 'network_id' }] });
  });

  it('are of the records that meet the conditions, as far as records have the fields', () => {
    const { query } = totalsBehind('tokens', {
      measure: null,
      from: null,
      to: null,
      filters: [treasuries, oneMeasure],
      groupBy: undefined,
      aggregateFunction: undefined,
      interval: undefined,
      mode: undefined,
      page: 1,
    });
    expect(query).toEqual({ filter: treasuries });
  });
});
