import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../preload/contract/json.ts';
import type { ResourceRecord } from '../../../../preload/contract/records.ts';
import type { CacheStore } from '../../../../main/store/store.ts';
import type { ChangesRequest } from '../../../../main/store/storeTypes.ts';
import { openTestStore } from './testStore.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { newCache } from '../../../support/newStore.ts';
import { wholeProof } from '../../../support/wholeProof.ts';

/** What was seen on earlier days, on real SQLite, with days that the test names. */

const march = (day: number, hour = 12): number => Date.UTC(2026, 2, day, hour);
const on = (day: number): string => `2026-03-${day.toString().padStart(2, '0')}`;

function issuer(id: number, value: number | null, more: Record<string, Json> = {}): ResourceRecord {
  return {
    id,
    name: `Issuer ${id.toString()}`,
    asset_count: 3,
    bridged_token_value_dollar: value === null ? null : { val: value, val_7d: 1 },
    ...more,
  };
}

async function see(cache: CacheStore, fetchedAt: number, ...records: ResourceRecord[]): Promise<void> {
  for (const record of records) {
    await cache.writeRecord({ resource: 'issuers', record, fetchedAt, request: '/v4/issuers' });
  }
}

function value(cache: CacheStore, id: number): Promise<[string, number | null][]> {
  return cache.readHistory({ resource: 'issuers', id, field: 'bridged_token_value_dollar' });
}

const request: ChangesRequest = {
  resource: 'issuers',
  since: on(1),
  of: 'metrics',
  order: 'amount',
  page: 1,
  perPage: 50,
};

describe('the history of a metric', () => {
  it('has a point where a value begins and where it was last seen', async () => {
    const cache = await newCache();
    await see(cache, march(1), issuer(1, 10));
    expect(await value(cache, 1)).toEqual([[on(1), 10]]);
    await see(cache, march(2), issuer(1, 10));
    await see(cache, march(4), issuer(1, 12));
    await see(cache, march(5), issuer(1, null));
    await see(cache, march(9), issuer(1, 13.5));
    expect(await value(cache, 1)).toEqual([
      [on(1), 10],
      [on(2), 10],
      [on(4), 12],
      [on(5), null],
      [on(9), 13.5],
    ]);
    expect(await value(cache, 2)).toEqual([]);
  });

  it('keeps one value a day, the last', async () => {
    const cache = await newCache();
    await see(cache, march(1, 8), issuer(1, 10));
    await see(cache, march(1, 9), issuer(1, 11));
    await see(cache, march(2, 8), issuer(1, 11));
    await see(cache, march(2, 9), issuer(1, 12));
    await see(cache, march(2, 10), issuer(1, 13, { asset_count: 4 }));
    expect(await value(cache, 1)).toEqual([
      [on(1), 11],
      [on(2), 13],
    ]);
    expect(await cache.readHistory({ resource: 'issuers', id: 1, field: 'asset_count' })).toEqual([
      [on(1), 3],
      [on(2), 4],
    ]);
  });

  it('stays in order when the clock was set back', async () => {
    const cache = await newCache();
    await see(cache, march(3), issuer(1, 10));
    await see(cache, march(5), issuer(1, 12));
    await see(cache, march(1), issuer(1, 13));
    await see(cache, march(2), issuer(1, 14));
    expect(await value(cache, 1)).toEqual([
      [on(3), 10],
      [on(5), 14],
    ]);
    await see(cache, march(6), issuer(1, 15));
    const points = await value(cache, 1);
    expect(points.map(([day]) => day)).toEqual([...points.map(([day]) => day)].sort());
    expect(points.at(-1)).toEqual([on(6), 15]);
  });

  it('is there after a restart, and costs nothing while nothing changes', async () => {
    using folder = temporaryFolder();
    {
      await using store = await openTestStore(folder.path);
      const cache = await store.cache('one');
      await see(cache, march(1), issuer(1, 10));
      await see(cache, march(2), issuer(1, 20));
    }
    await using store = await openTestStore(folder.path);
    expect(await value(await store.cache('one'), 1)).toEqual([
      [on(1), 10],
      [on(2), 20],
    ]);
  });
});

