import { describe, expect, it } from 'vitest';
import { createAggregates } from '../../../../../main/features/aggregates/aggregates.ts';
import type { CacheStore } from '../../../../../main/store/store.ts';
import { dayMs } from '../../../../../preload/contract/days.ts';
import { FailureError } from '../../../../../preload/contract/failures.ts';
import type { Aggregate, Filter } from '../../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import type { TimeseriesAnswer } from '../../../../../preload/contract/aggregates.ts';
import { answerBytes, writePage } from '../../../../support/storedPages.ts';
import { openTestStore, temporaryFolder } from '../../store/testStore.ts';

/** Timeseries without a network, from what was seen of tokens on the days on which they were fetched. */

/** Monday, 2 November 2026. */
const monday = Date.UTC(2026, 10, 2) / dayMs;

interface Seen extends AsyncDisposable {
  readonly cache: CacheStore;
  /** Fetches all tokens on a day after Monday: `network` by id, and the market value. */
  sync(
    day: number,
    tokens: Readonly<Record<number, readonly [network: number, value: number | null]>>,
  ): Promise<void>;
  /** Fetches one token. */
  look(day: number, id: number, network: number, value: number): Promise<void>;
  /** Asks on a day after Monday, without a network. */
  ask(today: number, aggregate: Aggregate, ...filters: Filter[]): Promise<TimeseriesAnswer>;
}

