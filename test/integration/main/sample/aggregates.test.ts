import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Filter, Query } from '../../../../preload/contract/query.ts';
import { memberOf, type PlainRecord } from './plainEvaluation.ts';
import { startService, today, type TestClient } from './serviceClient.ts';

const base = z.object({
  measure: z.object({ id: z.int(), slug: z.string(), name: z.string(), unit: z.string() }),
  group: z.object({
    id: z.union([z.string(), z.number()]).nullable(),
    type: z.string(),
    name: z.string().nullable(),
    color: z.string().nullable(),
  }),
});
const paginationSchema = z.object({
  page: z.int(),
  perPage: z.int(),
  pageCount: z.int(),
  resultCount: z.int(),
});
const pointSchema = z.tuple([z.string(), z.number().nullable()]);
const timeseriesSchema = z.object({
  results: z.array(base.extend({ points: z.array(pointSchema) })),
  filter: z.unknown(),
  sort: z.unknown(),
  aggregate: z.unknown(),
  pagination: paginationSchema,
});
const valuesSchema = z.object({
  results: z.array(base.extend({ value: z.number().nullable() })),
  filter: z.unknown().optional(),
  sort: z.unknown(),
  aggregate: z.unknown(),
  pagination: paginationSchema,
});

let service: TestClient;
let tokens: PlainRecord[];
let assets: PlainRecord[];
beforeAll(async () => {
  service = await startService({ assets: 200, transactions: 6000, seed: 4 });
  tokens = await service.all('/v4/tokens');
  assets = await service.all('/v4/assets');
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

function measureIs(slug: string): Filter {
  return { operator: 'equals', field: 'measure_slug', value: slug };
}

async function timeseries(
  kind: 'assets' | 'tokens',
  query: Query,
): Promise<z.infer<typeof timeseriesSchema>> {
  const { body } = await service.ask(`/v4/${kind}/aggregates/timeseries`, query);
  return timeseriesSchema.parse(body);
}

async function values(kind: 'assets' | 'tokens', query: Query): Promise<z.infer<typeof valuesSchema>> {
  const { body } = await service.ask(`/v4/${kind}/aggregates`, query);
  return valuesSchema.parse(body);
}

function metric(record: PlainRecord, name: string, member = 'val'): number | null {
  const value = memberOf(record[name], member);
  return typeof value === 'number' ? value : null;
}

function isoDaysAgo(days: number): string {
  return new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
}

function expectClose(actual: number | null, expected: number | null, what: string): void {
  if (actual === null || expected === null) {
    // A metric that is zero at all snapshots is null as a whole.
    expect(actual ?? 0, what).toBe(expected ?? 0);
  } else
    expect(Math.abs(actual - expected), `${what}: ${String(actual)} ≈ ${String(expected)}`).toBeLessThan(
      0.011 + Math.abs(expected) * 1e-9,
    );
}

const measures = [
  'total_asset_value_dollar',
  'net_asset_value_dollar',
  'total_supply_token',
  'holding_addresses_count',
  'market_value_dollar',
  'bridged_token_market_cap_dollar',
  'bridged_token_value_dollar',
  'monthly_transfer_volume',
  'trailing_30_day_transfer_volume',
  'daily_transfer_volume_dollar',
  'daily_mints_dollar',
  'daily_burns_dollar',
];

describe('timeseries', () => {
  it.each(measures)('of %s end in today’s value of each token, and pass its snapshots', async (slug) => {
    let compared = 0;
    for (let page = 1; ; page += 1) {
      const { results, pagination } = await timeseries('tokens', {
        filter: measureIs(slug),
        aggregate: { groupBy: 'token', interval: 'day' },
        pagination: { page, perPage: 200 },
      });
      for (const { group, points } of results) {
        const token = tokens.find(({ id }) => id === group.id) ?? {};
        const byDay = new Map(points);
        for (const [member, days] of [
          ['val', 0],
          ['val_7d', 7],
          ['val_30d', 30],
          ['val_90d', 90],
        ] as const) {
          const expected = metric(token, slug, member);
          expectClose(
            byDay.get(isoDaysAgo(days)) ?? null,
            expected,
            `${String(group.name)} ${slug} ${member}`,
          );
          if (expected !== null) compared += 1;
        }
      }
      if (page >= pagination.pageCount) break;
    }
    expect(compared).toBeGreaterThan(40);
  });

  it.each(measures)('of %s of assets end in the asset’s value', async (slug) => {
    const { results } = await timeseries('assets', {
      filter: measureIs(slug),
      aggregate: { groupBy: 'asset', interval: 'month' },
      pagination: { perPage: 1000 },
    });
    expect(results).toHaveLength(assets.length);
    for (const { group, points } of results) {
      const asset = assets.find(({ id }) => id === group.id) ?? {};
      expectClose(points.at(-1)?.[1] ?? null, metric(asset, slug), `${String(group.name)} ${slug}`);
    }
  });

  it('have a point for every day, in order, up to today', async () => {
    const { results } = await timeseries('assets', {
      filter: measureIs('total_supply_token'),
      aggregate: { groupBy: 'date' },
    });
    const points = results[0]?.points ?? [];
    expect(results).toHaveLength(1);
    expect(points.at(-1)?.[0]).toBe(today);
    points.forEach(([day], index) => {
      expect(day).toBe(isoDaysAgo(points.length - 1 - index));
    });
    expect(points.length).toBeGreaterThan(4 * 365);
  });

  it.each(['week', 'month', 'year'] as const)(
    'by %s: stock is the last value of the period, flow the total',
    async (interval) => {
      const daily = async (slug: string): Promise<readonly (readonly [string, number | null])[]> =>
        (
          await timeseries('tokens', {
            filter: measureIs(slug),
            aggregate: { groupBy: 'date', interval: 'day' },
          })
        ).results[0]?.points ?? [];
      const periodOf = (day: string): string => {
        if (interval === 'year') return `${day.slice(0, 4)}-01-01`;
        if (interval === 'month') return `${day.slice(0, 7)}-01`;
        const date = new Date(day);
        date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
        return date.toISOString().slice(0, 10);
      };
      for (const [slug, mode] of [
        ['total_asset_value_dollar', 'stock'],
        ['daily_transfer_volume_dollar', 'flow'],
      ] as const) {
        const expected = new Map<string, number>();
        for (const [day, value] of await daily(slug)) {
          const before = mode === 'flow' ? (expected.get(periodOf(day)) ?? 0) : 0;
          expected.set(periodOf(day), before + (value ?? 0));
        }
        const { results } = await timeseries('tokens', {
          filter: measureIs(slug),
          aggregate: { groupBy: 'date', interval, mode },
        });
        const points = results[0]?.points ?? [];
        expect(points.map(([day]) => day)).toEqual([...expected.keys()]);
        for (const [day, value] of points) expectClose(value, expected.get(day) ?? null, `${slug} ${day}`);
      }
    },
  );

  it('of groups are the sum, the average, the least and the largest of their members', async () => {
    const ask = async (aggregateFunction: string, groupBy: string): Promise<Map<unknown, number | null>> => {
      const { results } = await timeseries('tokens', {
        filter: measureIs('total_asset_value_dollar'),
        aggregate: { groupBy, aggregateFunction, interval: 'year' },
        pagination: { perPage: 1000 },
      });
      return new Map(results.map(({ group, points }) => [group.id, points.at(-1)?.[1] ?? null]));
    };
    // A record has no metric that was zero at all snapshots, a series has the zeros.
    const valueOf = await ask('sum', 'token');
    for (const [groupBy, key] of [
      ['network', 'network_id'],
      ['protocol_id', 'protocol_id'],
      ['asset_class', 'asset_class_id'],
      ['issuer_id', 'issuer_id'],
    ] as const) {
      const members = new Map<unknown, number[]>();
      for (const token of tokens) {
        const value = valueOf.get(token['id']) ?? null;
        const id = key === 'issuer_id' ? Number(token[key]) : token[key];
        if (value !== null) members.set(id, [...(members.get(id) ?? []), value]);
      }
      const answers = {
        sum: await ask('sum', groupBy),
        avg: await ask('avg', groupBy),
        min: await ask('min', groupBy),
        max: await ask('max', groupBy),
      };
      for (const [id, own] of members) {
        const total = own.reduce((sum, value) => sum + value, 0);
        expectClose(answers.sum.get(id) ?? null, total, `${groupBy} ${String(id)} sum`);
        expectClose(answers.avg.get(id) ?? null, total / own.length, `${groupBy} ${String(id)} avg`);
        expectClose(answers.min.get(id) ?? null, Math.min(...own), `${groupBy} ${String(id)} min`);
        expectClose(answers.max.get(id) ?? null, Math.max(...own), `${groupBy} ${String(id)} max`);
      }
      expect(members.size).toBeGreaterThan(5);
    }
  });

  it('average assets, not their tokens, under /v4/assets', async () => {
    const { results } = await timeseries('assets', {
      filter: measureIs('total_asset_value_dollar'),
      aggregate: { groupBy: 'date', aggregateFunction: 'avg', interval: 'year' },
    });
    const each = await timeseries('assets', {
      filter: measureIs('total_asset_value_dollar'),
      aggregate: { groupBy: 'asset', interval: 'year' },
      pagination: { perPage: 1000 },
    });
    const own = each.results
      .map(({ points }) => points.at(-1)?.[1] ?? null)
      .filter((value) => value !== null);
    expectClose(
      results[0]?.points.at(-1)?.[1] ?? null,
      own.reduce((sum, value) => sum + value, 0) / own.length,
      'average',
    );
  });

  it('count pages in series, and echo what was asked', async () => {
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
    const networks = new Set(tokens.map(({ network_id }) => Number(network_id)));
    const answer = await timeseries('tokens', query);
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
    const past = await timeseries('tokens', { ...query, pagination: { page: 99, perPage: 3 } });
    expect(past.results).toEqual([]);
    expect(past.pagination).toMatchObject({ page: 99, resultCount: networks.size });
  });

  it('take filters on every field they name, measures by id, and several measures', async () => {
    const { body } = await service.ask('/v4/tokens/aggregates/meta');
    const fields = z.object({ fields: z.array(z.object({ name: z.string() })) }).parse(body).fields;
    const token = tokens.find(({ protocol_id }) => protocol_id !== null) ?? {};
    for (const { name } of fields.filter(
      (field) => field.name in token && !field.name.startsWith('measure'),
    )) {
      const filter = {
        filters: [
          measureIs('total_supply_token'),
          { operator: 'equals', field: name, value: String(token[name]) },
        ],
      };
      const { results } = await timeseries('tokens', {
        filter,
        aggregate: { groupBy: 'token' },
        pagination: { perPage: 1000 },
      });
      expect(
        results.map(({ group }) => group.id),
        name,
      ).toContain(token['id']);
    }
    const { results } = await timeseries('assets', {
      filter: { operator: 'in', field: 'measure_id', value: [4, 15] },
      aggregate: { groupBy: 'measure' },
    });
    expect(results.map(({ measure, group }) => [measure.slug, group.type, group.id])).toEqual([
      ['total_supply_token', 'measure', 4],
      ['holding_addresses_count', 'measure', 15],
    ]);
  });

  it('take days joined by and, by or among themselves, and refuse the rest', async () => {
    const onDay = (value: string): Filter => ({ operator: 'equals', field: 'date', value });
    const { results } = await timeseries('assets', {
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

  it.each([
    [{ groupBy: 'wallet' }, /'aggregate\.groupBy' must be one of date, measure, asset/],
    [{ aggregateFunction: 'median' }, /'aggregate\.aggregateFunction' must be one of sum, avg, min, max/],
    [{ interval: 'hour' }, /'aggregate\.interval' must be one of day, week, month, year/],
    [{ mode: 'both' }, /'aggregate\.mode' must be one of stock, flow/],
    [{ groupBy: 'constructor' }, /'aggregate\.groupBy'/],
  ])('refuse %j', async (aggregate, message) => {
    const { status, body } = await service.ask('/v4/assets/aggregates/timeseries', {
      filter: measureIs('total_supply_token'),
      aggregate,
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(message);
  });

  it('refuse fields they do not have', async () => {
    const filter: Filter = {
      filters: [measureIs('total_supply_token'), { operator: 'equals', field: 'wallet', value: 1 }],
    };
    expect(await service.ask('/v4/assets/aggregates', { filter })).toMatchObject({
      status: 400,
      body: { message: "Unknown field 'wallet'" },
    });
  });
});

describe('aggregates', () => {
  it.each(['protocol_id', 'network_id', 'asset_class_id', 'asset_id', 'issuer_id'])(
    'of tokens by %s add up to all',
    async (groupBy) => {
      const { results, pagination } = await values('tokens', {
        filter: measureIs('total_asset_value_dollar'),
        aggregate: { groupBy },
        sort: { field: 'value', direction: 'desc' },
        pagination: { perPage: 1000 },
      });
      expect(results).toHaveLength(pagination.resultCount);
      const whole = tokens.reduce((sum, token) => sum + (metric(token, 'total_asset_value_dollar') ?? 0), 0);
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
    const { results, pagination } = await values('assets', {
      filter: measureIs('total_supply_token'),
      aggregate,
      pagination: { perPage: 1000 },
    });
    const series = await timeseries('assets', { filter: measureIs('total_supply_token'), aggregate });
    expect(results.map(({ group, value }) => [group.id, value])).toEqual(series.results[0]?.points);
    expect(pagination.resultCount).toBe(results.length);
  });

  it('without a measure are of every measure', async () => {
    const { results } = await values('assets', { aggregate: { groupBy: 'measure' } });
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
    const { results } = await values('tokens', { filter, aggregate: { groupBy: 'measure', mode: 'flow' } });
    const series = await timeseries('tokens', { filter, aggregate: { groupBy: 'date', interval: 'day' } });
    const points = series.results[0]?.points ?? [];
    expect(points).toHaveLength(181);
    expectClose(
      results[0]?.value ?? null,
      points.reduce((sum, [, value]) => sum + (value ?? 0), 0),
      'total',
    );
    const last = await values('tokens', { filter, aggregate: { groupBy: 'measure', mode: 'stock' } });
    expectClose(last.results[0]?.value ?? null, points.at(-1)?.[1] ?? null, 'last');
  });
});
