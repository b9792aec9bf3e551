import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resources } from '../../../../preload/contract/resources.ts';
import { expectClose, measureIs, metric } from './aggregateClient.ts';
import { memberOf, type PlainRecord } from './plainValues.ts';
import { startService, type TestClient } from './serviceClient.ts';

/** What an analyst checks first: the usual data, without the odd records that other tests use. */

let service: TestClient;
let assets: readonly PlainRecord[];
let tokens: readonly PlainRecord[];
let issuers: readonly PlainRecord[];

beforeAll(async () => {
  service = await startService({ assets: 300, transactions: 12_000, odd: false });
  assets = await service.all('/v4/assets');
  tokens = await service.all('/v4/tokens');
  issuers = await service.all('/v4/issuers');
});
afterAll(() => service[Symbol.asyncDispose]());

describe('the usual data', () => {
  it('hold no name that a program could take for something else', () => {
    for (const { name } of [...assets, ...issuers]) expect(name).toMatch(/^[A-Z][\w .&-]*\w$/);
  });

  it.each(['assets', 'tokens'] as const)('have shares of %s within 0 and 100 percent', (name) => {
    const records = name === 'assets' ? assets : tokens;
    const shares = resources[name].fields.filter(
      ({ type, unit, name: field }) =>
        type === 'metric' && unit === 'percent' && /concentration|cash_drag|defaulted/.test(field),
    );
    expect(shares.length).toBeGreaterThanOrEqual(4);
    for (const record of records) {
      for (const { name: share } of shares) {
        const value = metric(record, share);
        if (value === null) continue;
        expect([record['name'], share, value >= 0 && value <= 100]).toEqual([record['name'], share, true]);
      }
      const [first, five, ten] = ['top_holder', 'top_5_holder', 'top_10_holder'].map(
        (holders) => metric(record, `${holders}_concentration`) ?? 0,
      );
      expect(first).toBeLessThanOrEqual(Number(five));
      expect(five).toBeLessThanOrEqual(Number(ten));
    }
  });

  it('give an issuer one value, whatever it is called and wherever it is summed up', async () => {
    for (const slug of [
      'total_asset_value_dollar',
      'bridged_token_value_dollar',
      'circulating_asset_value_dollar',
    ]) {
      const { body } = await service.ask('/v4/tokens/aggregates/timeseries', {
        filter: measureIs(slug),
        aggregate: { groupBy: 'issuer', interval: 'month' },
        pagination: { perPage: 1000 },
      });
      const { results } = z
        .object({
          results: z.array(
            z.object({
              group: z.object({ id: z.string() }),
              points: z.array(z.tuple([z.string(), z.number()])),
            }),
          ),
        })
        .parse(body);
      const latest = new Map(results.map(({ group, points }) => [String(group.id), points.at(-1)?.[1] ?? 0]));
      for (const issuer of issuers) {
        const value = metric(issuer, 'bridged_token_value_dollar') ?? 0;
        expectClose(latest.get(String(issuer['id'])) ?? 0, value, `${String(issuer['name'])} ${slug}`);
      }
    }
  });

  it('value a coin by the currency that it is named after', () => {
    const coins = assets.filter(({ asset_class_id }) => asset_class_id === 28);
    expect(coins.length).toBeGreaterThan(5);
    for (const coin of coins) {
      const isEuro = String(coin['name']).includes('Euro');
      expect(memberOf(coin['pegged_asset'], 'ticker')).toBe(isEuro ? 'EUR' : 'USD');
      expect(metric(coin, 'net_asset_value_dollar')).toBe(isEuro ? 1.08 : 1);
    }
  });
});