describe('what changed', () => {
  it('lists the largest changes first, with the old and the new value', async () => {
    const cache = await newCache();
    await see(cache, march(1), issuer(1, 100), issuer(2, 100), issuer(3, 100), issuer(4, 5));
    await see(cache, march(3), issuer(1, 110), issuer(2, 400), issuer(3, 100), issuer(4, 50));
    const list = await cache.listChanges(request);
    expect(list.changes.map(({ id, kind }) => [id, kind])).toEqual([
      [2, 'changed'],
      [4, 'changed'],
      [1, 'changed'],
    ]);
    expect(list.changes[0]).toEqual({
      kind: 'changed',
      id: 2,
      title: 'Issuer 2',
      on: on(3),
      fieldCount: 1,
      fields: [
        {
          field: 'bridged_token_value_dollar',
          before: 100,
          after: 400,
          difference: 300,
          percent: 300,
          seenUntil: on(1),
          changedOn: on(3),
        },
      ],
    });
    expect(list).toMatchObject({ totals: { changed: 3 }, resultCount: 3, pageCount: 1, knownFrom: on(1) });
    const byPercent = await cache.listChanges({ ...request, order: 'percent', perPage: 2 });
    expect([byPercent.changes.map(({ id }) => id), byPercent.pageCount]).toEqual([[4, 2], 2]);
    const filter = { operator: 'equals', field: 'id', value: 1 };
    expect((await cache.listChanges({ ...request, query: { filter } })).changes).toHaveLength(1);
    expect((await cache.listChanges({ ...request, since: on(3) })).changes).toEqual([]);
    expect((await cache.listChanges({ ...request, since: null })).changes).toEqual([]);
  });

  it('compares with the value of the day, whatever came in between, and forgets what came back', async () => {
    const cache = await newCache();
    await see(cache, march(1), issuer(1, 1), issuer(2, 1));
    await see(cache, march(2), issuer(1, 2), issuer(2, 2));
    await see(cache, march(3), issuer(1, 3), issuer(2, 1));
    const changes = async (since: string): Promise<unknown[]> =>
      (await cache.listChanges({ ...request, since })).changes.map(({ id, fields }) => [
        id,
        fields[0]?.before,
      ]);
    expect(await changes(on(1))).toEqual([[1, 1]]);
    expect(await changes(on(2))).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it('lists what is new since every record was here first, however often all are synced again', async () => {
    const cache = await newCache();
    const subject = { resource: 'issuers', filter: undefined } as const;
    const sync = async (day: number, ...ids: number[]): Promise<void> => {
      await cache.syncs.begin({ ...subject, startedAt: march(day), perPage: 100 });
      await see(cache, march(day), ...ids.map((id) => issuer(id, 1)));
      await cache.syncs.finish({ ...subject, now: march(day), ...wholeProof });
    };
    const added = async (since: string): Promise<unknown[]> =>
      (await cache.listChanges({ ...request, since })).changes.map(({ id, kind }) => [id, kind]);
    await sync(1, 1);
    await sync(2, 1, 2);
    expect(await added(on(1))).toEqual([[2, 'new']]);
    await sync(4, 1, 2, 3);
    expect((await added(on(1))).sort()).toEqual([
      [2, 'new'],
      [3, 'new'],
    ]);
    expect(await added(on(3))).toEqual([[3, 'new']]);
    expect(await cache.listChanges(request)).toMatchObject({ completeFrom: on(1), totals: { new: 2 } });
  });

  it('returns other fields where they are requested', async () => {
    const cache = await newCache();
    await see(cache, march(1), issuer(1, 1, { legal_name: 'Old Ltd' }));
    await see(cache, march(2), issuer(1, 1, { legal_name: 'New Ltd' }));
    expect((await cache.listChanges(request)).changes).toEqual([]);
    const [change] = (await cache.listChanges({ ...request, of: 'all' })).changes;
    expect(change?.fields).toMatchObject([
      { field: 'legal_name', before: 'Old Ltd', after: 'New Ltd', difference: null },
    ]);
    const record = await cache.readRecordChanges({ resource: 'issuers', id: 1, since: on(1) });
    expect(record.change?.fields.map(({ field }) => field)).toEqual(['legal_name']);
    expect((await cache.readRecordChanges({ resource: 'issuers', id: 1, since: on(2) })).change).toBeNull();
  });
});
