import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metric } from './aggregateClient.ts';
import type { PlainRecord } from './plainValues.ts';
import { startService, type TestClient } from './serviceClient.ts';

let service: TestClient;
let assets: PlainRecord[];
let tokens: PlainRecord[];

beforeAll(async () => {
  service = await startService({ assets: 300, transactions: 12_000, seed: 3 });
  assets = await service.all('/v4/assets');
  tokens = await service.all('/v4/tokens');
});
afterAll(() => service[Symbol.asyncDispose]());

describe('what real data are like', () => {
  it('sizes have a heavy tail', () => {
    const values = assets
      .map((asset) => metric(asset, 'total_asset_value_dollar'))
      .filter((value) => value !== null)
      .sort((a, b) => b - a);
    const sum = (some: readonly number[]): number => some.reduce((total, value) => total + value, 0);
    expect(sum(values.slice(0, Math.ceil(values.length / 20))) / sum(values)).toBeGreaterThan(0.4);
    expect(values.at(-1)).toBeLessThan(1);
    expect(Math.max(...tokens.map((token) => metric(token, 'total_supply_token') ?? 0))).toBeGreaterThan(
      1e12,
    );
  });

  it('names are awkward', () => {
    const names = assets.map(({ name }) => String(name));
    for (const sign of [
      /,/,
      /"/,
      /'/,
      /\n/,
      /\t/,
      /^=/,
      /^\+/,
      /^-/,
      /^@/,
      /\p{Script=Arabic}/u,
      /\p{Script=Hebrew}/u,
      /\p{Script=Han}/u,
      /\p{Emoji_Presentation}/u,
      /%/,
      /_/,
      /\\/,
      /</,
      /^ {2}/,
      /.{200}/,
    ]) {
      expect(
        names.some((name) => sign.test(name)),
        String(sign),
      ).toBe(true);
    }
  });

  it('every record that describes itself says that it is sample data', async () => {
    for (const path of [
      '/v4/assets',
      '/v4/issuers',
      '/v4/managers',
      '/v4/service-providers',
      '/v4/networks',
    ]) {
      for (const { description } of await service.all(path))
        expect(description).toMatch(/^Sample data: invented/);
    }
  });
});
