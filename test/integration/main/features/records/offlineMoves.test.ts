import { describe, expect, it } from 'vitest';
import { createAggregates } from '../../../../../main/features/aggregates/aggregates.ts';
import type { CacheStore } from '../../../../../main/store/store.ts';
import { dayMs } from '../../../../../preload/contract/days.ts';
import { FailureError } from '../../../../../preload/contract/failures.ts';
import type { Aggregate, Filter } from '../../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import type { ResourceName } from '../../../../../preload/contract/resources.ts';
import type { TimeseriesAnswer } from '../../../../../preload/contract/aggregates.ts';
import { answerBytes } from '../../../../support/storedPages.ts';
import { openTestStore, temporaryFolder } from '../../store/testStore.ts';

/** Timeseries without a network, from synced transactions. */

/** Monday, 2 November 2026. */
const monday = Date.UTC(2026, 10, 2) / dayMs;

interface Moved extends AsyncDisposable {
  /** Syncs all records that a filter lets through, on a day after Monday. */
  sync(
    day: number,
    resource: ResourceName,
    records: readonly ResourceRecord[],
    filter?: Filter,
  ): Promise<void>;
  /** Asks on a day after Monday, without a network. */
  ask(today: number, measure: string, aggregate: Aggregate, ...filters: Filter[]): Promise<TimeseriesAnswer>;
}

