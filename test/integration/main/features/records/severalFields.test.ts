import { expect, it } from 'vitest';
import { oneFieldNote } from '../../../../../preload/contract/answerNotes.ts';
import type { Query } from '../../../../../preload/contract/query.ts';
import { bench, listOf } from './explorerBench.ts';

/** Lists sorted by several fields, of a service that sorts by one. */

const records = [
  { id: 1, name: 'Beta', token_count: 2 },
  { id: 2, name: 'Alpha', token_count: 2 },
  { id: 3, name: 'Gamma', token_count: 7 },
];
const query: Query = {
  sort: { field: 'token_count', direction: 'desc', thenBy: [{ field: 'name', direction: 'asc' }] },
};
const ids = (list: { records: readonly { id: unknown }[] }): unknown[] => list.records.map(({ id }) => id);

it('the service is asked for the first field, and the answer says so until all records are cached', async () => {
  const it = await bench();
  it.answer = listOf(...records);
  const part = await it.explorer.list('issuers', query);
  expect(ids(part)).toEqual([1, 2, 3]);
  expect(part.provenance.notes).toEqual([oneFieldNote]);
  expect(part.provenance.request).not.toContain('thenBy');
  expect(it.server.requests.map(({ path }) => decodeURIComponent(path))).toEqual([
    expect.stringContaining('"sort":{"direction":"desc","field":"token_count"}'),
  ]);

  it.answer = { results: records, pagination: { page: 1, perPage: 25, pageCount: 1, resultCount: 3 } };
  await it.explorer.list('issuers', {}, { refresh: true, wait: true });
  const whole = await it.explorer.list('issuers', query);
  expect(ids(whole)).toEqual([3, 2, 1]);
  expect(whole.provenance).toMatchObject({ source: 'local', coverage: { kind: 'complete' } });
  expect(whole.provenance.notes).toBeUndefined();
});

it('offline, what is cached is sorted by all fields, as a part', async () => {
  const it = await bench();
  it.answer = listOf(...records);
  await it.explorer.list('issuers', {});
  it.clock.offline = true;
  const part = await it.explorer.list('issuers', query);
  expect(ids(part)).toEqual([3, 2, 1]);
  expect(part.provenance.coverage.kind).toBe('partial');
});
