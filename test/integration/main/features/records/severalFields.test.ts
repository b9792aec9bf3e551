import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { oneFieldNote } from '../../../../../preload/contract/answerNotes.ts';
import type { Query } from '../../../../../preload/contract/query.ts';
import { sendJson } from '../../../../support/httpServer.ts';
import { pageOf, queryOf } from '../../../../support/testService.ts';
import { bench, listOf, minute, type Bench } from './recordReaderBench.ts';
import { startSyncBench } from './syncBench.ts';

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

it('the service sorts by the first field, and the answer says so until all records are cached', async () => {
  const fixture = await bench();
  fixture.answer = listOf(...records.slice(2), ...records.slice(0, 2));
  const part = await fixture.recordReader.list('issuers', query);
  expect(ids(part)).toEqual([3, 1, 2]);
  expect(part.provenance.notes).toEqual([oneFieldNote]);
  expect(part.provenance.request).not.toContain('thenBy');
  expect(fixture.server.requests.map(({ path }) => decodeURIComponent(path))).toEqual([
    expect.stringContaining('"sort":{"field":"token_count","direction":"desc"}'),
  ]);

  fixture.answer = pageOf(records);
  await fixture.recordReader.list('issuers', {}, { refresh: true, wait: true });
  const whole = await fixture.recordReader.list('issuers', query);
  expect(ids(whole)).toEqual([3, 2, 1]);
  expect(whole.provenance).toMatchObject({ source: 'local', coverage: { kind: 'complete' } });
  expect(whole.provenance.notes).toBeUndefined();
});

/** All three issuers, in the order of a request, and cached whole: the window may have loaded their only page. */
async function wholeBench(): Promise<Bench> {
  const fixture = await bench();
  fixture.answer = pageOf(records);
  await fixture.recordReader.list('issuers', {}, { wait: true });
  fixture.server.requests.length = 0;
  return fixture;
}
const renamed = records.map((one) => (one.id === 3 ? { ...one, token_count: 1 } : one));

it('a refresh asks the service, and sorts what came by all fields', async () => {
  const fixture = await wholeBench();
  expect(ids(await fixture.recordReader.list('issuers', query))).toEqual([3, 2, 1]);
  expect(fixture.server.requests).toEqual([]);
  fixture.clock.now += minute;
  fixture.answer = pageOf(renamed);
  const refreshed = await fixture.recordReader.list('issuers', query, { refresh: true });
  expect(fixture.server.requests).toHaveLength(1);
  expect(ids(refreshed)).toEqual([2, 1, 3]);
  expect(refreshed.provenance).toMatchObject({
    source: 'local',
    stale: false,
    coverage: { kind: 'complete', asOf: fixture.clock.now },
  });

  fixture.clock.now += minute;
  fixture.answer = 503;
  const failed = await fixture.recordReader.list('issuers', query, { refresh: true });
  expect(ids(failed)).toEqual([2, 1, 3]);
  expect(failed.provenance.staleReason).toContain('status 503');
});

it('a stale whole is shown at once, and refreshed behind', async () => {
  const fixture = await wholeBench();
  fixture.clock.now += 31 * minute;
  fixture.answer = pageOf(renamed);
  const ended = fixture.nextRefresh();
  const shown = await fixture.recordReader.list('issuers', query);
  expect(ids(shown)).toEqual([3, 2, 1]);
  expect(shown.provenance).toMatchObject({ source: 'local', stale: true });
  await ended;
  expect(ids(await fixture.recordReader.list('issuers', query))).toEqual([2, 1, 3]);
  expect(fixture.server.requests).toHaveLength(1);
});

it('a failed background refresh is reported with the next answer, and not repeated at once', async () => {
  const fixture = await wholeBench();
  fixture.clock.now += 31 * minute;
  fixture.answer = 503;
  const ended = fixture.nextRefresh();
  await fixture.recordReader.list('issuers', query);
  await ended;
  const again = await fixture.recordReader.list('issuers', query);
  expect(again.provenance.staleReason).toContain('status 503');
  expect(fixture.server.requests).toHaveLength(1);
});

it('a filter that only the service knows goes to the service, as with one field', async () => {
  const fixture = await wholeBench();
  fixture.answer = pageOf([records[1] ?? {}]);
  const unknown: Query = {
    ...query,
    filter: { operator: 'soundsLike', field: 'name', value: 'Alfa' },
  };
  const list = await fixture.recordReader.list('issuers', unknown);
  expect(ids(list)).toEqual([2]);
  expect(list.provenance.notes).toEqual([oneFieldNote]);
});

it('if the service is unreachable, cached records are sorted by all fields, without a note', async () => {
  const fixture = await bench();
  fixture.answer = listOf(...records);
  await fixture.recordReader.list('issuers', {});
  fixture.answer = 503;
  const list = await fixture.recordReader.list('issuers', query);
  expect(ids(list)).toEqual([3, 2, 1]);
  expect(list.provenance).toMatchObject({ source: 'local', coverage: { kind: 'partial' } });
  expect(list.provenance.staleReason).toContain('status 503');
  expect(list.provenance.notes).toBeUndefined();
});

it('offline, what is cached is sorted by all fields, as a part', async () => {
  const fixture = await bench();
  fixture.answer = listOf(...records);
  await fixture.recordReader.list('issuers', {});
  fixture.clock.offline = true;
  const part = await fixture.recordReader.list('issuers', query);
  expect(ids(part)).toEqual([3, 2, 1]);
  expect(part.provenance.coverage.kind).toBe('partial');
});

it.each<[string, Query['filter']]>([
  ['all records are wanted', undefined],
  ['only the service knows an operator', { operator: 'soundsLike', field: 'name', value: 'a' }],
  ['only the service knows a field', { operator: 'equals', field: 'told_by_the_service_only', value: 'a' }],
])('an export writes fetched records in the order of all fields, if %s', async (_, filter) => {
  await using synced = await startSyncBench();
  synced.before = (_nth, response, url) => {
    sendJson(response, 200, pageOf(records, queryOf({ url }).pagination));
    return true;
  };
  const { path, note } = await synced.exportCsv(filter === undefined ? query : { ...query, filter }, [
    'name',
  ]);
  const text = await readFile(path, 'utf8');
  expect(text.replace('\uFEFF', '')).toBe('name\r\nGamma\r\nAlpha\r\nBeta\r\n');
  const about: unknown = JSON.parse(await readFile(`${path}.json`, 'utf8'));
  expect(about).toMatchObject({ rows: 3, complete: true, source: 'service' });
  expect(note).toBeUndefined();
});
