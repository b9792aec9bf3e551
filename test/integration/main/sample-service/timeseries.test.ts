import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayNumber, dayText } from '../../../../preload/contract/days.ts';
import { aggregateMeasures } from '../../../../preload/contract/resources/aggregates.ts';
import { someOf } from '../../../support/scale.ts';
import {
  expectClose,
  measureIs,
  metric,
  startAggregateService,
  type AggregateClient,
  type Timeseries,
} from './aggregateClient.ts';
import { memberOf } from './plainValues.ts';
import { today } from './serviceClient.ts';

/** How timeseries group, join and sum up series, and that they agree with the records. */

let service: AggregateClient;
beforeAll(async () => {
  service = await startAggregateService();
});
afterAll(() => service[Symbol.asyncDispose]());

const isoDaysAgo = (days: number): string => dayText(dayNumber(today) - days);

describe('timeseries', () => {
  // Of each day a daily figure has its own in a series, of the last day with any in a record.
  const slugs = aggregateMeasures
    .map(({ slug }) => slug)
    .filter((slug) => !/^daily_(?:transfer|mints|burns|active)|^number_of_daily/.test(slug));

  it.each(someOf(slugs))(
    'of %s have a point for every day up to today, and those of the snapshots of each token',
    async (slug) => {
      const all = await service.timeseries('tokens', {
        filter: measureIs(slug),
        aggregate: { groupBy: 'token', interval: 'day' },
        pagination: { perPage: 1000 },
      });
      expect(all.pagination.pageCount).toBe(1);
      const seriesOf = new Map(all.results.map(({ group, points }) => [group.id, points]));
      let compared = 0;
      for (const token of service.tokens) {
        const points = seriesOf.get(token['id'] as number) ?? [];
        const days = points.map(([day]) => day);
        expect(days, String(token['id'])).toEqual(days.map((_, at) => isoDaysAgo(days.length - 1 - at)));
        const byDay = new Map(points);
        for (const [member, daysAgo] of Object.entries({ val: 0, val_7d: 7, val_30d: 30, val_90d: 90 })) {
          // Rule: service notes, "Records": figures of a calendar month have no value of 7 days ago.
          if (slug.startsWith('monthly_') && daysAgo === 7) continue;
          // A token names it without its unit.
          const expected = metric(token, slug in token ? slug : slug.replace(/_percent$/, ''), member);
          const told = `${String(token['id'])} ${slug} ${member}`;
          expectClose(byDay.get(isoDaysAgo(daysAgo)) ?? null, expected, told);
          if (expected !== null) compared += 1;
        }
      }
      expect(compared).toBeGreaterThan(40);
    },
  );

  it('leave out groups without a point in the window', async () => {
    const ask = async (operator: string, value: string): Promise<Timeseries> =>
      service.timeseries('assets', {
        filter: {
          operator: 'and',
          filters: [measureIs('total_asset_value_dollar'), { operator, field: 'date', value }],
        },
        aggregate: { groupBy: 'asset', interval: 'month' },
        pagination: { perPage: 1000 },
      });
    const born = service.assets.map(({ inception_date }) => String(inception_date)).sort();
    const middle = born[100] ?? '';
    const early = await ask('onOrBefore', middle);
    const all = await ask('onOrAfter', middle);
    expect(early.results.length).toBeLessThan(all.results.length - 50);
    expect(early.results.length).toBeGreaterThan(50);
    expect(early.pagination.resultCount).toBe(early.results.length);
    for (const { points } of [...early.results, ...all.results]) expect(points.length).toBeGreaterThan(0);
    expect((await ask('onOrBefore', '2015-01-01')).results).toEqual([]);
  });

  it.each(['week', 'month', 'year'] as const)(
    'by %s: stock is the last value of the period, flow the total',
    async (interval) => {
      const daily = async (slug: string): Promise<readonly (readonly [string, number | null])[]> =>
        (
          await service.timeseries('tokens', {
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
        const { results } = await service.timeseries('tokens', {
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
      const { results } = await service.timeseries('tokens', {
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
      for (const token of service.tokens) {
        const value = valueOf.get(token['id']) ?? null;
        const id = key === 'issuer_id' ? memberOf(token['issuer'], 'id') : token[key];
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
    const { results } = await service.timeseries('assets', {
      filter: measureIs('total_asset_value_dollar'),
      aggregate: { groupBy: 'date', aggregateFunction: 'avg', interval: 'year' },
    });
    const each = await service.timeseries('assets', {
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
});
