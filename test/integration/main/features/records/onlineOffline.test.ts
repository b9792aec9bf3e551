import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createAggregates, type Aggregates } from '../../../../../main/features/aggregates/aggregates.ts';
import { createExplorer, type Explorer } from '../../../../../main/features/records/explorer.ts';
import { readValues } from '../../../../../main/data-service/series.ts';
import type { CacheStore } from '../../../../../main/store/store.ts';
import { dayMs } from '../../../../../preload/contract/days.ts';
import type { AggregateResource } from '../../../../../preload/contract/metadata.ts';
import type { Filter, Query } from '../../../../../preload/contract/query.ts';
import { isResourceRecord } from '../../../../../preload/contract/recordsText.ts';
import {
  aggregateFields,
  aggregateFunctions,
  aggregateGroupKeys,
  aggregateIntervals,
  aggregateMeasures,
  aggregateModes,
} from '../../../../../preload/contract/resources/aggregates.ts';
import { resourceNames, resources, type ResourceName } from '../../../../../preload/contract/resources.ts';
import type { TimeseriesAnswer } from '../../../../../preload/contract/aggregates.ts';
import { atScale } from '../../../../support/scale.ts';
import { answerBytes } from '../../../../support/storedPages.ts';
import { clientOf } from '../../../../support/testService.ts';
import { withAssetFields, type PlainRecord } from '../../sample-service/plainValues.ts';
import { filters, queries } from '../../sample-service/randomQueries.ts';
import { startService, type TestClient } from '../../sample-service/serviceClient.ts';
import { openTestStore } from '../../store/testStore.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';

/**
 * Random queries, answered by the service and, after a sync of everything, without it. A list is computed from the synced records; an
 * aggregate and a timeseries are opened once online and then once more offline.
 */

const opened = new AsyncDisposableStack();
const syncedAt = Date.UTC(2026, 10, 20);
const records = new Map<ResourceName, readonly PlainRecord[]>();
let service: TestClient;
let synced: CacheStore;
let explorer: Explorer;
/** Asks the service, and has a cache of its own. */
let asking: Explorer;
let online: Aggregates;
let offline: Aggregates;

beforeAll(async () => {
  service = opened.use(await startService({ assets: 60, transactions: 1200, seed: 11 }));
  const store = opened.use(await openTestStore(opened.use(temporaryFolder()).path));
  synced = await store.cache('synced');
  for (const name of resourceNames) {
    const all = (await service.all(resources[name].path)).filter(isResourceRecord);
    records.set(name, all);
    const subject = { resource: name, filter: undefined };
    const pagination = { page: 1, perPage: all.length, pageCount: 1, resultCount: all.length };
    await synced.syncs.begin({ ...subject, startedAt: syncedAt, perPage: all.length });
    await synced.syncs.writePage({
      ...subject,
      bytes: answerBytes({ records: all, pagination }),
      fetchedAt: syncedAt,
      request: resources[name].path,
      page: 1,
      perPage: all.length,
    });
    await synced.syncs.finish({ ...subject, now: syncedAt });
  }
  explorer = createExplorer(optionsOf(false));
  asking = createExplorer({ ...optionsOf(true), cache: await store.cache('asked') });
  online = createAggregates(optionsOf(true));
  offline = createAggregates(optionsOf(false));
});
afterAll(() => opened.disposeAsync());

function optionsOf(isOnline: boolean): Parameters<typeof createExplorer>[0] {
  return {
    connection: { id: 'test', name: 'Test', baseUrl: service.url, sample: true },
    client: clientOf(service, {
      transport: (url, init) =>
        isOnline ? fetch(url, init) : Promise.reject(new Error('Offline, nothing may be asked.')),
    }),
    cache: synced,
    freshForMs: () => 60_000,
    offline: () => !isOnline,
    now: () => syncedAt + 1000,
  };
}

/** Both answers, in the same words. */
interface Answers {
  readonly service: unknown;
  readonly offline: unknown;
}
type Ask = () => Promise<Answers>;

async function askList(name: ResourceName, query: Query): Promise<Answers> {
  const told = await asking.list(name, query, { refresh: true });
  // The service answers rightly: nothing else is said of it.
  expect(told.provenance.notes).toBeUndefined();
  const local = await explorer.list(name, query);
  expect(local.provenance.coverage.kind).toBe('complete');
  return {
    service: { pagination: told.pagination, records: told.records },
    offline: { pagination: local.pagination, records: local.records },
  };
}

async function askAggregate(resource: AggregateResource, query: Query): Promise<Answers> {
  await online.aggregate(resource, query);
  const { provenance, ...local } = await offline.aggregate(resource, query);
  expect(provenance.source).toBe('cache');
  const { status, body } = await service.ask(`/v4/${resource}/aggregates`, query);
  expect(status).toBe(200);
  const told = readValues(body, { page: 1, perPage: 25 });
  if (told === null) throw new Error('The service sends no values.');
  const { results, pagination } = told;
  return { service: { results, pagination }, offline: local };
}

const timeseriesSchema = z.object({
  results: z.array(
    z.object({
      group: z.object({ id: z.union([z.string(), z.number(), z.null()]) }),
      points: z.array(z.tuple([z.string(), z.number().nullable()])),
    }),
  ),
  pagination: z.looseObject({}),
});

