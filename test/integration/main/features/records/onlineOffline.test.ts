import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRecordReader, type RecordReader } from '../../../../../main/features/records/recordReader.ts';
import type { CacheStore } from '../../../../../main/store/store.ts';
import { fullPageNote } from '../../../../../preload/contract/answerNotes.ts';
import type { Query } from '../../../../../preload/contract/query.ts';
import { isResourceRecord } from '../../../../../preload/contract/recordsText.ts';
import type { Field } from '../../../../../preload/contract/resources/types.ts';
import { resourceNames, resources, type ResourceName } from '../../../../../preload/contract/resources.ts';
import { twinMember } from '../../../../../preload/contract/twins.ts';
import { atScale } from '../../../../support/scale.ts';
import { answerBytes } from '../../../../support/storedPages.ts';
import { clientOf } from '../../../../support/testService.ts';
import { askedOf, queriesOf } from '../../../../unit/main/store/query/arbitraries.ts';
import { memberOf, plainValue, type PlainRecord } from '../../sample-service/plainValues.ts';
import { startService, type TestClient } from '../../sample-service/serviceClient.ts';
import { openTestStore } from '../../store/testStore.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';
import { wholeProof } from '../../../../support/wholeProof.ts';

/** Random queries of lists, answered by the service and, after a sync of everything, from the synced records without it. */

const opened = new AsyncDisposableStack();
const syncedAt = Date.UTC(2026, 10, 20);
const records = new Map<ResourceName, readonly PlainRecord[]>();
let service: TestClient;
let synced: CacheStore;
let recordReader: RecordReader;
/** Asks the service, and has a cache of its own. */
let asking: RecordReader;

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
    await synced.syncs.finish({ ...subject, now: syncedAt, ...wholeProof });
  }
  recordReader = createRecordReader(optionsOf(false));
  asking = createRecordReader({ ...optionsOf(true), cache: await store.cache('asked') });
});
afterAll(() => opened.disposeAsync());

function optionsOf(isOnline: boolean): Parameters<typeof createRecordReader>[0] {
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

interface Asked {
  readonly name: ResourceName;
  readonly query: Query;
}

/** Values of a field as records have them, and a few others. */
function valuesOf(name: ResourceName, field: Field): fc.Arbitrary<string | number | boolean> {
  const seen = (records.get(name) ?? [])
    .flatMap((record) => plainValue(field, record))
    .map((value) => (field.type === 'metric' ? memberOf(value, 'val') : value))
    .filter((value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean');
  const others = askedOf(field);
  return seen.length === 0 ? others : fc.oneof({ arbitrary: fc.constantFrom(...seen), weight: 6 }, others);
}

/** Queries of all resources, each of a page. */
function anyQuery(): fc.Arbitrary<Asked> {
  return fc.oneof(
    ...resourceNames.map((name) => {
      const { fields } = resources[name];
      const own = { ...resources[name], fields: fields.filter(({ via }) => via === undefined) };
      const page = fc.record({
        page: fc.integer({ min: 1, max: 4 }),
        perPage: fc.integer({ min: 1, max: 12 }),
      });
      return fc
        .tuple(
          queriesOf(own, (field) => valuesOf(name, field)),
          page,
        )
        .map(([query, pagination]): Asked => ({ name, query: { ...query, pagination } }));
    }),
  );
}

async function expectSame({ name, query }: Asked): Promise<void> {
  const told = await asking.list(name, query, { refresh: true });
  // The service answers rightly: nothing is said of it but that a full page may go on.
  const { perPage, resultCount } = told.pagination;
  const mayGoOn = resultCount === perPage ? fullPageNote(perPage) : null;
  expect((told.provenance.notes ?? []).filter((note) => note !== mayGoOn)).toEqual([]);
  const local = await recordReader.list(name, query);
  expect(local.provenance.coverage.kind).toBe('complete');
  const seen = ({ pagination, records: own }: typeof local): object => ({
    pagination,
    // That a transfer came twice a cache knows once it has both of its records, which that of a page may not have.
    records: own.map(({ [twinMember]: _, ...record }) => record),
  });
  expect(seen(local)).toEqual(seen(told));
}

const atOnce = 5;

it('answers random queries offline as the service does', { timeout: 1_800_000 }, () =>
  atScale(import.meta.filename, 5600, ({ count, seed }) =>
    fc.assert(
      fc.asyncProperty(fc.array(anyQuery(), { minLength: atOnce, maxLength: atOnce }), async (batch) => {
        await Promise.all(batch.map(expectSame));
      }),
      { seed, numRuns: Math.ceil(count / atOnce) },
    ),
  ),
);
