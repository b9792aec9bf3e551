import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayNumber, dayText } from '../../../../preload/contract/days.ts';
import { partyMetrics } from '../../../../preload/contract/resources/metrics.ts';
import { resources } from '../../../../preload/contract/resources.ts';
import { findTwins, readFeedId } from '../../../../preload/contract/twins.ts';
import { metric } from './aggregateClient.ts';
import { memberOf, plainValue, type PlainRecord } from './plainValues.ts';
import { startService, today, type TestClient } from './serviceClient.ts';

let service: TestClient;
let assets: PlainRecord[];
let tokens: PlainRecord[];
/** All records of transactions, and those that are not the second of a transfer. */
let records: PlainRecord[];
let transactions: PlainRecord[];

beforeAll(async () => {
  service = await startService({ assets: 300, transactions: 12_000, seed: 3 });
  assets = await service.all('/v4/assets');
  tokens = await service.all('/v4/tokens');
  records = await service.all('/v4/transactions', { sort: { field: 'timestamp', direction: 'asc' } });
  transactions = records.filter(({ id }) => readFeedId(id)?.feed !== 'accounts');
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

function groupBy(
  records: readonly PlainRecord[],
  key: (record: PlainRecord) => unknown,
): Map<string, PlainRecord[]> {
  const groups = new Map<string, PlainRecord[]>();
  for (const record of records)
    groups.set(String(key(record)), [...(groups.get(String(key(record))) ?? []), record]);
  return groups;
}

function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

/** Equal but for what summing decimal fractions in binary adds. */
function expectClose(actual: number, expected: number, what: string): void {
  const tolerance = 0.01 + Math.abs(expected) * 1e-9;
  expect(Math.abs(actual - expected), `${what}: ${actual.toString()} ≈ ${expected.toString()}`).toBeLessThan(
    tolerance,
  );
}

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String).sort() : [];
}

describe('counts', () => {
  it('of an asset’s tokens match the tokens there are', () => {
    const byAsset = groupBy(tokens, ({ asset_id }) => asset_id);
    for (const asset of assets) {
      const own = byAsset.get(String(asset['id'])) ?? [];
      expect(asset['token_count']).toBe(own.length);
      expect(idsOf(asset['network_ids'])).toEqual(
        [...new Set(own.map(({ network_id }) => String(network_id)))].sort(),
      );
      expect(asset['bridge_token_count']).toBe(
        own.filter(({ issuance_type }) => issuance_type === 'BRIDGE').length,
      );
      const nested = asset['tokens'];
      expect(Array.isArray(nested) ? nested.map((token) => memberOf(token, 'id')) : []).toEqual(
        own.map(({ id }) => id),
      );
    }
  });

  it.each([
    { path: '/v4/networks', key: 'network_id', counted: 'token' },
    { path: '/v4/platforms', key: 'protocol_id', counted: 'asset' },
    { path: '/v4/managers', key: 'asset_manager_id', counted: 'asset' },
    { path: '/v4/issuers', key: 'issuer_id', counted: 'token' },
  ] as const)('and sums of $path match their tokens', async ({ path, key, counted }) => {
    const byParty = groupBy(tokens, (token) =>
      key === 'issuer_id' ? memberOf(token['issuer'], 'id') : token[key],
    );
    const parties = await service.all(path);
    for (const party of parties) {
      const own = byParty.get(String(party['id'])) ?? [];
      const distinctAssets = new Set(own.map(({ asset_id }) => asset_id)).size;
      expect(party['asset_count']).toBe(distinctAssets);
      if (counted === 'token') expect(party['token_count']).toBe(own.length);
      for (const name of partyMetrics) {
        const whole = metric(party, name);
        expectClose(
          whole ?? 0,
          sum(own.map((token) => metric(token, name))),
          `${path} ${String(party['id'])} ${name}`,
        );
      }
    }
    expect(parties.some((party) => (metric(party, 'bridged_token_value_dollar') ?? 0) > 0)).toBe(true);
  });

  it('point to records that are there @nightly', async () => {
    const ids = async (path: string): Promise<Set<string>> =>
      new Set((await service.all(path)).map(({ id }) => String(id)));
    const known = new Map<string, Set<string>>();
    for (const resource of Object.values(resources)) known.set(resource.name, await ids(resource.path));
    for (const [resource, records] of [
      [resources.assets, assets],
      [resources.tokens, tokens],
      [resources.transactions, transactions],
    ] as const) {
      for (const field of resource.fields) {
        const { name, link, type } = field;
        if (link === undefined) continue;
        for (const record of records) {
          const value = plainValue(field, record);
          for (const id of type === 'id-list' ? idsOf(value) : value === null ? [] : [String(value)]) {
            expect(known.get(link)?.has(id), `${resource.name}.${name} ${id}`).toBe(true);
          }
        }
      }
    }
  });
});

