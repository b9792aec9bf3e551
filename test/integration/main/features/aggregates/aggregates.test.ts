import { EventEmitter } from 'node:events';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAggregates, type Aggregates } from '../../../../../main/features/aggregates/aggregates.ts';
import { wholeAggregate } from '../../../../../main/features/aggregates/wholeAggregate.ts';
import { queryKey, type Query } from '../../../../../preload/contract/query.ts';
import { isResourceRecord } from '../../../../../preload/contract/recordsText.ts';
import { answerBytes } from '../../../../support/storedPages.ts';
import { startService, type TestClient } from '../../sample-service/serviceClient.ts';
import { newCache } from '../../../../support/newStore.ts';
import { connectedTo, failureOf } from '../../../../support/testService.ts';
import { wholeProof } from '../../../../support/wholeProof.ts';

/** Client, store and use case together over the sample service, with a clock that the test moves. */

const minute = 60_000;
let service: TestClient;

beforeAll(async () => {
  service = await startService({ assets: 60, transactions: 1000, seed: 7 });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

interface Bench {
  readonly aggregates: Aggregates;
  readonly clock: { now: number; offline: boolean };
  /** Caches all assets and tokens, as a finished sync does. */
  cacheRecords(): Promise<void>;
  /** Requests sent so far. */
  sent: number;
  /** False while the service cannot be reached. */
  reachable: boolean;
  nextRefresh(): Promise<string>;
}

async function bench(at: TestClient = service): Promise<Bench> {
  const clock = { now: Date.UTC(2026, 10, 20), offline: false };
  let tell: (key: string) => void = () => undefined;
  const events: AppEvents = new EventEmitter();
  events.on('aggregateRefreshed', ({ key }) => {
    tell(key);
  });
  const cache = await newCache();
  const fixture: Bench = {
    aggregates: createAggregates({
      ...connectedTo(at, {
        transport: (url, init) => {
          fixture.sent += 1;
          return fixture.reachable ? fetch(url, init) : Promise.reject(new Error('connect ECONNREFUSED'));
        },
      }),
      cache,
      freshForMs: () => 30 * minute,
      offline: () => clock.offline,
      now: () => clock.now,
      events,
    }),
    clock,
    async cacheRecords() {
      for (const resource of ['assets', 'tokens'] as const) {
        const records = (await at.all(`/v4/${resource}`)).filter(isResourceRecord);
        const pagination = { page: 1, perPage: 1000, pageCount: 1, resultCount: records.length };
        const subject = { resource, filter: undefined };
        const { now } = clock;
        await cache.syncs.begin({ ...subject, startedAt: now, perPage: 1000 });
        await cache.syncs.writePage({
          ...subject,
          bytes: answerBytes({ records, pagination }),
          fetchedAt: now,
          request: resource,
          page: 1,
          perPage: 1000,
        });
        await cache.syncs.finish({ ...subject, now, ...wholeProof });
      }
    },
    sent: 0,
    reachable: true,
    nextRefresh: () =>
      new Promise((resolve) => {
        tell = resolve;
      }),
  };
  return fixture;
}

const byNetwork: Query = {
  filter: { operator: 'equals', field: 'measure_slug', value: 'market_value_dollar' },
  aggregate: { groupBy: 'network_id', aggregateFunction: 'sum', interval: 'day', mode: 'stock' },
  pagination: { page: 1, perPage: 100 },
};

describe('a timeseries', () => {
  it('report an unknown member of the answer, from the service and from the cache', async () => {
    const { aggregates } = await bench();
    const query: Query = { aggregate: { groupBy: 'network', groupLimit: 10 } };
    const notes = ['The app does not know “aggregate.groupLimit”, and sends it as it is.'];
    for (const source of ['service', 'cache']) {
      const { provenance } = await aggregates.aggregate('tokens', query);
      expect([provenance.source, provenance.notes]).toEqual([source, notes]);
      expect(decodeURIComponent(provenance.request ?? '')).toContain('"groupLimit":10');
    }
  });

  it('has no totals of groups whose days repeat a figure, and says so, also from the cache', async () => {
    const query: Query = {
      filter: { operator: 'equals', field: 'measure_slug', value: 'daily_mints_dollar' },
      aggregate: { groupBy: 'token', aggregateFunction: 'sum', interval: 'month', mode: 'flow' },
      pagination: { page: 1, perPage: 1000 },
    };
    const size = { assets: 60, transactions: 1000, seed: 7 };
    await using repeating = await startService({ ...size, repeatDays: true });
    const totalsOf = async (at: TestClient): Promise<(readonly [string[], number])[]> => {
      const { aggregates } = await bench(at);
      const answers = [
        await aggregates.timeseries('tokens', query),
        await aggregates.timeseries('tokens', query),
      ];
      expect(answers.map(({ provenance: { source } }) => source)).toEqual(['service', 'cache']);
      return answers.map(({ series, provenance: { notes = [] } }) => [
        [...notes],
        series.filter(({ values }) => values.some((value) => value > 0)).length,
      ]);
    };
    for (const [notes, shown] of await totalsOf(service)) {
      expect(notes).toEqual([]);
      expect(shown).toBeGreaterThan(10);
    }
    for (const [[note, ...others], shown] of await totalsOf(repeating)) {
      expect(note).toMatch(
        /^The service repeats a figure on three days in a row or more\. .* and \d+ more\.$/,
      );
      expect(others).toEqual([]);
      // Of tokens that were minted within the last three days alone.
      expect(shown).toBeLessThan(3);
    }
  });

  it('comes from the service, then from the cache while fresh, with the same figures', async () => {
    const fixture = await bench();
    const first = await fixture.aggregates.timeseries('tokens', byNetwork);
    expect(first.provenance).toMatchObject({ source: 'service', stale: false });
    expect(first.series.length).toBeGreaterThan(3);
    expect(first.series.map(({ values }) => values.length)).toEqual(
      first.series.map(() => first.days.length),
    );
    const second = await fixture.aggregates.timeseries('tokens', byNetwork);
    expect(second.provenance).toMatchObject({ source: 'cache', fetchedAt: first.provenance.fetchedAt });
    expect({ ...second, provenance: null }).toEqual({ ...first, provenance: null });
    expect(fixture.sent).toBe(1);
  });

  it.for(['day', 'month'])(
    'by %s since a day is cut offline from the cached series of all days, as the service would',
    async (interval) => {
      const ofAllDays: Query = {
        ...byNetwork,
        filter: {
          operator: 'and',
          filters: [
            { operator: 'equals', field: 'measure_slug', value: 'market_value_dollar' },
            { operator: 'equals', field: 'asset_class_name', value: 'US Treasury Debt' },
          ],
        },
        aggregate: { ...byNetwork.aggregate, interval },
      };
      const since: Query = {
        ...ofAllDays,
        filter: {
          operator: 'and',
          filters: [
            { operator: 'equals', field: 'measure_slug', value: 'market_value_dollar' },
            { operator: 'onOrAfter', field: 'date', value: '2026-03-10' },
            { operator: 'equals', field: 'asset_class_name', value: 'US Treasury Debt' },
          ],
        },
      };
      const online = await (await bench()).aggregates.timeseries('tokens', since);
      const fixture = await bench();
      const all = await fixture.aggregates.timeseries('tokens', ofAllDays);
      fixture.clock.offline = true;
      const cut = await fixture.aggregates.timeseries('tokens', since);
      expect(cut.provenance).toMatchObject({ source: 'cache', fetchedAt: all.provenance.fetchedAt });
      expect(cut.days.length).toBeLessThan(all.days.length);
      expect({ ...cut, provenance: null }).toEqual({ ...online, provenance: null });
    },
  );

  it('has the points that the service answered', async () => {
    const fixture = await bench();
    const read = await fixture.aggregates.timeseries('tokens', byNetwork);
    const { body } = await service.ask('/v4/tokens/aggregates/timeseries', byNetwork);
    const { results } = body as { results: { group: { id: number }; points: [string, number | null][] }[] };
    for (const { group, points } of results) {
      const series = read.series.find((one) => one.group.id === group.id);
      for (const [date, value] of [points[0], points.at(-1)].filter((point) => point !== undefined)) {
        const place = read.days.indexOf(Date.parse(date) / 86_400_000);
        expect(series?.values[place]).toBe(value ?? NaN);
      }
    }
  });

  it('is shown stale at once, refreshed in the background, and stays with the reason if that fails', async () => {
    const fixture = await bench();
    await fixture.aggregates.timeseries('tokens', byNetwork);
    fixture.clock.now += 31 * minute;
    const refreshed = fixture.nextRefresh();
    const stale = await fixture.aggregates.timeseries('tokens', byNetwork);
    expect(stale.provenance).toMatchObject({ source: 'cache', stale: true });
    await refreshed;
    expect((await fixture.aggregates.timeseries('tokens', byNetwork)).provenance.stale).toBe(false);

    fixture.clock.now += 31 * minute;
    fixture.reachable = false;
    const failed = fixture.nextRefresh();
    await fixture.aggregates.timeseries('tokens', byNetwork);
    await failed;
    const kept = await fixture.aggregates.timeseries('tokens', byNetwork);
    expect(kept.provenance.stale).toBe(true);
    expect(kept.provenance.staleReason).toMatch(/ECONNREFUSED/);
  });

  it('since a relative date is cut offline from a series that was fetched on an earlier day', async () => {
    const since = (day: string): Query => ({
      ...byNetwork,
      filter: {
        operator: 'and',
        filters: [
          { operator: 'equals', field: 'measure_slug', value: 'market_value_dollar' },
          { operator: 'onOrAfter', field: 'date', value: day },
        ],
      },
    });
    const fixture = await bench();
    for (const day of ['2026-03-10', '2026-05-01']) {
      fixture.clock.now += 1000;
      await fixture.aggregates.timeseries('tokens', since(day));
    }
    const fetchedAt = fixture.clock.now;
    fixture.clock.offline = true;
    fixture.clock.now += 24 * 60 * minute;
    const cut = await fixture.aggregates.timeseries('tokens', since('2026-05-02'));
    expect(cut.provenance).toMatchObject({ source: 'cache', fetchedAt, stale: true });
    expect(cut.days[0]).toBe(Date.UTC(2026, 4, 2) / 86_400_000);
    expect((await failureOf(fixture.aggregates.timeseries('tokens', since('2026-03-09')))).code).toBe(
      'offline',
    );
  });

  it('is available offline if it was before, and otherwise says what to do', async () => {
    const fixture = await bench();
    await fixture.aggregates.timeseries('tokens', byNetwork);
    fixture.clock.offline = true;
    expect((await fixture.aggregates.timeseries('tokens', byNetwork)).provenance.source).toBe('cache');
    const failure = await failureOf(fixture.aggregates.timeseries('assets', byNetwork));
    expect(failure).toMatchObject({
      code: 'offline',
      message: expect.stringContaining('Go online') as string,
    });
    expect(fixture.sent).toBe(1);
  });

  it('that the service refuses fails with its message', async () => {
    const fixture = await bench();
    const wrong = { ...byNetwork, aggregate: { groupBy: 'planet' } };
    const failure = await failureOf(fixture.aggregates.timeseries('tokens', wrong));
    expect(failure.code).toBe('bad-query');
    expect(failure.detail).toMatch(/groupBy/);
  });
});

describe('an aggregate', () => {
  it('has a value for each group, from the service and from the cache', async () => {
    const fixture = await bench();
    const first = await fixture.aggregates.aggregate('assets', byNetwork);
    expect(first.results.length).toBeGreaterThan(3);
    expect(first.results[0]?.measure).toMatchObject({ slug: 'market_value_dollar', unit: 'dollar' });
    const second = await fixture.aggregates.aggregate('assets', byNetwork);
    expect(second.results).toEqual(first.results);
    expect(second.provenance.source).toBe('cache');
  });

  it('that was never fetched is not computed from cached records: offline, a message says so', async () => {
    const fixture = await bench();
    await fixture.cacheRecords();
    fixture.reachable = false;
    expect((await failureOf(fixture.aggregates.aggregate('assets', byNetwork))).code).toBe('unreachable');
    fixture.clock.offline = true;
    const failure = await failureOf(fixture.aggregates.aggregate('assets', byNetwork));
    expect(failure).toMatchObject({
      code: 'offline',
      message: expect.stringContaining('not in the cache') as string,
    });
  });

  it('of more groups than a page holds comes as a whole, none twice', async () => {
    const query: Query = { ...byNetwork, aggregate: { groupBy: 'asset_id', aggregateFunction: 'sum' } };
    const { client } = connectedTo(service);
    const atOnce = await client.aggregate('assets', { ...query, pagination: { page: 1, perPage: 1000 } });
    let sent = 0;
    const inPages = await wholeAggregate(
      (page) => {
        sent += 1;
        return client.aggregate('assets', { ...page, pagination: { ...page.pagination, perPage: 13 } });
      },
      query,
      Date.now,
    );
    // Each is requested once more, and the other end.
    expect(sent).toBe(2 * Math.ceil(atOnce.results.length / 13) + 1);
    const figures = ({ results }: typeof atOnce): unknown[] =>
      results.map(({ group, value }) => [group.id, value]).toSorted(([a], [b]) => Number(a) - Number(b));
    expect(figures(inPages)).toEqual(figures(atOnce));
    expect(inPages.pagination).toMatchObject({ pageCount: 1, resultCount: atOnce.results.length });
  });

  it('as a whole is cached as one answer', async () => {
    const fixture = await bench();
    const first = await fixture.aggregates.aggregate('assets', byNetwork, { whole: true });
    expect(first.provenance).toMatchObject({ source: 'service', stale: false });
    fixture.reachable = false;
    const second = await fixture.aggregates.aggregate('assets', byNetwork, { whole: true });
    expect(second).toMatchObject({ results: first.results, provenance: { source: 'cache' } });
  });

  it('as a whole reports a refresh under the query of its request', async () => {
    const fixture = await bench();
    await fixture.aggregates.aggregate('assets', byNetwork, { whole: true });
    fixture.clock.now += 31 * minute;
    const refreshed = fixture.nextRefresh();
    const stale = await fixture.aggregates.aggregate('assets', byNetwork, { whole: true });
    expect(stale.provenance.stale).toBe(true);
    expect(await refreshed).toBe(queryKey(byNetwork));
    expect((await fixture.aggregates.aggregate('assets', byNetwork, { whole: true })).provenance.stale).toBe(
      false,
    );
  });
});

it('one query for values, for all values and over time has an answer of each shape, and each is refreshed', async () => {
  const fixture = await bench();
  const { aggregates, clock } = fixture;
  const ask = () =>
    Promise.all([
      aggregates.aggregate('assets', byNetwork),
      aggregates.aggregate('assets', byNetwork, { whole: true }),
      aggregates.timeseries('assets', byNetwork),
    ]);
  const [values, whole, points] = await ask();
  expect(values.results).toEqual(whole.results);
  expect(points.series.length).toBeGreaterThan(0);
  const requests = fixture.sent;
  clock.now += 31 * minute;
  expect((await ask()).map(({ provenance }) => provenance.stale)).toEqual([true, true, true]);
  await expect.poll(() => fixture.sent).toBe(2 * requests);
});
