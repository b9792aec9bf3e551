import { describe, expect, it } from 'vitest';
import { bench, minute } from './recordReaderBench.ts';
import { failureOf } from '../../../../support/testService.ts';

describe('without the service', () => {
  it('a fetched page is available, and another query runs on the cached records and says so', async () => {
    const fixture = await bench();
    await fixture.recordReader.list('assets', {});
    await fixture.server[Symbol.asyncDispose]();
    expect((await fixture.recordReader.list('assets', {})).provenance.source).toBe('cache');
    const query = { filter: { operator: 'equals', field: 'name', value: 'Two' } } as const;
    const local = await fixture.recordReader.list('assets', query);
    expect(local.records).toEqual([{ id: 2, name: 'Two' }]);
    expect(local.provenance).toMatchObject({
      source: 'local',
      coverage: { kind: 'partial', cachedRecords: 2 },
    });
    expect(local.provenance.staleReason).toContain('cannot be reached');
  });

  it('a page without a cached record says why, and not that there are none', async () => {
    const fixture = await bench();
    await fixture.recordReader.list('assets', {});
    fixture.answer = 429;
    const query = { pagination: { page: 2, perPage: 2 } };
    expect((await failureOf(fixture.recordReader.list('assets', query))).code).toBe('rate-limited');
    const other = await fixture.recordReader.list('assets', { sort: { field: 'name', direction: 'desc' } });
    expect([other.provenance.source, other.provenance.staleReason]).toEqual([
      'local',
      expect.stringContaining('status 429'),
    ]);
  });

  it('what was never fetched says that the service cannot be reached', async () => {
    const fixture = await bench();
    await fixture.server[Symbol.asyncDispose]();
    expect((await failureOf(fixture.recordReader.list('tokens', {}))).code).toBe('unreachable');
    expect((await failureOf(fixture.recordReader.record('assets', 9))).code).toBe('unreachable');
  });
});

describe('working offline', () => {
  it('sends nothing: pages from the cache, other queries on the cached records, else a failure', async () => {
    const fixture = await bench();
    await fixture.recordReader.list('assets', {});
    fixture.clock.offline = true;
    fixture.clock.now += 24 * 60 * minute;
    const page = await fixture.recordReader.list('assets', {}, { refresh: true });
    expect([page.provenance.source, page.provenance.stale]).toEqual(['cache', true]);
    const sorted = await fixture.recordReader.list('assets', { sort: { field: 'name', direction: 'desc' } });
    expect(sorted.records.map(({ id }) => id)).toEqual([2, 1]);
    expect((await fixture.recordReader.record('assets', 2)).record).toEqual({ id: 2, name: 'Two' });
    expect((await failureOf(fixture.recordReader.list('tokens', {}))).code).toBe('offline');
    expect((await failureOf(fixture.recordReader.record('assets', 9))).code).toBe('offline');
    expect((await fixture.recordReader.describe('assets')).source).toBe('catalogue');
    expect(fixture.server.requests).toHaveLength(1);
  });
});

describe('an order over a part of the records', () => {
  it('states how many the service has, by its last count for this filter', async () => {
    const fixture = await bench();
    fixture.answer = {
      results: [
        { id: 1, name: 'One' },
        { id: 2, name: 'Two' },
      ],
      pagination: { page: 1, perPage: 2, pageCount: 100, resultCount: 200 },
    };
    await fixture.recordReader.list('assets', { pagination: { page: 1, perPage: 2 } });
    fixture.clock.offline = true;
    const sort = { field: 'name', direction: 'desc' } as const;
    const sorted = await fixture.recordReader.list('assets', { sort });
    expect(sorted.provenance.coverage).toEqual({ kind: 'partial', cachedRecords: 2, serviceCount: 200 });
    const filter = { operator: 'equals', field: 'name', value: 'Two' } as const;
    const filtered = await fixture.recordReader.list('assets', { sort, filter });
    expect(filtered.provenance.coverage).toEqual({ kind: 'partial', cachedRecords: 2 });
  });
});