describe('figures', () => {
  it('are none of a token that was never minted, whose `token_id` is null', () => {
    const metrics = resources.tokens.fields.filter(({ type }) => type === 'metric');
    const unminted = tokens.filter(({ token_id }) => token_id === null);
    expect(unminted.length).toBeGreaterThan(5);
    for (const token of unminted) {
      expect(metrics.filter(({ name }) => token[name] !== null)).toEqual([]);
      expect(records.filter(({ token_id }) => token_id === token['id'])).toEqual([]);
    }
  });

  it('of an asset are the sums of its tokens, at every snapshot', () => {
    const byAsset = groupBy(tokens, ({ asset_id }) => asset_id);
    const summed = [
      'total_asset_value_dollar',
      'market_value_dollar',
      'total_supply_token',
      'holding_addresses_count',
      'top_holder_concentration',
      'trailing_30_day_transfer_volume',
      'weekly_transfer_count',
      'monthly_active_addresses_count',
    ];
    let above100 = 0;
    for (const asset of assets) {
      for (const name of summed) {
        for (const member of ['val', 'val_7d', 'val_30d', 'val_90d']) {
          const own = (byAsset.get(String(asset['id'])) ?? []).map((token) => metric(token, name, member));
          expectClose(
            metric(asset, name, member) ?? 0,
            sum(own),
            `asset ${String(asset['id'])} ${name} ${member}`,
          );
        }
      }
      if ((metric(asset, 'top_holder_concentration') ?? 0) > 100) above100 += 1;
    }
    // A sum without meaning is not clamped.
    expect(above100).toBeGreaterThan(0);
  });
});

/** The sender and the recipient of a transaction; null where a mint or a burn has none, in the form of each network. */
function sides({ from_address, to_address, token }: PlainRecord): { from: unknown; to: unknown } {
  const contract = String(memberOf(token, 'address'));
  const nobody = [null, `0x${'0'.repeat(40)}`, contract.startsWith('r') ? contract : contract.split('-')[1]];
  const of = (address: unknown): unknown => (nobody.includes(address as string) ? null : address);
  return { from: of(from_address), to: of(to_address) };
}

