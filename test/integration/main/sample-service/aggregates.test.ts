import { aggregateMeasures } from '../../../../preload/contract/resources/aggregates.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Filter, Query } from '../../../../preload/contract/query.ts';
import {
  expectClose,
  measureIs,
  metric,
  startAggregateService,
  type AggregateClient,
} from './aggregateClient.ts';

/** The figures of aggregates, compared with those of the records and of timeseries; what they are asked with, and what they refuse. */

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

  it('without a measure are of every measure', async () => {
    const { results } = await service.values('assets', {
      aggregate: { groupBy: 'measure' },
      pagination: { perPage: 100 },
    });
    expect(results.map(({ measure }) => measure.slug).sort()).toEqual(
      aggregateMeasures.map(({ slug }) => slug).toSorted(),
    );
  });

  it.each(['values', 'timeseries'] as const)(
    'send %s that nothing sorts in another order each time',
    async (shape) => {
      const query: Query = { filter: measureIs('total_supply_token'), aggregate: { groupBy: 'network' } };
      const ask = async (sort?: Query['sort']): Promise<unknown[]> => {
        const { results } = await service[shape]('tokens', { ...query, sort });
        return results.map(({ group }) => group.id);
      };
      const [first, second] = [await ask(), await ask()];
      expect(second).not.toEqual(first);
      expect(second.toSorted()).toEqual(first.toSorted());
      const byNetwork = { field: 'network', direction: 'asc' } as const;
      expect(await ask(byNetwork)).toEqual(await ask(byNetwork));
    },
  );

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

describe('queries of aggregates', () => {
  it('count pages in series, and echo the query', async () => {
    const query: Query = {
      filter: {
        filters: [
          measureIs('total_supply_token'),
          { operator: 'onOrAfter', field: 'date', value: '2026-11-18' },
        ],
      },
      sort: { field: 'network', direction: 'desc' },
      aggregate: { groupBy: 'network', aggregateFunction: 'sum', interval: 'day', mode: 'stock' },
      pagination: { page: 2, perPage: 3 },
    };
    const networks = new Set(service.tokens.map(({ network_id }) => Number(network_id)));
    const answer = await service.timeseries('tokens', query);
    const { pagination: _pagination, ...echoed } = query;
    expect(answer).toMatchObject(echoed);
    expect(answer.pagination).toEqual({
      page: 2,
      perPage: 3,
      pageCount: Math.ceil(networks.size / 3),
      resultCount: networks.size,
    });
    expect(answer.results.map(({ group }) => group.id)).toEqual(
      [...networks].sort((a, b) => b - a).slice(3, 6),
    );
    for (const { points } of answer.results) {
      expect(points.map(([day]) => day)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
    }
    const past = await service.timeseries('tokens', { ...query, pagination: { page: 99, perPage: 3 } });
    expect(past.results).toEqual([]);
    expect(past.pagination).toMatchObject({ page: 99, resultCount: networks.size });
  });

  it('take days joined by and, by or among themselves, and refuse the rest', async () => {
    const onDay = (value: string): Filter => ({ operator: 'equals', field: 'date', value });
    const { results } = await service.timeseries('assets', {
      filter: {
        filters: [
          measureIs('total_supply_token'),
          { operator: 'or', filters: [onDay('2026-11-01'), onDay('2026-11-03T15:00:00Z')] },
        ],
      },
    });
    expect(results[0]?.points.map(([day]) => day)).toEqual(['2026-11-01', '2026-11-03']);
    const mixed = {
      operator: 'or' as const,
      filters: [measureIs('total_supply_token'), onDay('2026-11-01')],
    };
    expect(await service.ask('/v4/assets/aggregates/timeseries', { filter: mixed })).toMatchObject({
      status: 400,
      body: { message: "Field 'date' can be joined with other fields by 'and' only" },
    });
  });
});