async function moved(): Promise<Moved> {
  const opened = new AsyncDisposableStack();
  const store = opened.use(await openTestStore(opened.use(temporaryFolder()).path));
  const cache: CacheStore = await store.cache('test');
  const momentOf = (day: number): number => (monday + day) * dayMs + 3_600_000;
  return {
    async sync(day, resource, records, filter) {
      const subject = { resource, filter };
      const pagination = { page: 1, perPage: 1000, pageCount: 1, resultCount: records.length };
      const fetched = { fetchedAt: momentOf(day), request: resource, page: 1, perPage: 1000 };
      await cache.syncs.begin({ ...subject, startedAt: momentOf(day), perPage: 1000 });
      await cache.syncs.writePage({ ...subject, ...fetched, bytes: answerBytes({ records, pagination }) });
      await cache.syncs.finish({ ...subject, now: momentOf(day), unseen: 'vanished' });
    },
    ask(today, measure, aggregate, ...filters) {
      const aggregates = createAggregates({
        connection: { id: 'test', name: 'Test', baseUrl: 'http://127.0.0.1:9', sample: false },
        client: {
          aggregate: () => Promise.reject(new Error('Nothing may be asked.')),
          timeseries: () => Promise.reject(new Error('Nothing may be asked.')),
        },
        cache,
        freshForMs: () => 60_000,
        offline: () => true,
        now: () => momentOf(today),
      });
      const named = { operator: 'equals', field: 'measure_slug', value: measure };
      return aggregates.timeseries('tokens', {
        filter: { operator: 'and', filters: [named, ...filters] },
        aggregate,
      });
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const zero = `0x${'0'.repeat(40)}`;
const wallet = (number: number): string => `0x${number.toString(16).padStart(40, 'a')}`;

function token(id: number, network: number, assetClass = 34): ResourceRecord {
  return {
    id,
    name: `Token ${id.toString()}`,
    asset_id: id,
    asset_class_id: assetClass,
    network_id: network,
    network: { id: network, name: `Network ${network.toString()}` },
  };
}

let made = 0;

/** A transfer, a mint or a burn on a day after Monday. */
function move(
  day: number,
  tokenId: number,
  dollars: number | null,
  {
    from = wallet(1),
    to = wallet(2),
    type = 'transfer',
  }: { from?: string | null; to?: string | null; type?: string | null } = {},
): ResourceRecord {
  made += 1;
  const date = new Date((monday + day) * dayMs).toISOString();
  return {
    id: `1-0x${made.toString(16)}-0-0`,
    date,
    timestamp: date,
    usd_amount: dollars,
    from_address: from,
    to_address: to,
    transaction_type: type === null ? null : { id: 1, slug: `token-${type}`, name: type },
    asset_id: tokenId,
    asset_class_id: 34,
    token_id: tokenId,
    token: { id: tokenId.toString(), network_id: '1', address: wallet(9) },
  };
}

/** Day after Monday and value of each point, by group; null for a gap. */
function pointsOf({ days, series }: TimeseriesAnswer): Record<string, [number, number | null][]> {
  return Object.fromEntries(
    series.map(({ group, values }) => [
      group.name,
      [...days].map((day, place): [number, number | null] => {
        const value = values[place] ?? NaN;
        return [day - monday, Number.isNaN(value) ? null : value];
      }),
    ]),
  );
}

const onDays = (first: string, last: string): Filter => ({
  operator: 'and',
  filters: [
    { operator: 'onOrAfter', field: 'date', value: first },
    { operator: 'onOrBefore', field: 'date', value: last },
  ],
});
const combined = { groupBy: 'date' };
const daily = 'daily_transfer_volume_dollar';

describe('a timeseries from synced transactions', () => {
  it('has zero for a whole day without one, and a gap for a day that was not synced whole', async () => {
    await using it = await moved();
    await it.sync(6, 'tokens', [token(1, 1), token(2, 2)]);
    await it.sync(2, 'transactions', [move(0, 1, 10), move(0, 2, 5)], onDays('2026-11-02', '2026-11-04'));
    await it.sync(6, 'transactions', [move(4, 1, 7), move(4, 1, 2)], onDays('2026-11-06', '2026-11-08'));
    const answer = await it.ask(6, daily, combined, onDays('2026-11-02', '2026-11-08'));
    expect(pointsOf(answer)).toEqual({
      All: [
        [0, 15],
        [1, 0],
        // The day of the first sync itself was not over, the next was not synced.
        [2, null],
        [3, null],
        [4, 9],
        [5, 0],
      ],
    });
    expect(answer.provenance).toMatchObject({
      source: 'local',
      coverage: { kind: 'partial', days: { seen: 4, asked: 7 } },
    });
    expect(
      pointsOf(await it.ask(6, daily, { groupBy: 'network_id' }, onDays('2026-11-06', '2026-11-07'))),
    ).toEqual({
      'Network 1': [
        [4, 9],
        [5, 0],
      ],
      'Network 2': [
        [4, 0],
        [5, 0],
      ],
    });
  });

  it('totals a period of which every day was synced, and no other', async () => {
    await using it = await moved();
    await it.sync(10, 'tokens', [token(1, 1)]);
    await it.sync(10, 'transactions', [move(0, 1, 10), move(6, 1, 5), move(8, 1, 100)]);
    expect(pointsOf(await it.ask(10, daily, { groupBy: 'date', interval: 'week', mode: 'flow' }))).toEqual({
      All: [[0, 15]],
    });
    const inRange = onDays('2026-11-09', '2026-11-11');
    expect(
      pointsOf(await it.ask(10, daily, { groupBy: 'date', interval: 'week', mode: 'flow' }, inRange)),
    ).toEqual({ All: [[7, 100]] });
  });

  it.each([
    ['daily_mints_dollar', [3, 0]],
    ['daily_burns_dollar', [0, 4]],
    [daily, [10, 20]],
    ['number_of_daily_transactions_count', [2, 2]],
    // The zero address takes no part, and an address is the same in any case.
    ['daily_active_addresses_count', [2, 3]],
    ['monthly_active_addresses_count', [2, 3]],
    ['monthly_transfer_volume', [10, 30]],
    ['monthly_transfer_count', [1, 2]],
    ['trailing_30_day_transfer_volume', [10, 30]],
  ])('tells %s', async (measure, values) => {
    await using it = await moved();
    await it.sync(3, 'tokens', [token(1, 1)]);
    await it.sync(2, 'transactions', [
      move(0, 1, 3, { from: zero, to: wallet(1), type: 'mint' }),
      move(0, 1, 10),
      move(1, 1, 4, { to: zero, type: null }),
      move(1, 1, 20, { from: wallet(2).toUpperCase().replace('X', 'x'), to: wallet(3) }),
    ]);
    expect(pointsOf(await it.ask(2, measure, combined, onDays('2026-11-02', '2026-11-03')))).toEqual({
      All: values.map((value, day) => [day, value]),
    });
  });

  it('of a span needs every day of it', async () => {
    await using it = await moved();
    await it.sync(5, 'tokens', [token(1, 1)]);
    await it.sync(5, 'transactions', [move(2, 1, 10)], onDays('2026-11-03', '2026-11-30'));
    // 1 and 2 November were not synced.
    await expect(it.ask(5, 'monthly_transfer_volume', combined)).rejects.toThrow('synced whole');
    expect(pointsOf(await it.ask(5, daily, combined))['All']).toContainEqual([2, 10]);
  });

  it('follows the sync of one token for that token alone', async () => {
    await using it = await moved();
    await it.sync(5, 'tokens', [token(1, 1), token(2, 1)]);
    const one: Filter = { operator: 'equals', field: 'token_id', value: 1 };
    await it.sync(5, 'transactions', [move(2, 1, 10)], one);
    await expect(it.ask(5, daily, combined)).rejects.toThrow('synced whole');
    expect(pointsOf(await it.ask(5, daily, combined, one))).toEqual({
      All: [
        [2, 10],
        [3, 0],
        [4, 0],
      ],
    });
  });

  it('leaves out what synced transactions do not tell: filters on amounts, stablecoins, tokens that are not cached', async () => {
    await using it = await moved();
    await it.sync(5, 'tokens', [token(1, 1), token(2, 2, 28)]);
    const large: Filter = { operator: 'gte', field: 'usd_amount', value: 5 };
    await it.sync(5, 'transactions', [move(2, 1, 10)], large);
    await expect(it.ask(5, daily, combined)).rejects.toThrow('Sync tokens and transactions');
    await it.sync(5, 'transactions', [move(2, 1, 10), move(3, 7, 1)]);
    await expect(it.ask(5, daily, combined)).rejects.toThrow('without stablecoins');
    const others: Filter = { operator: 'notEquals', field: 'asset_class_id', value: 28 };
    expect(pointsOf(await it.ask(5, daily, combined, others))).toEqual({
      All: [
        [2, 10],
        [3, null],
        [4, 0],
      ],
    });
  });

  it('does not take what a record says to have moved for what moved on the day on which it was fetched', async () => {
    await using it = await moved();
    await it.sync(3, 'tokens', [{ ...token(1, 1), [daily]: { val: 99 } }]);
    await it.sync(3, 'transactions', [move(1, 1, 10)]);
    expect(pointsOf(await it.ask(3, daily, combined))).toEqual({
      All: [
        [1, 10],
        [2, 0],
      ],
    });
  });

  it('averages over the tokens that had begun', async () => {
    await using it = await moved();
    await it.sync(5, 'tokens', [token(1, 1), token(2, 1)]);
    await it.sync(4, 'transactions', [move(0, 1, 10), move(2, 2, 20)]);
    expect(pointsOf(await it.ask(4, daily, { groupBy: 'date', aggregateFunction: 'avg' }))).toEqual({
      All: [
        [0, 10],
        [1, 0],
        [2, 10],
        [3, 0],
      ],
    });
  });

  it('fails with what to do where nothing was synced', async () => {
    await using it = await moved();
    await it.sync(5, 'tokens', [token(1, 1)]);
    const error: unknown = await it
      .ask(5, daily, { groupBy: 'date', mode: 'flow' })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FailureError);
    expect((error as FailureError).failure).toMatchObject({
      code: 'offline',
      message: expect.stringContaining('Sync tokens and transactions') as string,
    });
  });
});
