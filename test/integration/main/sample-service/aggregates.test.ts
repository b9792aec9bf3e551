import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Filter } from '../../../../preload/contract/query.ts';
import {
  expectClose,
  measureIs,
  measures,
  metric,
  startAggregateService,
  type AggregateClient,
} from './aggregateClient.ts';

/** The figures of aggregates, compared with those of the records and of timeseries. */

let service: AggregateClient;
beforeAll(async () => {
  service = await startAggregateService();
});
afterAll(() => service[Symbol.asyncDispose]());

describe('aggregates', () => {
  it.each(['protocol_id', 'network_id', 'asset_class_id', 'asset_id', 'issuer_id'])(
    'of service.tokens by %s add up to all',
    async (groupBy) => {
      const { results, pagination } = await service.values('tokens', {
        filter: measureIs('total_asset_value_dollar'),
        aggregate: { groupBy },
        sort: { field: 'value', direction: 'desc' },
        pagination: { perPage: 1000 },
      });
      expect(results).toHaveLength(pagination.resultCount);
      const whole = service.tokens.reduce(
        (sum, token) => sum + (metric(token, 'total_asset_value_dollar') ?? 0),
        0,
      );
      expectClose(
        results.reduce((sum, { value }) => sum + (value ?? 0), 0),
        whole,
        groupBy,
      );
      const sorted = results.map(({ value }) => value ?? -Infinity);
      expect(sorted).toEqual([...sorted].sort((a, b) => b - a));
    },
  );

  it('by date have a value for each period', async () => {
    const aggregate = { groupBy: 'date', interval: 'month' };
    const { results, pagination } = await service.values('assets', {
      filter: measureIs('total_supply_token'),
      aggregate,
      pagination: { perPage: 1000 },
    });
    const series = await service.timeseries('assets', { filter: measureIs('total_supply_token'), aggregate });
    expect(results.map(({ group, value }) => [group.id, value])).toEqual(series.results[0]?.points);
    expect(pagination.resultCount).toBe(results.length);
  });

  it('without a measure are of every measure', async () => {
    const { results } = await service.values('assets', { aggregate: { groupBy: 'measure' } });
    expect(results.map(({ measure }) => measure.slug)).toEqual(measures);
  });

  it('over days that are chosen: the last value, or the total', async () => {
    const filter: Filter = {
      filters: [
        measureIs('daily_transfer_volume_dollar'),
        { operator: 'lte', field: 'date', value: '2026-06-30' },
        { operator: 'gte', field: 'date', value: '2026-01-01' },
      ],
    };
    const { results } = await service.values('tokens', {
      filter,
      aggregate: { groupBy: 'measure', mode: 'flow' },
    });
    const series = await service.timeseries('tokens', {
      filter,
      aggregate: { groupBy: 'date', interval: 'day' },
    });
    const points = series.results[0]?.points ?? [];
    expect(points).toHaveLength(181);
    expectClose(
      results[0]?.value ?? null,
      points.reduce((sum, [, value]) => sum + (value ?? 0), 0),
      'total',
    );
    const last = await service.values('tokens', { filter, aggregate: { groupBy: 'measure', mode: 'stock' } });
    expectClose(last.results[0]?.value ?? null, points.at(-1)?.[1] ?? null, 'last');
  });
});
