import { expect, it } from 'vitest';
import { ok, type Result } from '../../../../../preload/contract/failures.ts';
import { queryKey, type Query } from '../../../../../preload/contract/query.ts';
import type { RecordList } from '../../../../../preload/contract/records.ts';
import { ListState } from '../../../../../renderer/features/records/list.svelte.ts';

const request = {
  connectionId: 'one',
  resource: 'assets',
  query: {},
  fields: ['name'],
  perPage: 100,
} as const;
const key = queryKey({ pagination: { page: 1, perPage: 100 } });

function answer(name: string, fetchedAt: number): Result<RecordList> {
  return ok({
    records: [{ id: 1, name }],
    pagination: { page: 1, perPage: 100, pageCount: 1, resultCount: 1 },
    applied: {},
    provenance: {
      connectionId: 'one',
      sample: false,
      source: 'service',
      fetchedAt,
      request: '/v4/assets',
      stale: false,
      coverage: { kind: 'answer' },
    },
  });
}

/** A list that shows its first answer. Later requests wait until the test settles them. */
async function loadedList(name: string, query: Query = {}) {
  const settle: ((result: Result<RecordList>) => void)[] = [];
  const list = new ListState(
    {
      listRecords: () => new Promise((resolve) => settle.push(resolve)),
      cancelRequest: () => Promise.resolve(ok(undefined)),
    },
    { limited: () => false, offline: () => false },
  );
  list.load({ ...request, query });
  settle[0]?.(answer(name, 1));
  await shows(list, name);
  return { list, settle };
}

async function shows(list: ListState, name: string): Promise<void> {
  await expect.poll(() => list.recordAt(0)).toMatchObject({ name });
}

it('shows the answer of Refresh, then the page that was refreshed in the background meanwhile', async () => {
  const { list, settle } = await loadedList('stale');

  list.refresh();
  list.refreshed({ connectionId: 'one', resource: 'assets', key });
  settle[1]?.(answer('asked for', 3));
  await expect.poll(() => list.pending).toBe(false);
  expect(list.recordAt(0)).toMatchObject({ name: 'asked for' });

  // The page may have been refreshed after that answer was made: it is read once more.
  await expect.poll(() => settle).toHaveLength(3);
  settle[2]?.(answer('refreshed', 4));
  await shows(list, 'refreshed');
});

it('reads a page that was refreshed while a Refresh was awaited that the user cancels', async () => {
  const { list, settle } = await loadedList('stale');
  list.refresh();
  list.refreshed({ connectionId: 'one', resource: 'assets', key });
  list.giveUp();
  await expect.poll(() => settle).toHaveLength(3);
  settle[2]?.(answer('refreshed', 4));
  await shows(list, 'refreshed');
});

it('is sorted by all of its columns once a sync has ended', async () => {
  const { list, settle } = await loadedList('of the service', {
    sort: { field: 'name', direction: 'asc', thenBy: [{ field: 'id', direction: 'asc' }] },
  });
  list.refreshed({ connectionId: 'one', resource: 'tokens', key: '' });
  expect(settle).toHaveLength(1);
  list.refreshed({ connectionId: 'one', resource: 'assets', key: '' });
  settle[1]?.(answer('of the cache', 2));
  await shows(list, 'of the cache');
});

it('has its rows when the user returns with the same query, and no others', async () => {
  const { list, settle } = await loadedList('seen before');

  list.suspend();
  list.load(request);
  expect(list.recordAt(0)).toMatchObject({ name: 'seen before' });
  settle[1]?.(answer('seen now', 2));
  await shows(list, 'seen now');

  list.suspend();
  list.load({ ...request, query: { filter: { field: 'id', operator: 'eq', value: 1 } } });
  expect(list.rowCount).toBeNull();
  expect(list.recordAt(0)).toBeUndefined();
});

it('loading ends if the user requests a page that the awaited list starts with', async () => {
  const { list, settle } = await loadedList('before');
  list.refresh();
  list.loadPage(0);
  for (const settleOne of settle.slice(1)) settleOne(answer('after', 2));
  await expect.poll(() => list.pending).toBe(false);
  expect(list.recordAt(0)).toMatchObject({ name: 'after' });
});
