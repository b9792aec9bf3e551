import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runExport } from '../../../../../main/features/exports/runExport.ts';
import { oneFieldNote } from '../../../../../preload/contract/answerNotes.ts';
import { defaultOptions } from '../../../../../preload/contract/exports.ts';
import type { Query } from '../../../../../preload/contract/query.ts';
import { workers } from '../../../../support/built.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { sendJson } from '../../../../support/httpServer.ts';
import { bench, listOf } from './explorerBench.ts';
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

it('the service is asked for the first field, and the answer says so until all records are cached', async () => {
  const fixture = await bench();
  fixture.answer = listOf(...records);
  const part = await fixture.explorer.list('issuers', query);
  expect(ids(part)).toEqual([1, 2, 3]);
  expect(part.provenance.notes).toEqual([oneFieldNote]);
  expect(part.provenance.request).not.toContain('thenBy');
  expect(fixture.server.requests.map(({ path }) => decodeURIComponent(path))).toEqual([
    expect.stringContaining('"sort":{"field":"token_count","direction":"desc"}'),
  ]);

  fixture.answer = { results: records, pagination: { page: 1, perPage: 25, pageCount: 1, resultCount: 3 } };
  await fixture.explorer.list('issuers', {}, { refresh: true, wait: true });
  const whole = await fixture.explorer.list('issuers', query);
  expect(ids(whole)).toEqual([3, 2, 1]);
  expect(whole.provenance).toMatchObject({ source: 'local', coverage: { kind: 'complete' } });
  expect(whole.provenance.notes).toBeUndefined();
});

it('offline, what is cached is sorted by all fields, as a part', async () => {
  const fixture = await bench();
  fixture.answer = listOf(...records);
  await fixture.explorer.list('issuers', {});
  fixture.clock.offline = true;
  const part = await fixture.explorer.list('issuers', query);
  expect(ids(part)).toEqual([3, 2, 1]);
  expect(part.provenance.coverage.kind).toBe('partial');
});

it('an export fetches all records, and writes them in the order of all fields', async () => {
  await using synced = await startSyncBench();
  const { explorer, cache, clock, server } = synced;
  synced.before = (_nth, response) => {
    const pagination = { page: 1, perPage: 1000, pageCount: 1, resultCount: records.length };
    sendJson(response, 200, { results: records, pagination });
    return true;
  };
  const connection = { id: 'test', name: 'Test', baseUrl: server.url, sample: false };
  const path = join(makeTemporaryFolder('several-fields'), 'issuers.csv');
  const result = await runExport(
    { connection, explorer, cache, offline: false, workerUrl: workers.export, now: () => clock.now },
    {
      connectionId: 'test',
      scope: { kind: 'query', resource: 'issuers', query },
      format: 'csv',
      columns: ['name'],
      options: { ...defaultOptions('csv'), headings: 'names' },
    },
    path,
    { signal: new AbortController().signal, update: () => undefined },
  );
  const lines = (await readFile(path, 'utf8')).replace('\uFEFF', '').trim().split(/\r?\n/);
  expect(lines).toEqual(['name', 'Gamma', 'Alpha', 'Beta']);
  expect(result).toMatchObject({ rows: 3, complete: true });
});
