import { expect, it } from 'vitest';
import { newCache } from '../support/newStore.ts';
import { openTestStore } from '../integration/main/store/testStore.ts';

/** A service sends far more than was asked: what the user makes meanwhile is stored at once, and what was not too much is kept. */

const answer = { resource: 'assets', query: {}, etag: null, fetchedAt: 1, request: '/v4/assets' } as const;
const bytesOf = (records: readonly object[]): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ results: records }));
const wide = (id: number, fields: number): object => ({
  ...Object.fromEntries(Array.from({ length: fields }, (_, nth) => [`f${nth.toString()}`, nth])),
  id,
});

it('stores a label while an answer of a million fields is read and stored', async () => {
  await using store = await openTestStore();
  const cache = await store.cache('one');
  const ended: string[] = [];
  const bytes = bytesOf(Array.from({ length: 1000 }, (_, id) => wide(id, 1000)));
  const storing = cache.writeAnswer({ ...answer, bytes }).finally(() => ended.push('answer'));
  await store.user.changeDocuments([{ kind: 'label', id: 'mine', value: { label: 'Mine' } }]);
  ended.push('label');
  await storing;
  expect(ended).toEqual(['label', 'answer']);
});

it('keeps nothing of an answer of 100,000 records where 25 were asked', async () => {
  const cache = await newCache();
  const bytes = bytesOf(Array.from({ length: 100_000 }, (_, id) => ({ id, name: `Asset ${id.toString()}` })));
  const query = { pagination: { page: 1, perPage: 25 } };
  expect(await cache.writeAnswer({ ...answer, query, bytes })).toEqual({
    problem: 'The response is not a list of records.',
  });
});

it('leaves out a record with 150,000 members in one field, or a name of 1 MB, and says so', async () => {
  const cache = await newCache();
  const bytes = bytesOf([
    { id: 1, market_value_dollar: wide(1, 150_000) },
    { id: 2, list: Array.from({ length: 150_000 }, () => 0) },
    { id: 3, ['x'.repeat(1_000_000)]: 1 },
    { id: 4, metric: { ['x'.repeat(2000)]: 1 } },
    { id: 5, metric: wide(1, 5000) },
  ]);
  const many = 'larger than 100,000 values';
  const long = 'longer than 1,000 characters in the name of a field';
  const stored = await cache.writeAnswer({ ...answer, bytes });
  if ('problem' in stored) throw new Error(stored.problem);
  expect(stored.records.map(({ id }) => id)).toEqual([5]);
  expect(stored.notes).toEqual([
    `4 records of this answer are left out: 1 (${many}), 2 (${many}), 3 (${long}), 4 (${long}).`,
  ]);
});

it('keeps 5,000 fields of a record that has 100,000, and names it', async () => {
  const cache = await newCache();
  const bytes = bytesOf([wide(1, 100_000), { id: 2 }]);
  const stored = await cache.writeAnswer({ ...answer, bytes });
  expect(stored).toMatchObject({
    records: [{ id: 1, f0: 0 }, { id: 2 }],
    notes: ['Fields beyond the first 5,000 are left out of: 1.'],
  });
  const single = await cache.readRecordAnswer(new TextEncoder().encode(JSON.stringify(wide(7, 100_000))), 7);
  if (single === null || 'problem' in single) throw new Error('It is no record.');
  expect(Object.keys(single.record)).toHaveLength(5000);
  expect(single.notes).toEqual(['Fields beyond the first 5,000 are left out of: 7.']);
});
