import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAggregates, type Aggregates } from '../../../../../main/features/aggregates/aggregates.ts';
import { createClient } from '../../../../../main/data-service/client.ts';
import { readValues } from '../../../../../main/data-service/series.ts';
import type { CacheStore } from '../../../../../main/store/store.ts';
import { FailureError, type Failure } from '../../../../../preload/contract/failures.ts';
import type { AggregateResource } from '../../../../../preload/contract/metadata.ts';
import type { Filter, Query } from '../../../../../preload/contract/query.ts';
import { isResourceRecord } from '../../../../../preload/contract/records.ts';
import {
  aggregateFunctions,
  aggregateGroupKeys,
  aggregateMeasures,
} from '../../../../../preload/contract/resources/aggregates.ts';
import type { AggregateAnswer } from '../../../../../preload/contract/aggregates.ts';
import { atScale, someOf } from '../../../../support/scale.ts';
import { answerBytes, writePage } from '../../../../support/storedPages.ts';
import { startService, type TestClient } from '../../sample-service/serviceClient.ts';
import { openTestStore, temporaryFolder } from '../../store/testStore.ts';

/** Aggregates computed from cached records, held against those of the service that the records came from. */

const opened = new AsyncDisposableStack();
const fetchedAt = Date.UTC(2026, 10, 20);
let service: TestClient;
/** All tokens, as a finished sync leaves them; twenty of them; none. */
let whole: CacheStore;
let part: CacheStore;
let empty: CacheStore;

beforeAll(async () => {
  service = opened.use(await startService({ assets: 30, transactions: 1000, seed: 7 }));
  const store = opened.use(await openTestStore(opened.use(temporaryFolder()).path));
  whole = await store.cache('whole');
  part = await store.cache('part');
  empty = await store.cache('empty');
  const tokens = (await service.all('/v4/tokens')).filter(isResourceRecord);
  const pagination = { page: 1, perPage: 1000, pageCount: 1, resultCount: tokens.length };
  const subject = { resource: 'tokens', filter: undefined } as const;
  await whole.syncs.begin({ ...subject, startedAt: fetchedAt, perPage: 1000 });
  await whole.syncs.writePage({
    ...subject,
    bytes: answerBytes({ records: tokens, pagination }),
    fetchedAt,
    request: '/v4/tokens',
    page: 1,
    perPage: 1000,
  });
  await whole.syncs.finish({ ...subject, now: fetchedAt, unseen: 'vanished' });
  await writePage(part, {
    resource: 'tokens',
    query: {},
    records: tokens.slice(0, 20),
    pagination,
    fetchedAt,
    request: '/v4/tokens',
  });
}, 60_000);
afterAll(() => opened.disposeAsync());

function aggregatesOf(cache: CacheStore, offline = true): Aggregates {
  return createAggregates({
    connection: { id: 'test', name: 'Test', baseUrl: service.url, sample: true },
    client: createClient({
      readAccess: () => Promise.resolve({ baseUrl: service.url, key: service.key }),
      transport: () => Promise.reject(new Error('connect ECONNREFUSED')),
      retryPolicy: { tries: 1, firstDelayMs: 1, longestDelayMs: 1 },
      budget: {
        take: () => Promise.resolve({ granted: true, left: 1, nextAt: null }),
        exhausted: () => Promise.resolve(),
      },
    }),
    cache,
    freshForMs: () => 60_000,
    offline: () => offline,
    now: () => fetchedAt + 1000,
  });
}

function measure(slug: string): Filter {
  return { operator: 'equals', field: 'measure_slug', value: slug };
}

function and(...filters: Filter[]): Filter {
  return { operator: 'and', filters };
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof FailureError)) throw error;
  return error.failure;
}

/** Records and sums are rounded to six decimals, so sums of records differ by that. A record says nothing of a figure that was always zero. */
function sameValue(local: number | null, told: number | null): boolean {
  if (local === null || told === null) return (local ?? 0) === (told ?? 0) && local === null;
  return Math.abs(local - told) <= Math.max(Math.abs(told) * 1e-9, 1e-5);
}

async function expectSameAnswer(
  resource: AggregateResource,
  query: Query,
  local?: AggregateAnswer,
): Promise<number> {
  local ??= await aggregatesOf(whole).aggregate(resource, query);
  const { status, body } = await service.ask(`/v4/${resource}/aggregates`, query);
  expect(status).toBe(200);
  const told = readValues(body, { page: 1, perPage: 25 });
  const heads = (results: AggregateAnswer['results'] = []): unknown =>
    results.map(({ measure: of, group }) => ({ of, group }));
  expect(local.pagination).toEqual(told?.pagination);
  expect(heads(local.results)).toEqual(heads(told?.results));
  const different = local.results.flatMap(({ group, value }, index) => {
    const other = told?.results[index]?.value ?? null;
    return sameValue(value, other) ? [] : [{ group: group.name, value, told: other }];
  });
  expect(different, JSON.stringify(query)).toEqual([]);
  return local.results.length;
}