async function seen(): Promise<Seen> {
  const opened = new AsyncDisposableStack();
  const store = opened.use(await openTestStore(opened.use(temporaryFolder()).path));
  const cache = await store.cache('test');
  const momentOf = (day: number): number => (monday + day) * dayMs + 3_600_000;
  return {
    cache,
    async sync(day, tokens) {
      const records = Object.entries(tokens).map(([id, [network, value]]) =>
        token(Number(id), network, value),
      );
      const subject = { resource: 'tokens', filter: undefined } as const;
      const pagination = { page: 1, perPage: 1000, pageCount: 1, resultCount: records.length };
      const fetched = { fetchedAt: momentOf(day), request: '/v4/tokens', page: 1, perPage: 1000 };
      await cache.syncs.begin({ ...subject, startedAt: momentOf(day), perPage: 1000 });
      await cache.syncs.writePage({ ...subject, ...fetched, bytes: answerBytes({ records, pagination }) });
      await cache.syncs.finish({ ...subject, now: momentOf(day), unseen: 'vanished' });
    },
    look: (day, id, network, value) =>
      writePage(cache, {
        resource: 'tokens',
        query: { filter: { operator: 'equals', field: 'id', value: id } },
        records: [token(id, network, value)],
        pagination: { page: 1, perPage: 1, pageCount: 1, resultCount: 1 },
        fetchedAt: momentOf(day),
        request: '/v4/tokens',
      }),
    ask(today, aggregate, ...filters) {
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
      const measure = { operator: 'equals', field: 'measure_slug', value: 'market_value_dollar' };
      return aggregates.timeseries('tokens', {
        filter: { operator: 'and', filters: [measure, ...filters] },
        aggregate,
      });
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function token(id: number, network: number, value: number | null): ResourceRecord {
  return {
    id,
    name: `Token ${id.toString()}`,
    asset_id: id,
    network_id: network,
    network: { id: network, name: `Network ${network.toString()}` },
    network_name: `Network ${network.toString()}`,
    market_value_dollar: value === null ? null : { val: value },
  };
}

/** Day after Monday and value of each point, by group. */
function pointsOf({ days, series }: TimeseriesAnswer): Record<string, [number, number][]> {
  return Object.fromEntries(
    series.map(({ group, values }) => [
      group.name,
      [...days].flatMap((day, place): [number, number][] => {
        const value = values[place] ?? NaN;
        return Number.isNaN(value) ? [] : [[day - monday, value]];
      }),
    ]),
  );
}

const combined = { groupBy: 'date' };

describe('a timeseries from what was seen', () => {
  it('has a point for each day on which every token of a group was fetched, and says of how many days', async () => {
    await using it = await seen();
    await it.sync(0, { 1: [1, 10], 2: [1, 20], 3: [2, 6] });
    await it.sync(2, { 1: [1, 11], 2: [1, 20], 3: [2, 6] });
    await it.sync(3, { 1: [1, 12], 2: [1, 22], 3: [2, 6] });
    const answer = await it.ask(3, { groupBy: 'network_id' });
    expect(pointsOf(answer)).toEqual({
      'Network 1': [
        [0, 30],
        [2, 31],
        [3, 34],
      ],
      // The same on two days, and nobody looked between them.
      'Network 2': [
        [0, 6],
        [2, 6],
        [3, 6],
      ],
    });
    expect(answer.provenance).toMatchObject({
      source: 'local',
      coverage: { kind: 'partial', cachedRecords: 3, days: { seen: 3, asked: 4 } },
    });
    expect(answer.pagination.resultCount).toBe(2);
  });

  it('has no total of a day on which only some were fetched, but the figure of those', async () => {
    await using it = await seen();
    await it.sync(0, { 1: [1, 10], 2: [1, 20] });
    await it.look(1, 1, 1, 15);
    await it.sync(2, { 1: [1, 16], 2: [1, 21] });
    expect(pointsOf(await it.ask(2, combined))).toEqual({
      All: [
        [0, 30],
        [2, 37],
      ],
    });
    const alone = { operator: 'equals', field: 'token_id', value: 1 };
    expect(pointsOf(await it.ask(2, combined, alone))).toEqual({
      All: [
        [0, 10],
        [1, 15],
        [2, 16],
      ],
    });
  });

  it('has no day on which some groups are known and others are not', async () => {
    await using it = await seen();
    await it.sync(0, { 1: [1, 10], 2: [2, 20] });
    await it.look(1, 1, 1, 15);
    await it.sync(2, { 1: [1, 16], 2: [2, 21] });
    const days = pointsOf(await it.ask(2, { groupBy: 'network_id' }))['Network 1'];
    expect(days).toEqual([
      [0, 10],
      [2, 16],
    ]);
  });

  it('takes a token that came later for new where all were here before, and for unknown elsewhere', async () => {
    await using it = await seen();
    await it.look(0, 1, 1, 10);
    await it.sync(1, { 1: [1, 11], 2: [1, 20] });
    await it.sync(2, { 1: [1, 12], 2: [1, 20], 3: [1, 1] });
    expect(pointsOf(await it.ask(2, combined))).toEqual({
      All: [
        [1, 31],
        [2, 33],
      ],
    });
  });

  it('has no figures for days on which a token existed that was removed', async () => {
    await using it = await seen();
    await it.sync(0, { 1: [1, 10], 2: [1, 20] });
    await it.sync(1, { 1: [1, 11] });
    await it.sync(2, { 1: [1, 12] });
    expect(pointsOf(await it.ask(2, combined))).toEqual({
      All: [
        [1, 11],
        [2, 12],
      ],
    });
  });

  it('uses the last day of each period, within the requested days', async () => {
    await using it = await seen();
    for (const day of [0, 4, 8, 9]) await it.sync(day, { 1: [1, day + 1] });
    const weekly = { groupBy: 'date', interval: 'week' };
    expect(pointsOf(await it.ask(9, weekly))).toEqual({
      All: [
        [0, 5],
        [7, 10],
      ],
    });
    const since = { operator: 'onOrAfter', field: 'date', value: '2026-11-05' };
    const answer = await it.ask(9, combined, since);
    expect(pointsOf(answer)).toEqual({
      All: [
        [4, 5],
        [8, 9],
        [9, 10],
      ],
    });
    expect(answer.provenance.coverage).toMatchObject({ days: { seen: 3, asked: 7 } });
  });

  it('leaves out a figure that some lack, unless it is summed up', async () => {
    await using it = await seen();
    await it.sync(0, { 1: [1, 10], 2: [1, null] });
    await it.sync(1, { 1: [1, 11], 2: [1, 21] });
    const average = { groupBy: 'date', aggregateFunction: 'avg' };
    expect(pointsOf(await it.ask(1, average))).toEqual({ All: [[1, 16]] });
    expect(pointsOf(await it.ask(1, combined))).toEqual({
      All: [
        [0, 10],
        [1, 32],
      ],
    });
  });

  it.each([
    ['totals over a period', { groupBy: 'date', mode: 'flow', interval: 'week' }, []],
    ['days before the first', combined, [{ operator: 'onOrBefore', field: 'date', value: '2026-10-01' }]],
    ['a network that nothing is known of', combined, [{ operator: 'equals', field: 'network_id', value: 9 }]],
  ])('refuses %s with what to do', async (_what, aggregate, filters) => {
    await using it = await seen();
    await it.sync(0, { 1: [1, 10] });
    const error: unknown = await it.ask(1, aggregate, ...filters).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FailureError);
    expect((error as FailureError).failure).toMatchObject({
      code: 'offline',
      message: expect.stringContaining('go online') as string,
    });
  });
});