async function askTimeseries(resource: AggregateResource, query: Query): Promise<Answers> {
  const first = await online.timeseries(resource, query);
  const second = await offline.timeseries(resource, query);
  expect(second.provenance.source).toBe('cache');
  expect(pointsOf(second)).toEqual(pointsOf(first));
  const { status, body } = await service.ask(`/v4/${resource}/aggregates/timeseries`, query);
  expect(status).toBe(200);
  const { results, pagination } = timeseriesSchema.parse(body);
  return {
    service: {
      pagination,
      series: results.map(({ group, points }) => ({
        group: group.id,
        points: Object.fromEntries(points.filter(([, value]) => value !== null)),
      })),
    },
    offline: { pagination: second.pagination, series: pointsOf(second) },
  };
}

function pointsOf({ days, series }: TimeseriesAnswer): { group: unknown; points: Record<string, number> }[] {
  const names = Array.from(days, (day) => new Date(day * dayMs).toISOString().slice(0, 10));
  return series.map(({ group, values }) => ({
    group: group.id,
    points: Object.fromEntries(
      names
        .map((name, index) => [name, values[index] ?? NaN] as const)
        .filter(([, value]) => !Number.isNaN(value)),
    ),
  }));
}

const anyDirection = fc.constantFrom('asc' as const, 'desc' as const);
const anyPage = fc.record({ page: fc.integer({ min: 1, max: 3 }), perPage: fc.integer({ min: 1, max: 12 }) });
const aMeasure: fc.Arbitrary<Filter> = fc
  .constantFrom(...aggregateMeasures)
  .chain(({ id, slug }) =>
    fc.constantFrom(
      { operator: 'equals', field: 'measure_slug', value: slug },
      { operator: 'equals', field: 'measure_id', value: id },
    ),
  );

/** What the filters of aggregates ask about, by the names that they have there. */
function members(): readonly PlainRecord[] {
  const tokens = withAssetFields(records.get('tokens') ?? [], records.get('assets') ?? []);
  return tokens.map((token) => ({ ...token, token_id: token['id'] }));
}

function filtered(): fc.Arbitrary<Filter> {
  const fields = aggregateFields.filter(({ name }) => name !== 'date' && !name.startsWith('measure_'));
  const filter = filters(fields, members());
  return fc.oneof(
    { arbitrary: aMeasure, weight: 1 },
    {
      arbitrary: fc.tuple(aMeasure, filter).map((parts): Filter => ({ operator: 'and', filters: parts })),
      weight: 2,
    },
  );
}

function lists(): fc.Arbitrary<Ask> {
  return fc.oneof(
    ...resourceNames.map((name) =>
      queries(resources[name], records.get(name) ?? []).map((query): Ask => shown(name, query, askList)),
    ),
  );
}

function aggregates(): fc.Arbitrary<Ask> {
  return anyResource.chain((resource) =>
    fc
      .record({
        filter: filtered(),
        groupBy: fc.constantFrom(...aggregateGroupKeys[resource].filter((key) => key !== 'date')),
        aggregateFunction: fc.constantFrom(...aggregateFunctions),
        direction: fc.option(anyDirection, { nil: undefined }),
        pagination: anyPage,
      })
      .map(({ filter, groupBy, aggregateFunction, direction, pagination }) => {
        const sort = direction === undefined ? {} : { sort: { field: groupBy, direction } };
        const query = { filter, aggregate: { groupBy, aggregateFunction }, ...sort, pagination };
        return shown(resource, query, askAggregate);
      }),
  );
}

const anyResource = fc.constantFrom('assets' as const, 'tokens' as const);

function timeseries(): fc.Arbitrary<Ask> {
  return anyResource.chain((resource) =>
    fc
      .record({
        filter: filtered(),
        aggregate: fc.record(
          {
            groupBy: fc.constantFrom(...aggregateGroupKeys[resource]),
            aggregateFunction: fc.constantFrom(...aggregateFunctions),
            interval: fc.constantFrom(...aggregateIntervals),
            mode: fc.constantFrom(...aggregateModes),
          },
          { requiredKeys: ['groupBy'] },
        ),
        direction: fc.option(anyDirection, { nil: undefined }),
        pagination: anyPage,
      })
      .map(({ direction, ...query }) => {
        const sort = direction === undefined ? {} : { sort: { field: 'date', direction } };
        return shown(resource, { ...query, ...sort }, askTimeseries);
      }),
  );
}

/** Has the query in the words of fast-check, for whoever reads a failure. */
function shown<Name extends ResourceName, Result>(
  name: Name,
  query: Query,
  ask: (name: Name, query: Query) => Promise<Result>,
): () => Promise<Result> {
  return Object.assign(() => ask(name, query), {
    [fc.toStringMethod]: () => `${ask.name} ${name} ${JSON.stringify(query)}`,
  });
}

const atOnce = 5;

it('answers random queries offline as the service does', { timeout: 1_800_000 }, () =>
  atScale(import.meta.filename, 10_000, async ({ count, seed }) => {
    let answered = 0;
    const any = fc.oneof(
      { arbitrary: lists(), weight: 5 },
      { arbitrary: aggregates(), weight: 2 },
      { arbitrary: timeseries(), weight: 2 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(any, { minLength: atOnce, maxLength: atOnce }), async (batch) => {
        for (const answers of await Promise.all(batch.map((ask) => ask()))) {
          expect(answers.offline).toEqual(answers.service);
          answered += 1;
        }
      }),
      { seed, numRuns: Math.ceil(count / atOnce) },
    );
    process.stdout.write(`${answered.toString()} queries, 0 differences.\n`);
  }),
);