/** The local answer; null where some records lack the figure, and that matters to the function. */
async function answerUnlessRefused(
  resource: AggregateResource,
  query: Query,
): Promise<AggregateAnswer | null> {
  try {
    return await aggregatesOf(whole).aggregate(resource, query);
  } catch (error) {
    if (error instanceof FailureError && error.failure.message.includes('some lack this one')) return null;
    throw error;
  }
}

async function expectSameForEachMeasure({
  resource,
  groupBy,
  aggregateFunction,
}: (typeof cases)[number]): Promise<void> {
  let accepted = 0;
  for (const { slug } of aggregateMeasures) {
    const query: Query = {
      filter: measure(slug),
      aggregate: { groupBy, aggregateFunction },
      pagination: { perPage: 1000 },
    };
    const local = await answerUnlessRefused(resource, query);
    if (local === null) continue;
    accepted += 1;
    expect(await expectSameAnswer(resource, query, local), JSON.stringify(query)).toBeGreaterThan(0);
  }
  const needsEveryFigure = aggregateFunction === 'avg' || aggregateFunction === 'min';
  if (!needsEveryFigure) expect(accepted).toBe(aggregateMeasures.length);
  else expect(accepted).toBeGreaterThan(0);
}

const cases = (['assets', 'tokens'] as const).flatMap((resource) =>
  aggregateGroupKeys[resource]
    .filter((key) => key !== 'date')
    .flatMap((groupBy) =>
      aggregateFunctions.map((aggregateFunction) => ({ resource, groupBy, aggregateFunction })),
    ),
);

describe('an aggregate of cached records', () => {
  it('is the same as at the service, by each group, function and measure', () =>
    atScale(import.meta.filename, cases.length, async () => {
      for (const one of someOf(cases)) await expectSameForEachMeasure(one);
    }));

  it.each<[string, Filter]>([
    ['a network', { operator: 'equals', field: 'network_id', value: 1 }],
    ['the slug of a network', { operator: 'notEquals', field: 'network_slug', value: 'ethereum' }],
    ['an asset class', { operator: 'ilike', field: 'asset_class_name', value: '%debt%' }],
    ['an issuer', { operator: 'notEquals', field: 'issuer_id', value: '10' }],
    ['tokens', { operator: 'in', field: 'token_id', value: [1, 2, 3, 4, 5, 6, 7, 8] }],
    [
      'one of two',
      {
        operator: 'or',
        filters: [
          { operator: 'equals', field: 'protocol_id', value: 2 },
          { operator: 'equals', field: 'asset_id', value: 3 },
        ],
      },
    ],
    ['nothing', { operator: 'equals', field: 'asset_name', value: 'No such asset' }],
  ])('is the same where a filter asks for %s', async (_what, filter) => {
    for (const resource of ['assets', 'tokens'] as const) {
      await expectSameAnswer(resource, {
        filter: and(measure('market_value_dollar'), filter),
        aggregate: { groupBy: 'network_id' },
      });
    }
  });

  it('is the same for two measures, sorted by value, page by page', async () => {
    for (const page of [1, 2, 9]) {
      await expectSameAnswer('tokens', {
        filter: { operator: 'in', field: 'measure_id', value: [2, 40] },
        aggregate: { groupBy: 'asset_class_id' },
        sort: { field: 'value', direction: 'desc' },
        pagination: { page, perPage: 3 },
      });
    }
  });
});

describe('what is said of it', () => {
  const query: Query = { filter: measure('market_value_dollar'), aggregate: { groupBy: 'network_id' } };

  it('is that it is complete after a finished sync', async () => {
    const { provenance } = await aggregatesOf(whole).aggregate('tokens', query);
    expect(provenance).toMatchObject({
      source: 'local',
      fetchedAt,
      stale: false,
      coverage: { kind: 'complete', asOf: fetchedAt },
    });
  });

  it('is how many records there are otherwise', async () => {
    const { provenance } = await aggregatesOf(part).aggregate('assets', query);
    expect(provenance.coverage).toEqual({ kind: 'partial', cachedRecords: 20 });
    expect(provenance.fetchedAt).toBe(fetchedAt);
  });

  it('is why the service did not answer, where a request was sent', async () => {
    const { provenance } = await aggregatesOf(part, false).aggregate('tokens', query);
    expect(provenance).toMatchObject({ source: 'local', stale: true });
    expect(provenance.staleReason).toMatch(/\w/);
  });
});

