import { describe, expect, it } from 'vitest';
import { mkdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { openUserDatabase } from '../../../../main/store/user/userDatabase.ts';
import { dayNumber, dayText } from '../../../../preload/contract/days.ts';
import { isGroup, type Filter, type Query, type Scalar } from '../../../../preload/contract/query.ts';
import { sendJson } from '../../../support/httpServer.ts';
import { pageOf, queryOf } from '../../../support/testService.ts';
import { someOf } from '../../../support/scale.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { startCommand } from '../cli/startCommand.ts';
import { nameOf, startSyncBench, type SyncBench } from '../features/records/syncBench.ts';

/** A sync of a service whose records come, go and change while it reads them, and of services that answer oddly. */

const all = { resource: 'issuers' } as const;

describe('a sync of a changing service', () => {
  it('loses no record if one before the current page is deleted and one after it is added', async () => {
    await using bench = await startSyncBench();
    bench.before = (nth) => {
      if (nth === 2) {
        bench.issuers.delete(5);
        bench.issuers.set(36, nameOf(36));
      }
      return false;
    };
    expect((await bench.sync()).state).toBe('done');
    const names = await bench.localNames();
    expect(names).toEqual(expect.arrayContaining([...bench.issuers.values()]));
  });

  it('reads again if figures changed during the first pass', async () => {
    await using bench = await startSyncBench();
    let day = 'Monday';
    bench.furtherOf = () => ({ description: day });
    bench.before = (nth) => {
      if (nth === 4) day = 'Tuesday';
      return false;
    };
    const job = await bench.sync();
    expect([job.state, job.note]).toEqual(['done', undefined]);
    const { records } = await bench.cache.runQuery({
      resource: 'issuers',
      query: { pagination: { perPage: 100 } },
    });
    expect(new Set(records.map(({ description }) => description))).toEqual(new Set(['Tuesday']));
  });

  it('removes records that a sample finds deleted after the last page', async () => {
    await using bench = await startSyncBench();
    bench.before = (_nth, _response, path) => {
      const { filter } = queryOf({ url: path });
      const ids = filter === undefined || isGroup(filter) || !Array.isArray(filter.value) ? [] : filter.value;
      // Of the sample itself: it is of ten records anywhere.
      if (bench.issuers.size === 35) for (const id of ids.slice(0, 3)) bench.issuers.delete(Number(id));
      return false;
    };
    expect((await bench.sync()).state).toBe('done');
    expect(await bench.localNames()).toEqual([...bench.issuers.values()]);
    expect(bench.issuers.size).toBe(32);
  });

  it('reports a change that only the update times of records show', async () => {
    await using bench = await startSyncBench({ count: 300 });
    bench.clock.now = Date.UTC(2026, 0, 2);
    let nth = 0;
    bench.before = (request) => {
      nth = request;
      bench.clock.now += 1000;
      return false;
    };
    bench.furtherOf = (id) => {
      const isNew = nth > 5 && [1, 2, 290].includes(id);
      return { description: String(isNew), _updated_at: isNew ? '2026-01-02 00:00:05' : '2026-01-01' };
    };
    const { state, note } = await bench.sync();
    expect(state).toBe('done');
    const query: Query = { filter: { operator: 'in', field: 'id', value: [1, 2, 290] } };
    const { records } = await bench.cache.runQuery({ ...all, query });
    // A sample that has one of the three has everything read again: then all are of the new state.
    if (!records.every(({ description }) => description === 'true'))
      expect(note).toContain('over a change of the service’s data');
  });

  it('reports a service that changes its figures with each answer', async () => {
    await using bench = await startSyncBench();
    let version = 0;
    bench.furtherOf = () => ({ description: version.toString() });
    bench.before = () => {
      version += 1;
      return false;
    };
    const { state, note } = await bench.sync();
    expect(state).toBe('done');
    expect(note).toMatch(/^Read from 2026-01-01 00:00 UTC to .* over a change of the service’s data\.$/);
    expect(await bench.cache.syncs.listComplete()).toMatchObject([{ changed: true }]);
  });

  it.each([
    ['nothing', 0],
    ['a few', 10],
  ])(
    'removes nothing from the cache while the service lists %s, unless the user accepts it',
    async (_what, left) => {
      await using bench = await startSyncBench({ count: 60 });
      await bench.sync();
      for (let id = left + 1; id <= 60; id += 1) bench.issuers.delete(id);
      bench.clock.now += 1000;
      const failed = await bench.sync();
      expect(failed.failure).toEqual({
        code: 'many-removed',
        message: `${(60 - left).toString()} of 60 records were not in the answer. Nothing was removed. Sync again later, or accept the removals.`,
        ...(left === 0 ? { detail: 'The service lists no record.' } : {}),
      });
      expect(await bench.localNames()).toHaveLength(60);
      const { state, failure } = await bench.sync(all, true);
      // A list of nothing is never called complete.
      if (left === 0) expect(failure?.message).toContain('The service lists no record.');
      else expect(state).toBe('done');
      expect(await bench.localNames()).toHaveLength(left);
    },
  );

  it('requests cached records by id if the list omits them', async () => {
    await using bench = await startSyncBench();
    await bench.sync();
    bench.clock.now += 1000;
    const hidden = new Set(['7', '8']);
    bench.hidden = hidden;
    expect((await bench.sync()).note).toBeUndefined();
    expect(await bench.localNames()).toHaveLength(35);
  });
});

const deep = JSON.parse(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`) as object;

describe('a sync with a record that cannot be stored', () => {
  it.each([
    ['is nested too deep', { id: '12', name: 'Deep', deep }, '12 (nested deeper than 200 levels)'],
    ['has no id', { name: 'Nameless' }, 'record 12 of the list (no id)'],
    ['has the id of another one', { id: 11, name: 'Twin' }, '11 (the id of another record)'],
  ])('stores all others if one %s', async (_what, odd, name) => {
    await using bench = await startSyncBench();
    bench.replaced.set(12, odd);
    const job = await bench.sync();
    expect(job).toMatchObject({
      state: 'done',
      note: `Complete but for 1 record that could not be kept: ${name}.`,
    });
    expect(await bench.localNames()).toHaveLength(34);
    expect((await bench.sync()).note).toContain('Complete but for 1 record');
  });

  it('reports the missing record in every answer that counts all records', async () => {
    await using bench = await startSyncBench();
    bench.replaced.set(12, { id: '12', name: 'Deep', deep });
    for (const resource of ['issuers', 'transactions'] as const) await bench.sync({ resource });
    const { cache, clock } = bench;
    const complete = { completeAsOf: clock.now, leftOut: 1 };
    const [resource, query] = [
      'transactions',
      { filter: { operator: 'gt', field: 'id', value: 3 } },
    ] as const;
    const ranking = { resource, days: 7, by: 'record', order: 'amount', page: 1, perPage: 10 } as const;
    const rows = [{ field: 'date' }];
    const answers = {
      list: await cache.runQuery({ resource, query }),
      whole: await cache.readCompleteness({ resource, query }),
      totals: (await cache.readTotals({ resource, query, rows, measures: [{ kind: 'count' }] })).read,
      summary: await cache.readSummary({ resource, query, fields: ['date'] }),
      changes: await cache.listStatedChanges(ranking),
      wallet: await cache.readWallet({ address: '0xa' }),
      pair: await cache.readWallet({ address: '0xa', other: '0xb' }),
      flows: await cache.readWalletFlows({ address: '0xa' }),
      token: await cache.readTokenActivity(1),
      holding: (await cache.readHoldings()).find((holding) => holding.resource === resource),
    };
    for (const [name, answer] of Object.entries(answers))
      expect([name, answer]).toEqual([name, expect.objectContaining(complete)]);
    clock.offline = true;
    expect((await bench.recordReader.list(resource, query)).provenance.coverage).toMatchObject({
      leftOut: 1,
    });
    expect(await bench.recordReader.list('issuers', {})).toMatchObject({
      provenance: { coverage: { kind: 'complete', leftOut: 1 } },
    });
  });
});

describe('a cached record that the list omits', () => {
  it('stays if the service returns it in an unreadable form, while a deleted one is removed', async () => {
    await using bench = await startSyncBench();
    await bench.sync();
    bench.replaced.set(12, { id: '12', name: 'Deep', deep });
    bench.issuers.delete(13);
    bench.clock.now += 1000;
    const { note } = await bench.sync();
    expect(note).toContain('Complete but for 1 record that could not be kept: 12 (nested');
    expect(note).toContain('1 record from the cache is no longer at the service.');
    const names = await bench.localNames();
    expect([names.includes(nameOf(12)), names.includes(nameOf(13))]).toEqual([true, false]);
    expect((await bench.cache.syncs.listVanished(0)).map(({ id }) => id)).toEqual(['13']);
  });

  it('stays if the service returns fewer records than it counts', async () => {
    await using bench = await startSyncBench();
    await bench.sync();
    bench.hidden = new Set(['7', '8']);
    bench.clock.now += 1000;
    bench.before = (_nth, response, path) => {
      if (!path.includes('%22in%22')) return false;
      const pagination = { page: 1, perPage: 100, pageCount: 1, resultCount: 2 };
      sendJson(response, 200, { results: [], pagination });
      return true;
    };
    expect((await bench.sync()).failure).toMatchObject({
      code: 'incomplete',
      message: expect.stringContaining('2 cached records did not come') as string,
    });
    expect(await bench.localNames()).toHaveLength(35);
  });

  it('stays, with a message, if the service returns other records for its id', async () => {
    await using bench = await startSyncBench();
    await bench.sync();
    bench.issuers.delete(7);
    bench.clock.now += 1000;
    bench.before = (_nth, response, path) => {
      if (!path.includes('%22in%22')) return false;
      const pagination = { page: 1, perPage: 1, pageCount: 34, resultCount: 34 };
      sendJson(response, 200, { results: [{ id: '1', name: nameOf(1) }], pagination });
      return true;
    };
    const { failure } = await bench.sync();
    expect(failure?.code).toBe('incomplete');
    expect(failure?.message).toContain('1 cached record did not come');
    expect(await bench.localNames()).toHaveLength(35);
  });
});

describe('a sync of an endless list', () => {
  it('ends with a message if the service ignores paging', async () => {
    await using bench = await startSyncBench();
    bench.before = (_nth, response) => {
      const results = Array.from({ length: 10 }, (_, index) => ({ id: index + 1, name: nameOf(index + 1) }));
      const pagination = { page: 1, perPage: 10, pageCount: 4, resultCount: 35 };
      sendJson(response, 200, { results, pagination });
      return true;
    };
    const job = await bench.sync();
    expect(job.failure?.message ?? job).toContain('10 of 35 that the service counts');
    // It is looked at a second time.
    expect(bench.server.requests.length).toBeLessThan(15);
    expect(await bench.localNames()).toHaveLength(10);
  });

  it('ends with a message if the count grows with each page', async () => {
    await using bench = await startSyncBench();
    bench.before = () => {
      const next = Math.max(...bench.issuers.keys()) + 1;
      for (let id = next; id < next + 10; id += 1) bench.issuers.set(id, nameOf(id));
      return false;
    };
    const { failure } = await bench.sync();
    expect(failure?.message).toContain('grows while it is read');
    expect(bench.server.requests.length).toBeLessThan(100);
  });
});

it('a sync starts over if its start is in the future or more than a day ago', async () => {
  for (const shift of [-2 * 24 * 3_600_000, 24 * 3_600_000 + 1]) {
    await using bench = await startSyncBench();
    bench.before = (nth) => {
      if (nth === 3) bench.jobs.pause(bench.jobs.list()[0]?.id ?? '');
      return false;
    };
    const paused = bench.reached('paused');
    const { id } = bench.syncs.start(all);
    await paused;
    bench.clock.now += shift;
    const sent = bench.server.requests.length;
    const done = bench.reached('done');
    bench.jobs.resume(id);
    await done;
    expect(bench.server.requests.length - sent).toBe(7);
    const [mark] = await bench.cache.syncs.listComplete();
    expect(mark?.asOf).toBe(bench.clock.now);
  }
});

it('records from a sync in the future count as older than any time', async () => {
  await using bench = await startSyncBench();
  bench.clock.now += 24 * 3_600_000;
  await bench.sync();
  bench.clock.now -= 24 * 3_600_000;
  bench.issuers.set(36, nameOf(36));
  const fresh = await bench.recordReader.list('issuers', {}, { notBefore: bench.clock.now });
  expect(fresh.provenance).toMatchObject({ source: 'service', fetchedAt: bench.clock.now });
  expect(fresh.pagination.resultCount).toBe(36);
});

it('a sync with a filter that the service ignores reports it and is complete', async () => {
  await using bench = await startSyncBench();
  bench.before = (_nth, response, path) => {
    const { filter, ...asked } = queryOf({ url: path });
    if (filter === undefined || JSON.stringify(filter).includes('"id"')) return false;
    bench.answer(response, `/v4/issuers?query=${encodeURIComponent(JSON.stringify(asked))}`);
    return true;
  };
  const filter = { operator: 'startsWith', field: 'name', value: 'Issuer 01' } as const;
  const { state, note } = await bench.sync({ ...all, filter });
  expect(state).toBe('done');
  expect(note).toContain('The service did not apply the filter: 25 records of its answer do not match it.');
});

it('a sync with a filter that the service reads differently stores the list but does not mark the filter complete', async () => {
  await using bench = await startSyncBench();
  // It ignores case.
  bench.before = (_nth, response, path) => {
    const asked = decodeURIComponent(path);
    if (!asked.includes('issuer 01')) return false;
    bench.answer(response, asked.replace('issuer 01', 'Issuer 01'));
    return true;
  };
  const subject = { ...all, filter: { operator: 'startsWith', field: 'name', value: 'issuer 01' } } as const;
  const ids = Array.from({ length: 10 }, (_, index) => index + 10);
  const control = { signal: new AbortController().signal, update: () => undefined };
  const { mark, filter, shortfalls } = await bench.syncs.run(subject, 'All', control);
  expect([mark, filter, shortfalls]).toEqual([null, { operator: 'in', field: 'id', value: ids }, []]);
  // A page of them is all, too.
  const query = { filter: subject.filter, pagination: { page: 1, perPage: 25 } };
  bench.clock.now += 60_000;
  expect((await bench.recordReader.list('issuers', query)).records).toHaveLength(10);
  expect(await bench.cache.completeAsOf({ ...all, query })).toBeNull();
  expect(await bench.sync(subject)).toMatchObject({
    state: 'failed',
    failure: {
      code: 'bad-query',
      detail: '10 of 10 records that the service sent do not match the filter here.',
    },
  });
});

it.each(['id', 'name'])(
  'a list is incomplete if the service reads only the first of many values of %s',
  async (field) => {
    await using bench = await startSyncBench({ count: 60, perPage: 100 });
    const readsAtMost = (most: number) => (_nth: number, response: ServerResponse, path: string) => {
      const { filter, ...asked } = queryOf({ url: path });
      if (filter === undefined || isGroup(filter) || !Array.isArray(filter.value)) return false;
      const query = { ...asked, filter: { ...filter, value: filter.value.slice(0, most) } };
      bench.answer(response, `/v4/issuers?query=${encodeURIComponent(JSON.stringify(query))}`);
      return true;
    };
    bench.before = readsAtMost(10);
    // Two of them are no issuers.
    const ids = Array.from({ length: 32 }, (_, index) => index * 2 + 1);
    const filter = { operator: 'in', field, value: field === 'id' ? ids : ids.map(nameOf) } as const;
    // A page of another subject has told that more than these fit into one.
    await bench.recordReader.list('issuers', { pagination: { page: 1, perPage: 60 } });
    const page = { filter, pagination: { page: 1, perPage: 60 } };
    await bench.recordReader.list('issuers', page);
    expect(await bench.cache.completeAsOf({ ...all, query: page })).toBeNull();
    expect((await bench.sync({ ...all, filter })).failure).toMatchObject({
      code: 'incomplete',
      message: expect.stringContaining('requested in another way, it sent 10 further records') as string,
    });
    bench.before = readsAtMost(100);
    bench.clock.now += 60_000;
    const { state, note } = await bench.sync({ ...all, filter });
    expect([state, note]).toEqual(['done', undefined]);
  },
);

it('a list is incomplete if the service applies another filter, but complete if it applies only a part', async () => {
  await using bench = await startSyncBench({ count: 60, perPage: 100 });
  const name = { operator: 'startsWith', field: 'name', value: 'Issuer 01' } as const;
  const unknown = { operator: 'gte', field: 'rank', value: 0 } as const;
  bench.furtherOf = () => ({ rank: 1 });
  const other = (filter: Filter) => (_nth: number, response: ServerResponse, path: string) => {
    const { filter: asked, ...query } = queryOf({ url: path });
    if (!JSON.stringify(asked ?? '').includes('Issuer 01')) return false;
    bench.answer(response, `/v4/issuers?query=${encodeURIComponent(JSON.stringify({ ...query, filter }))}`);
    return true;
  };
  bench.before = other({ ...name, value: 'Issuer 02' });
  const message = 'The service answered another filter: 10 records of its answer do not match.';
  expect((await bench.sync({ ...all, filter: name })).failure).toMatchObject({
    code: 'incomplete',
    message: expect.stringContaining(message) as string,
  });
  bench.before = other(unknown);
  const filter: Filter = { operator: 'and', filters: [name, unknown] };
  const both = { ...all, filter };
  const { state, note } = await bench.sync(both);
  expect([state, note]).toEqual([
    'done',
    expect.stringContaining(
      'The service did not apply the filter: 50 records of its answer do not match it.',
    ),
  ]);
  expect(await bench.cache.completeAsOf({ ...all, query: { filter } })).not.toBeNull();
});

it.each([
  ['nothing', () => [], '2 cached records'],
  ['only the first of them', (ids: readonly unknown[]) => ids.slice(0, 1), '2 cached records'],
  ['only the last of them', (ids: readonly unknown[]) => ids.slice(-1), '2 cached records'],
  ['only the first and the last', (ids: readonly unknown[]) => [ids.at(0), ids.at(-1)], '2 cached records'],
  ['every second of them', (ids: readonly unknown[]) => ids.filter((_, at) => at % 2 === 0), 'cached record'],
])('cached records are not removed if the service returns %s by id', async (_what, sentOf, kept) => {
  await using bench = await startSyncBench();
  await bench.sync();
  bench.hidden = new Set(['7', '30']);
  bench.before = (_nth, response, path) => {
    const { filter } = queryOf({ url: path });
    if (filter === undefined || isGroup(filter) || !Array.isArray(filter.value)) return false;
    const sent = sentOf(filter.value).map((id) => ({ id, name: nameOf(Number(id)) }));
    sendJson(response, 200, pageOf(sent, { page: 1, perPage: 100 }));
    return true;
  };
  bench.clock.now += 60_000;
  expect((await bench.sync()).failure).toMatchObject({
    code: 'incomplete',
    message: expect.stringContaining(
      `${kept} did not come, and the service does not confirm that they are gone: kept.`,
    ) as string,
  });
  expect(await bench.localNames()).toHaveLength(35);
});

it('cached records are not removed if the service reads only the smallest ids and its list has few others', async () => {
  await using bench = await startSyncBench({ perPage: 100 });
  const filter = { operator: 'startsWith', field: 'name', value: 'Issuer 01' } as const;
  await bench.sync({ ...all, filter });
  bench.before = (_nth, response, path) => {
    const { filter: asked, sort, pagination: { page = 1, perPage = 100 } = {} } = queryOf({ url: path });
    if (asked === undefined || isGroup(asked)) return false;
    const listed = [10, 11, 12, 13, 14, 15, 16, 17];
    const values = Array.isArray(asked.value)
      ? asked.value.toSorted((a, b) => Number(a) - Number(b)).slice(0, 5)
      : listed;
    const ids = sort?.direction === 'desc' ? values.toReversed() : values;
    const records = ids.map((id) => ({ id: String(id), name: nameOf(Number(id)) }));
    const sent = records.slice((page - 1) * perPage, page * perPage);
    const pagination = {
      page,
      perPage,
      resultCount: records.length,
      pageCount: Math.ceil(records.length / perPage),
    };
    sendJson(response, 200, { results: sent, pagination });
    return true;
  };
  bench.clock.now += 60_000;
  expect((await bench.sync({ ...all, filter })).failure).toMatchObject({ code: 'incomplete' });
  expect(await bench.localNames()).toEqual(expect.arrayContaining([nameOf(18), nameOf(19)]));
});

it('a list is incomplete if the service lists and counts 25 and neither sorts nor filters by id', async () => {
  await using bench = await startSyncBench({ count: 60, perPage: 100 });
  bench.before = (_nth, response, path) => {
    const { page = 1, perPage = 100 } = queryOf({ url: path }).pagination ?? {};
    const ids = [...bench.issuers.keys()].slice(0, 25).slice((page - 1) * perPage, page * perPage);
    const records = ids.map((id) => ({ id: String(id), name: nameOf(id) }));
    sendJson(response, 200, {
      results: records,
      pagination: { page, perPage, resultCount: 25, pageCount: Math.ceil(25 / perPage) },
    });
    return true;
  };
  expect((await bench.sync()).failure).toMatchObject({
    code: 'incomplete',
    message: expect.stringContaining(
      'The service lists and counts 25 records. That may be its limit, and it does not list them in descending order.',
    ) as string,
  });
});

it('a list is complete if the service fails to list it in descending order', async () => {
  await using bench = await startSyncBench({ perPage: 100 });
  bench.before = (_nth, response, path) => {
    const isOther = queryOf({ url: path }).sort?.direction === 'desc';
    if (isOther) sendJson(response, 500, { message: 'Internal error' });
    return isOther;
  };
  const { state, failure } = await bench.sync();
  expect([state, failure?.message]).toEqual(['done', undefined]);
});

it('keeps records that lists and answers by id lack, if one is at its own address', async () => {
  await using bench = await startSyncBench();
  const assets = { resource: 'assets' } as const;
  await bench.sync(assets);
  const lacking = new Set([7, 8, 21, 30]);
  for (const id of lacking) bench.issuers.delete(id);
  bench.before = (_nth, response, path) => {
    const id = Number(/\/(\d+)$/.exec(path)?.[1] ?? NaN);
    if (!lacking.has(id)) return false;
    sendJson(response, 200, { id, name: nameOf(id) });
    return true;
  };
  bench.clock.now += 60_000;
  expect((await bench.sync(assets)).failure).toMatchObject({
    code: 'incomplete',
    message: expect.stringContaining('4 cached records did not come') as string,
  });
  expect((await bench.cache.runQuery({ ...assets, query: {} })).cachedRecords).toBe(35);
  bench.before = () => false;
  bench.clock.now += 60_000;
  expect((await bench.sync(assets)).note).toContain('4 records from the cache are no longer at the service.');
});

const alternatives: Filter = {
  operator: 'or',
  filters: [11, 47].map((id) => ({ operator: 'equals', field: 'name', value: nameOf(id) })),
};
const ofIssuers: Filter = { operator: 'startsWith', field: 'name', value: 'Issuer' };

it.each<[string, Filter]>([
  ['alternatives', alternatives],
  [
    'alternatives within a group',
    { operator: 'and', filters: [ofIssuers, { operator: 'and', filters: [alternatives] }] },
  ],
])(
  'a list of %s, and a page of it, are incomplete if the service reads only some of them',
  async (_what, filter) => {
    await using bench = await startSyncBench({ count: 60, perPage: 100 });
    bench.before = (_nth, response, path) => {
      const asked = queryOf({ url: path });
      if (asked.filter === undefined) return false;
      const first = (part: Filter): Filter =>
        !isGroup(part)
          ? part
          : part.operator === 'or'
            ? (part.filters[0] ?? part)
            : { ...part, filters: part.filters.map(first) };
      const query = { ...asked, filter: first(asked.filter) };
      bench.answer(response, `/v4/issuers?query=${encodeURIComponent(JSON.stringify(query))}`);
      return true;
    };
    // A page of another subject has told that more than these fit into one.
    await bench.recordReader.list('issuers', { pagination: { page: 1, perPage: 60 } });
    const page = { filter, pagination: { page: 1, perPage: 60 } };
    expect((await bench.recordReader.list('issuers', page)).records).toHaveLength(1);
    expect(await bench.cache.completeAsOf({ ...all, query: page })).toBeNull();
    expect((await bench.sync({ ...all, filter })).failure).toMatchObject({
      code: 'incomplete',
      message: expect.stringContaining('it sent 1 further record.') as string,
    });
  },
);

/** Makes each part of a filter another. */
function changed(filter: Filter, change: (part: Filter) => Filter): Filter {
  return change(
    isGroup(filter) ? { ...filter, filters: filter.filters.map((part) => changed(part, change)) } : filter,
  );
}
const ofValues = (choose: (values: readonly Scalar[]) => Scalar[]) => (part: Filter) =>
  isGroup(part) || !Array.isArray(part.value) ? part : { ...part, value: choose(part.value) };
const ofAlternatives = (change: (parts: Filter[]) => Filter) => (part: Filter) =>
  isGroup(part) && part.operator === 'or' ? change(part.filters) : part;
/** Some records match both. */
const overlapping: Filter = {
  operator: 'or',
  filters: [
    { operator: 'startsWith', field: 'name', value: 'Issuer 01' },
    { operator: 'equals', field: 'ticker', value: 'T1' },
  ],
};
const ids = Array.from({ length: 30 }, (_, at) => at + 1);
const byIds: Filter = { operator: 'in', field: 'id', value: ids };

it.each<[string, Filter, (part: Filter) => Filter]>([
  [
    'only the ten smallest values',
    byIds,
    ofValues((values) => values.toSorted((a, b) => Number(a) - Number(b)).slice(0, 10)),
  ],
  [
    'only the first and last values',
    byIds,
    ofValues((values) => [...values.slice(0, 3), ...values.slice(-3)]),
  ],
  [
    'all values but one',
    byIds,
    ofValues((values) => (values.length === 1 ? [...values] : values.filter((one) => one !== 13))),
  ],
  [
    'the smallest value of an alternative, while the other one has records of all values',
    {
      operator: 'or',
      filters: [
        { operator: 'startsWith', field: 'name', value: 'Issuer 01' },
        { operator: 'in', field: 'ticker', value: ['T2', 'T0', 'T1'] },
      ],
    },
    ofValues((values) => values.toSorted().slice(0, 1)),
  ],
  [
    'values within an alternative',
    { operator: 'or', filters: [byIds, { operator: 'equals', field: 'id', value: 35 }] },
    ofValues((values) => values.toSorted((a, b) => Number(a) - Number(b)).slice(0, 10)),
  ],
  [
    'only one alternative, whose records also match the other',
    overlapping,
    ofAlternatives(([first]) => first ?? byIds),
  ],
  ['only the last alternative', overlapping, ofAlternatives((parts) => parts.at(-1) ?? byIds)],
  ['both alternatives at once', overlapping, ofAlternatives((filters) => ({ operator: 'and', filters }))],
])('a list is incomplete if the service reads %s', async (_what, filter, change) => {
  await using bench = await startSyncBench({ perPage: 100 });
  bench.furtherOf = (id) => ({ ticker: `T${(id % 3).toString()}` });
  bench.before = (_nth, response, path) => {
    const { filter: asked, ...query } = queryOf({ url: path });
    if (asked === undefined) return false;
    const other = { ...query, filter: changed(asked, change) };
    bench.answer(response, `/v4/issuers?query=${encodeURIComponent(JSON.stringify(other))}`);
    return true;
  };
  expect((await bench.sync({ ...all, filter })).failure).toMatchObject({
    code: 'incomplete',
    message: expect.stringContaining('further record') as string,
  });
  bench.before = () => false;
  bench.clock.now += 60_000;
  const { state, note } = await bench.sync({ ...all, filter });
  expect([state, note]).toEqual(['done', undefined]);
});

it.each([10, 33, 64, 100, 127])(
  'a list is incomplete if the service lists and counts only %i records',
  async (most) => {
    await using bench = await startSyncBench({ count: 150, perPage: 20 });
    bench.before = (_nth, response, path) => {
      const { page = 1, perPage = 20 } = queryOf({ url: path }).pagination ?? {};
      const size = Math.min(perPage, 20);
      sendJson(response, 200, {
        results: bench.read(path).results.slice(0, Math.max(0, most - (page - 1) * size)),
        pagination: { page, perPage: size, resultCount: most, pageCount: Math.ceil(most / size) },
      });
      return true;
    };
    expect((await bench.sync()).failure).toMatchObject({
      code: 'incomplete',
      message: expect.stringMatching(/requested in another way, it sent \d+ further records\./) as string,
    });
  },
);

it.each([
  [40, 404, false],
  [100, 400, false],
  [130, 404, true],
])(
  'a list of %i is complete if the service has a fixed page size and answers %i after the last page',
  async (count, status, isSorted) => {
    await using bench = await startSyncBench({ count, perPage: 100 });
    bench.before = (_nth, response, path) => {
      const { pagination: { page = 1 } = {}, sort, ...query } = queryOf({ url: path });
      if (page > Math.ceil(count / 100)) sendJson(response, status, { message: 'Page out of range.' });
      else if (isSorted || sort?.direction === 'asc')
        bench.answer(
          response,
          `/v4/issuers?query=${encodeURIComponent(JSON.stringify({ ...query, sort, pagination: { page, perPage: 100 } }))}`,
        );
      else sendJson(response, 400, { message: 'Invalid sort direction.' });
      return true;
    };
    const { state, failure } = await bench.sync();
    expect([state, failure?.message]).toEqual(['done', undefined]);
    expect(bench.server.requests.length).toBeLessThanOrEqual(count <= 100 ? 3 : 14);
  },
);

it('cached records are not removed if a filtered list is empty and the service returns nothing by id', async () => {
  await using bench = await startSyncBench();
  const filter = { operator: 'startsWith', field: 'name', value: 'Issuer 01' } as const;
  await bench.sync({ ...all, filter });
  bench.before = (_nth, response, path) => {
    if (queryOf({ url: path }).filter === undefined) return false;
    sendJson(response, 200, pageOf([], { page: 1, perPage: 10 }));
    return true;
  };
  bench.clock.now += 60_000;
  expect((await bench.sync({ ...all, filter })).failure).toMatchObject({
    code: 'incomplete',
    message: expect.stringContaining('10 cached records did not come') as string,
  });
  expect(await bench.localNames()).toHaveLength(10);
});

it('a list of values, or of a round number of records, is complete if a record is added before it is compared', async () => {
  await using bench = await startSyncBench({ count: 50, perPage: 100 });
  bench.before = (_nth, _response, path) => {
    const { filter, sort } = queryOf({ url: path });
    if (sort?.direction !== 'desc' && !JSON.stringify(filter ?? '').includes('[100,')) return false;
    const last = bench.issuers.size + 1;
    bench.issuers.set(last, nameOf(last));
    return false;
  };
  const values = Array.from({ length: 100 }, (_, index) => index + 1);
  const filter = { operator: 'in', field: 'id', value: values } as const;
  for (const subject of [all, { ...all, filter }]) {
    const { state, failure } = await bench.sync(subject);
    expect([state, failure?.message]).toEqual(['done', undefined]);
  }
  expect(bench.issuers.size).toBeGreaterThan(51);
});

/** The first days of the windows that were asked for, in the order of the requests. */
function windowsOf({ server }: SyncBench): string[] {
  return server.requests.flatMap(({ path }) => {
    const from = /"operator":"gte","field":"date","value":"([-\d]+)"/.exec(decodeURIComponent(path))?.[1];
    return from === undefined || from.startsWith('1900') ? [] : [from];
  });
}

const wholeList = { resource: 'transactions' } as const;

describe('a sync of a long list of transactions, in windows of days', () => {
  const dates = Array.from({ length: 10 }, (_, days) => dayText(dayNumber('2025-12-23') + days));
  /** Ten days of 2026, the first ones of the year; every fiftieth has none. */
  const dateOf = (id: number): string | null => (id % 50 === 0 ? null : (dates[id % 10] ?? null));

  async function openLong(count: number): Promise<SyncBench> {
    const bench = await startSyncBench({ count });
    bench.furtherOf = (id) => ({ date: dateOf(id) });
    return bench;
  }

  const idsOf = async ({ cache }: SyncBench): Promise<Set<string>> => {
    const query = { pagination: { page: 1, perPage: 1000 } };
    const { records } = await cache.runQuery({ ...wholeList, query });
    return new Set(records.map(({ id }) => String(id)));
  };

  // Of the second as many appear as have no date: the numbers are the same at the end.
  it.each([
    ['', 520],
    [', even if the service cannot filter by a missing date', 509],
  ])('keeps records without a date if others are added during the sync%s', async (refused, last) => {
    await using bench = await openLong(450);
    bench.before = (nth, response, path) => {
      if (nth === 10) for (let id = 501; id <= last; id += 1) bench.issuers.set(id, nameOf(id));
      const isRefused = refused !== '' && path.includes(encodeURIComponent('"field":"date","value":null'));
      if (isRefused) sendJson(response, 400, { message: 'No such filter.' });
      return isRefused;
    };
    const { state, failure } = await bench.sync(wholeList);
    expect([state, failure?.message]).toEqual(['done', undefined]);
    const ids = await idsOf(bench);
    expect([50, 100, 150, 200, 250, 300, 350, 400, 450].filter((id) => !ids.has(id.toString()))).toEqual([]);
  });

  it.each(someOf([2, 3, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50, 53, 56]))(
    'resumes and misses nothing after it is killed at request %i',
    async (at) => {
      await using bench = await openLong(450);
      const folder = makeTemporaryFolder('killed');
      // Short pages and a second look take more requests than an hour has.
      const data = join(folder, 'data');
      mkdirSync(data, { mode: 0o700 });
      const user = openUserDatabase(data);
      user.data.writeSettings({ ...user.data.readSettings(), transactionsPerHour: 10_000 });
      user.close();
      const reached = Promise.withResolvers<null>();
      bench.before = (nth) => {
        if (nth === at) reached.resolve(null);
        return nth === at;
      };
      const killed = startCommand(bench.server.url, folder, 'sync', 'transactions');
      await reached.promise;
      killed.kill();
      await killed.ended;
      const begun = windowsOf(bench);
      for (let id = 7; id < 450; id += 37) {
        bench.issuers.delete(id);
        bench.issuers.set(id + 500, nameOf(id + 500));
      }
      const lasting = [...bench.issuers.keys()].filter((id) => id <= 450).map(String);
      const { code, err } = await startCommand(bench.server.url, folder, 'sync', 'transactions').ended;
      // What went after it was read, a second look removes.
      expect([code, err]).toEqual([
        0,
        expect.stringMatching(/^(\d+ records? from the cache (is|are) no longer at the service\.\n)?$/),
      ]);
      // It goes on in the window it was in, before it looks a second time.
      const [next = ''] = windowsOf(bench).slice(begun.length);
      expect(next >= (begun.at(-1) ?? '')).toBe(true);
      const { out } = await startCommand(
        bench.server.url,
        folder,
        'query',
        'transactions',
        '--all',
        '--offline',
      ).ended;
      const ids = new Set([...out.matchAll(/"id":"(\d+)"/g)].map(([, id = '']) => id));
      expect(lasting.filter((id) => !ids.has(id))).toEqual([]);
    },
  );

  it('reads once more and is complete if a record is deleted during the sync', async () => {
    await using still = await openLong(450);
    await still.sync(wholeList);
    await using bench = await openLong(450);
    bench.before = (nth) => {
      if (nth === 10) bench.issuers.delete(9);
      return false;
    };
    expect((await bench.sync(wholeList)).state).toBe('done');
    expect((await bench.cache.syncs.listComplete()).map(({ count }) => count)).toEqual([449]);
    expect(bench.server.requests.length).toBeLessThan(2 * still.server.requests.length + 4);
  });

  it('takes at most 12 % and 2 requests more than the minimum if nothing changes @nightly', async () => {
    await using bench = await startSyncBench({ count: 40_001, perPage: 1000 });
    bench.furtherOf = (id) => ({ date: dateOf(id) });
    expect((await bench.sync(wholeList)).state).toBe('done');
    expect(bench.server.requests.length).toBeLessThanOrEqual(41 * 1.12 + 2);
  });
});
