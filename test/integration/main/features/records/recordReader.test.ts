import type { Query } from '../../../../../preload/contract/query.ts';
import { describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { bench, listOf, minute, opened } from './recordReaderBench.ts';
import { startSyncBench } from './syncBench.ts';
import { failureOf, pageOf } from '../../../../support/testService.ts';

describe('a list', () => {
  it('comes from the service once, and from the cache while it is fresh, with its provenance', async () => {
    const { recordReader, server, clock } = await bench();
    const fetchedAt = clock.now;
    const first = await recordReader.list('assets', {});
    clock.now += 29 * minute;
    const second = await recordReader.list('assets', {});
    expect(server.requests).toHaveLength(1);
    expect(second.records).toEqual(first.records);
    const provenance = {
      connectionId: 'test',
      sample: false,
      fetchedAt,
      request: '/v4/assets',
      stale: false,
      coverage: { kind: 'answer' },
    };
    expect(first.provenance).toEqual({ ...provenance, source: 'service' });
    expect(second.provenance).toEqual({ ...provenance, source: 'cache' });
  });

  it('is refreshed in the background even if its page has all transactions of the filter', async () => {
    const fixture = await bench();
    const query = { filter: { operator: 'equals', field: 'token_id', value: 1 } } as const;
    fixture.answer = {
      results: [{ id: 'a', token_id: 1 }],
      pagination: { page: 1, perPage: 25, pageCount: 1, resultCount: 1 },
    };
    // With the mark of a whole list.
    await fixture.recordReader.list('transactions', query, { wait: true });
    fixture.clock.now += 31 * minute;
    const refreshed = fixture.nextRefresh();
    const stale = await fixture.recordReader.list('transactions', query);
    expect([stale.provenance.source, stale.provenance.stale]).toEqual(['cache', true]);
    await refreshed;
    expect(fixture.server.requests).toHaveLength(2);
  });

  it('is shown stale at once and refreshed behind', async () => {
    const fixture = await bench();
    await fixture.recordReader.list('assets', {});
    fixture.clock.now += 31 * minute;
    fixture.answer = listOf({ id: 1, name: 'One, renamed' });
    const refreshed = fixture.nextRefresh();
    const stale = await fixture.recordReader.list('assets', {});
    expect([stale.provenance.source, stale.provenance.stale, stale.records.length]).toEqual([
      'cache',
      true,
      2,
    ]);
    await refreshed;
    const fresh = await fixture.recordReader.list('assets', {});
    expect([fresh.provenance.stale, fresh.records]).toEqual([false, [{ id: 1, name: 'One, renamed' }]]);
    expect([fixture.server.requests.length, fixture.refreshed]).toEqual([2, ['assets {}']]);
  });

  it('is refreshed, and says so until then, if another answer brought other values of its records', async () => {
    const fixture = await bench();
    const { recordReader, clock } = fixture;
    const one = (value: string) => ({ filter: { operator: 'equals', field: 'name', value } }) as const;
    fixture.answer = listOf({ id: 1, name: 'One' });
    await recordReader.list('assets', one('One'));
    clock.now += minute;
    fixture.answer = listOf({ id: 1, name: 'Two' }, { id: 2, name: 'Two' });
    await recordReader.list('assets', one('Two'));
    const said = '1 record of this page came again later with other values, which are shown.';
    clock.offline = true;
    expect((await recordReader.list('assets', one('One'))).provenance.notes).toEqual([said]);
    expect((await recordReader.list('assets', one('Two'))).provenance.notes).toBeUndefined();
    clock.offline = false;
    fixture.answer = listOf({ id: 3, name: 'One' });
    const refreshed = fixture.nextRefresh();
    expect((await recordReader.list('assets', one('One'))).provenance.notes).toEqual([said]);
    await refreshed;
    const { records, provenance } = await recordReader.list('assets', one('One'));
    expect([records, provenance.notes]).toEqual([[{ id: 3, name: 'One' }], undefined]);
  });

  it('is fetched whole where the service confirms it, but another answer brought other values', async () => {
    const fixture = await bench();
    const { recordReader, clock } = fixture;
    const sorted = { sort: { field: 'name', direction: 'desc' } } as const;
    fixture.etag = '"one"';
    fixture.answer = listOf({ id: 1, name: 'One' });
    const { records } = await recordReader.list('assets', {});
    clock.now += minute;
    fixture.etag = '"of a replica"';
    fixture.answer = listOf({ id: 1, name: 'Other' });
    await recordReader.list('assets', sorted);
    fixture.etag = '"one"';
    fixture.answer = listOf({ id: 1, name: 'One' });
    expect((await recordReader.list('assets', {}, { refresh: true })).records).toEqual(records);
  });

  it('that has not changed at the service is fresh again, without a body, also after a restart', async () => {
    const folder = makeTemporaryFolder('recordReader');
    const first = await bench(folder);
    first.etag = '"one"';
    const { records } = await first.recordReader.list('assets', {});
    for (const thing of opened.splice(0).reverse()) await thing[Symbol.asyncDispose]();

    const again = await bench(folder);
    again.etag = '"one"';
    // Whatever a body would say is not read.
    again.answer = listOf({ id: 3, name: 'Three' });
    again.clock.now += 31 * minute;
    const renewed = await again.recordReader.list('assets', {}, { refresh: true });
    expect(renewed.records).toEqual(records);
    expect(renewed.provenance).toMatchObject({ fetchedAt: again.clock.now, stale: false });
    again.etag = '"two"';
    expect((await again.recordReader.list('assets', {}, { refresh: true })).records).toEqual([
      { id: 3, name: 'Three' },
    ]);
  });

  it('stays with the reason when the refresh fails, and no request is sent for a minute', async () => {
    const fixture = await bench();
    await fixture.recordReader.list('assets', {});
    fixture.clock.now += 31 * minute;
    fixture.answer = 503;
    const refreshed = fixture.nextRefresh();
    await fixture.recordReader.list('assets', {});
    await refreshed;
    const kept = await fixture.recordReader.list('assets', {});
    expect(kept.records).toHaveLength(2);
    expect(kept.provenance).toMatchObject({ source: 'cache', stale: true });
    expect(kept.provenance.staleReason).toContain('status 503');
    expect(fixture.server.requests).toHaveLength(2);
    fixture.clock.now += 2 * minute;
    const again = fixture.nextRefresh();
    await fixture.recordReader.list('assets', {});
    await again;
    expect(fixture.server.requests).toHaveLength(3);
  });

  it('is requested again when the user refreshes, and stays when that fails', async () => {
    const fixture = await bench();
    await fixture.recordReader.list('assets', {});
    fixture.answer = listOf({ id: 3 });
    expect((await fixture.recordReader.list('assets', {}, { refresh: true })).records).toEqual([{ id: 3 }]);
    fixture.answer = 500;
    const kept = await fixture.recordReader.list('assets', {}, { refresh: true });
    expect([kept.records, kept.provenance.source]).toEqual([[{ id: 3 }], 'cache']);
    expect(kept.provenance.staleReason).toContain('status 500');
  });

  it('does not hide that the question is wrong behind an older answer', async () => {
    const fixture = await bench();
    await fixture.recordReader.list('assets', {});
    fixture.answer = 400;
    expect((await failureOf(fixture.recordReader.list('assets', {}, { refresh: true }))).code).toBe(
      'bad-query',
    );
  });

  it('counts as old when the clock was set back', async () => {
    const fixture = await bench();
    await fixture.recordReader.list('assets', {});
    fixture.clock.now -= 24 * 60 * minute;
    const refreshed = fixture.nextRefresh();
    await fixture.recordReader.list('assets', {});
    await refreshed;
    expect(fixture.server.requests).toHaveLength(2);
  });

  it('that was refreshed is newer than a sync which ended under a clock that was ahead', async () => {
    await using fixture = await startSyncBench();
    await fixture.sync({ resource: 'transactions' });
    fixture.clock.now -= 24 * 60 * minute;
    await fixture.recordReader.list('transactions', {}, { refresh: true });
    const { length } = fixture.server.requests;
    const again = await fixture.recordReader.list('transactions', {});
    expect([again.provenance.source, again.provenance.fetchedAt]).toEqual(['cache', fixture.clock.now]);
    expect(fixture.server.requests).toHaveLength(length);
    fixture.clock.offline = true;
    expect((await fixture.recordReader.list('transactions', {})).provenance.source).toBe('cache');
  });
});

describe('an empty list', () => {
  const some = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const none = { results: [], pagination: { page: 1, perPage: 2, pageCount: 0, resultCount: 0 } };
  it.each<[string, Query]>([
    ['without a filter', {}],
    ['of a filter', { filter: { operator: 'gte', field: 'id', value: 0 } }],
  ])('%s is asked for once more by another URL, whose records are the page', async (_what, asked) => {
    const { recordReader, server, ...fixture } = await bench();
    const ofTwo = { ...asked, pagination: { page: 1, perPage: 2 } };
    fixture.answerTo(({ pagination }) => (pagination?.perPage === 2 ? none : pageOf(some, pagination)));
    const list = await recordReader.list('assets', ofTwo);
    expect([list.records, list.pagination]).toEqual([
      some.slice(0, 2),
      { page: 1, perPage: 2, pageCount: 2, resultCount: 3 },
    ]);
    expect((await recordReader.list('assets', ofTwo)).records).toEqual(some.slice(0, 2));
    expect(server.requests).toHaveLength(2);
  });

  it('that stays empty is reported, and does not replace an older page', async () => {
    const fixture = await bench();
    fixture.answer = none;
    const empty = {
      code: 'incomplete',
      message: 'The service lists no assets. It may have none yet: try again later.',
    };
    expect(await failureOf(fixture.recordReader.list('assets', {}))).toMatchObject(empty);
    expect(fixture.server.requests).toHaveLength(2);
    fixture.answer = listOf(...some);
    expect((await fixture.recordReader.list('assets', {})).records).toEqual(some);
    fixture.answer = none;
    const kept = await fixture.recordReader.list('assets', {}, { refresh: true });
    expect([kept.records, kept.provenance.staleReason]).toEqual([some, empty.message]);
    const filter = { operator: 'equals', field: 'name', value: 'None' } as const;
    expect((await fixture.recordReader.list('assets', { filter })).records).toEqual([]);
  });
});

describe('work that puts pages together', () => {
  it('takes only what was fetched after its start, and no older page if that fails', async () => {
    const fixture = await bench();
    await fixture.recordReader.list('assets', {});
    fixture.clock.now += minute;
    fixture.answer = listOf({ id: 3 });
    const list = await fixture.recordReader.list('assets', {}, { notBefore: fixture.clock.now });
    expect(list.records).toEqual([{ id: 3 }]);
    fixture.clock.now += minute;
    fixture.answer = 500;
    expect(
      (await failureOf(fixture.recordReader.list('assets', {}, { notBefore: fixture.clock.now }))).code,
    ).toBe('service-error');
  });

  it('runs on the cached records alone when it works offline', async () => {
    const fixture = await bench();
    await fixture.recordReader.list('assets', {});
    fixture.clock.offline = true;
    const list = await fixture.recordReader.list('assets', {}, { notBefore: fixture.clock.now });
    expect(list.provenance.source).toBe('local');
  });
});

describe('a reader who waits', () => {
  it('is given the refreshed page, or the stale one with the reason', async () => {
    const fixture = await bench();
    await fixture.recordReader.list('assets', {});
    fixture.clock.now += 31 * minute;
    fixture.answer = listOf({ id: 3 });
    expect((await fixture.recordReader.list('assets', {}, { wait: true })).records).toEqual([{ id: 3 }]);
    fixture.clock.now += 31 * minute;
    fixture.answer = 503;
    const kept = await fixture.recordReader.list('assets', {}, { wait: true });
    expect([kept.records, kept.provenance.staleReason]).toEqual([
      [{ id: 3 }],
      expect.stringContaining('status 503'),
    ]);
  });
});

describe('a record', () => {
  it('opens from the list it came with, without a request', async () => {
    const fixture = await bench();
    await fixture.recordReader.list('assets', {});
    const { record, provenance } = await fixture.recordReader.record('assets', '1');
    expect([record, provenance.source, fixture.server.requests.length]).toEqual([
      { id: 1, name: 'One' },
      'cache',
      1,
    ]);
  });

  it('is fetched when it is not there, and refreshed behind when it is old', async () => {
    const fixture = await bench();
    fixture.answer = { id: 7, name: 'Seven' };
    expect((await fixture.recordReader.record('assets', 7)).provenance.source).toBe('service');
    fixture.clock.now += 31 * minute;
    fixture.answer = { id: 7, name: 'Seven, renamed' };
    const refreshed = fixture.nextRefresh();
    expect((await fixture.recordReader.record('assets', 7)).provenance.stale).toBe(true);
    await refreshed;
    expect((await fixture.recordReader.record('assets', 7)).record).toEqual({
      id: 7,
      name: 'Seven, renamed',
    });
  });

  it('is the one that was asked for, with its id as a number or a text, alone or among others', async () => {
    const fixture = await bench();
    const [seven, eight] = [{ id: '7', name: 'Seven' }, { id: 8 }];
    for (const answer of [seven, { results: seven }, { results: [eight, seven] }]) {
      fixture.answer = answer;
      const { record } = await fixture.recordReader.record('assets', 7, { refresh: true });
      expect(record).toEqual(seven);
    }
  });

  it.each<['assets' | 'issuers', object]>([
    ['assets', { id: 8 }],
    ['assets', { results: { id: '8' } }],
    ['assets', { results: [{ id: 8 }, { id: 9 }] }],
    ['issuers', { results: [{ id: 8 }], pagination: { page: 1, perPage: 1 } }],
  ])('that is another is not taken for it: %s, %j', async (resource, answer) => {
    const fixture = await bench();
    fixture.answer = answer;
    expect(await failureOf(fixture.recordReader.record(resource, 7))).toMatchObject({
      code: 'bad-answer',
      detail: 'The response has record 8 instead of 7.',
    });
    fixture.clock.offline = true;
    expect((await failureOf(fixture.recordReader.record(resource, 8))).code).toBe('offline');
  });

  it('of a transaction is never looked up again: that would spend the hourly budget', async () => {
    const fixture = await bench();
    fixture.answer = listOf({ id: '1-0xab-0-0', amount: 5 });
    await fixture.recordReader.list('transactions', {});
    fixture.clock.now += 24 * 60 * minute;
    const { provenance } = await fixture.recordReader.record('transactions', '1-0xab-0-0');
    expect([provenance.source, provenance.stale, fixture.server.requests.length]).toEqual(['cache', true, 1]);
  });
});

describe('metadata', () => {
  it('are cached for a day, and made from the catalogue where the service has none', async () => {
    const fixture = await bench();
    fixture.answer = { fields: [{ name: 'field_of_tomorrow', type: 'text', operators: ['equals'] }] };
    const first = await fixture.recordReader.describe('tokens');
    expect(first.source).toBe('service');
    expect(first.fields.at(-1)).toMatchObject({ name: 'field_of_tomorrow', origin: 'service' });
    fixture.clock.now += 23 * 60 * minute;
    expect(await fixture.recordReader.describe('tokens')).toEqual(first);
    expect(fixture.server.requests.map(({ path }) => path)).toEqual(['/v4/tokens/meta']);
    fixture.answer = 404;
    const fallback = await fixture.recordReader.describe('assets');
    expect(fallback.source).toBe('catalogue');
    expect(fallback.fields.length).toBeGreaterThan(200);
    expect(fallback.problem).toContain('status 404');
    // An endpoint that is missing is not asked again by each view.
    await fixture.recordReader.describe('assets');
    expect(fixture.server.requests).toHaveLength(2);
    await fixture.recordReader.describe('assets', { refresh: true });
    expect(fixture.server.requests).toHaveLength(3);
  });

  it('of aggregates name the measures, of the service or of the catalogue', async () => {
    const fixture = await bench();
    fixture.answer = {
      fields: { measure_slug: { type: 'string', selectOptions: [{ value: 'net_flow', label: 'Net flow' }] } },
      aggregate: { groupBy: ['date', 'phase'] },
    };
    const told = await fixture.recordReader.describeAggregates('tokens');
    expect(told.measures).toEqual([{ value: 'net_flow', label: 'Net flow' }]);
    expect(told.aggregate).toMatchObject({ groupBy: ['date', 'phase'], mode: ['stock', 'flow'] });
    fixture.answer = 500;
    const known = await fixture.recordReader.describeAggregates('assets');
    expect(known.measures.map(({ value }) => value)).toContain('total_asset_value_dollar');
    expect(known.aggregate.groupBy).toContain('network_id');
    expect(fixture.server.requests.map(({ path }) => path)).toEqual([
      '/v4/tokens/aggregates/meta',
      '/v4/assets/aggregates/meta',
    ]);
  });
});