describe('cached records cannot answer', () => {
  const sum = (filter: Filter | undefined, aggregate: Query['aggregate']): Promise<unknown> =>
    aggregatesOf(whole).aggregate('tokens', { ...(filter === undefined ? {} : { filter }), aggregate });
  const byNetwork = { groupBy: 'network_id' };
  const value = measure('market_value_dollar');

  it.each<[string, Filter | undefined, Query['aggregate'], RegExp]>([
    ['figures by day', value, { groupBy: 'date' }, /Group by something else/],
    ['totals over time', value, { ...byNetwork, mode: 'flow' }, /Choose the last value/],
    [
      'figures of other days',
      and(value, { operator: 'before', field: 'date', value: '2026-01-01' }),
      byNetwork,
      /Remove the condition on the date/,
    ],
    ['every measure', undefined, byNetwork, /Name the measure/],
    ['a measure that records do not have', measure('daily_gas_dollar'), byNetwork, /“daily_gas_dollar”/],
  ])('%s', async (_what, filter, aggregate, words) => {
    const failure = await failureOf(sum(filter, aggregate));
    expect(failure.code).toBe('offline');
    expect(failure.message).toMatch(words);
    expect(failure.message).toMatch(/, or go online\.$/);
  });

  it('an average where some lack the figure, and says in which groups; without these it is computed', async () => {
    const figures = [
      { network: 1, values: [5, null] },
      { network: 2, values: [0, null] },
      { network: 3, values: [-2, null] },
      { network: 4, values: [null, null] },
      { network: 5, values: [3, 7] },
    ];
    const store = opened.use(await openTestStore(opened.use(temporaryFolder()).path));
    const cache = await store.cache('gaps');
    const records = figures.flatMap(({ network, values }) =>
      values.map((val, index) => ({
        id: network * 10 + index,
        network_id: network,
        network: { id: network, name: `Network ${network.toString()}` },
        market_value_dollar: val === null ? null : { val },
      })),
    );
    const pagination = { page: 1, perPage: 25, pageCount: 1, resultCount: records.length };
    await writePage(cache, { resource: 'tokens', query: {}, records, pagination, fetchedAt, request: '' });
    const ask = async (
      aggregateFunction: 'sum' | 'avg' | 'min' | 'max',
      left: number[],
    ): Promise<unknown[]> => {
      const { results } = await aggregatesOf(cache).aggregate('tokens', {
        filter: and(value, { operator: 'in', field: 'network_id', value: left }),
        aggregate: { ...byNetwork, aggregateFunction },
      });
      return results.map((result) => result.value);
    };
    const message = async (work: Promise<unknown>): Promise<string> => (await failureOf(work)).message;
    const everyNetwork = [1, 2, 3, 4, 5];
    expect(await message(ask('avg', everyNetwork))).toContain('in Network 1, Network 3 some lack this one');
    expect(await message(ask('min', everyNetwork))).toContain('in Network 1 some lack this one');
    expect(await message(ask('max', everyNetwork))).toContain('in Network 3 some lack this one');
    expect(await ask('avg', [2, 4, 5])).toEqual([0, null, 5]);
    expect(await ask('min', [2, 3, 4, 5])).toEqual([0, -2, null, 3]);
    expect(await ask('max', [1, 2, 4, 5])).toEqual([5, 0, null, 7]);
    expect(await ask('sum', everyNetwork)).toEqual([5, 0, -2, null, 10]);
  });

  it('a field that aggregates do not have, and says which', async () => {
    const failure = await failureOf(
      sum(and(value, { operator: 'equals', field: 'decimals', value: 6 }), byNetwork),
    );
    expect(failure).toMatchObject({ code: 'bad-query' });
    expect(failure.detail).toContain("'decimals'");
  });

  it('anything while there are none', async () => {
    const failure = await failureOf(
      aggregatesOf(empty).aggregate('tokens', { filter: value, aggregate: byNetwork }),
    );
    expect(failure.code).toBe('offline');
  });

  it('totals over a month of which not every day was seen', async () => {
    const aggregate = { ...byNetwork, mode: 'flow', interval: 'month' };
    const failure = await failureOf(aggregatesOf(whole).timeseries('tokens', { filter: value, aggregate }));
    expect(failure.code).toBe('offline');
  });
});