describe('transactions', () => {
  it('come twice for some of Solana, by token accounts and by owners; a few under another last number', () => {
    const moves = records.map(({ id, amount, token_id: token }, key) => ({
      key,
      id,
      amount: Number(amount),
      token: String(token),
    }));
    const ofHash = Map.groupBy(moves, ({ key }) => records[key]?.['transaction_hash']);
    const twins = [...ofHash.values()].flatMap(findTwins);
    expect(twins).toHaveLength(records.length - transactions.length);
    expect(twins.filter(({ owner }) => owner !== null).length).toBeGreaterThan(10);
    expect(twins.filter(({ owner }) => owner === null).length).toBeGreaterThan(0);
    for (const { key, owner } of twins) {
      if (owner === null) continue;
      const [account, wallet] = [records[key], records[owner]];
      const parties = ['from_address', 'to_address'];
      expect({ ...account, id: '', ...Object.fromEntries(parties.map((party) => [party, ''])) }).toEqual({
        ...wallet,
        id: '',
        ...Object.fromEntries(parties.map((party) => [party, ''])),
      });
      for (const party of parties) {
        if (wallet?.[party] === null) expect(account?.[party]).toBeNull();
        else expect(account?.[party]).not.toBe(wallet?.[party]);
      }
    }
  });

  it('mints less burns are the supply of every token that has any', () => {
    const moved = groupBy(transactions, ({ token_id }) => token_id);
    let checked = 0;
    for (const token of tokens) {
      const own = moved.get(String(token['id']));
      if (own === undefined) continue;
      const minted = own.filter((move) => sides(move).from === null).map(({ amount }) => Number(amount));
      const burned = own.filter((move) => sides(move).to === null).map(({ amount }) => Number(amount));
      expectClose(
        metric(token, 'total_supply_token') ?? 0,
        sum(minted) - sum(burned),
        `token ${String(token['id'])}`,
      );
      checked += 1;
    }
    expect(checked).toBeGreaterThan(500);
  });

  it('and figures of other lists say the same: classes of parties, balances, holders and volumes', async () => {
    for (const path of ['/v4/networks', '/v4/platforms']) {
      for (const party of await service.all(path)) {
        const stats = party['asset_class_stats'];
        if (!Array.isArray(stats)) throw new Error('There are no stats.');
        const name = 'bridged_token_value_dollar';
        const inStats = sum(stats.map((one: PlainRecord) => metric(one, name)));
        expectClose(inStats, metric(party, name) ?? 0, `${path} ${String(party['id'])}`);
        expect(sum(stats.map((one: PlainRecord) => Number(one['asset_count'])))).toBe(party['asset_count']);
      }
    }

    const since = dayText(dayNumber(today) - 29);
    const byToken = groupBy(transactions, ({ token_id }) => token_id);
    let transferred = 0;
    for (const token of tokens) {
      const own = byToken.get(String(token['id']));
      if (own === undefined) continue;
      const told = `token ${String(token['id'])}`;
      const balances = new Map<unknown, number>();
      const dust = 10 ** -9 * Math.max(1, ...own.map(({ amount }) => Number(amount)));
      // In the order of their times: nobody sends what comes later.
      for (const move of own) {
        const { from, to } = sides(move);
        if (to !== null) balances.set(to, (balances.get(to) ?? 0) + Number(move['amount']));
        if (from === null) continue;
        const left = (balances.get(from) ?? 0) - Number(move['amount']);
        expect(left, `${told} ${String(from)}`).toBeGreaterThanOrEqual(-dust);
        balances.set(from, left);
      }
      const holders = [...balances.values()].filter((balance) => balance > dust).length;
      const said = metric(token, 'holding_addresses_count') ?? 0;
      // A balance below the noise of summing cannot be told from none here.
      expect(holders, told).toBeLessThanOrEqual(said);
      expect(holders, told).toBeGreaterThanOrEqual(said * 0.9 - 2);

      const recent = own.filter((move) => {
        const { from, to } = sides(move);
        return String(move['date']) >= since && from !== null && to !== null;
      });
      expect(metric(token, 'trailing_30_day_transfer_count') ?? 0, told).toBe(recent.length);
      if (recent.every(({ usd_amount }) => usd_amount !== null)) {
        const volume = sum(recent.map(({ usd_amount }) => Number(usd_amount)));
        expectClose(metric(token, 'trailing_30_day_transfer_volume') ?? 0, volume, told);
      }
      if (recent.length > 0) transferred += 1;
    }
    expect(transferred).toBeGreaterThan(50);
  });

  it('carry ids as numbers outside and as texts inside, and agree with their token', () => {
    const byId = new Map(tokens.map((token) => [token['id'], token]));
    for (const transaction of transactions.slice(0, 2000)) {
      const token = byId.get(transaction['token_id']);
      expect(transaction).toMatchObject({
        asset_id: token?.['asset_id'],
        network_id: token?.['network_id'],
        protocol_id: token?.['protocol_id'],
        asset_class_id: token?.['asset_class_id'],
        token: {
          id: String(transaction['token_id']),
          asset_id: String(transaction['asset_id']),
          network_id: String(transaction['network_id']),
          address: token?.['address'],
        },
        asset: { id: String(transaction['asset_id']) },
      });
      const [network = '', hash = ''] = String(transaction['id']).split(/[-_]/);
      expect([network, hash]).toEqual([String(transaction['network_id']), transaction['transaction_hash']]);
      expect(String(transaction['timestamp']).slice(0, 10)).toBe(String(transaction['date']).slice(0, 10));
    }
  });
});
