import { describe, expect, it } from 'vitest';
import { isGroup } from '../../../../preload/contract/query.ts';
import { sendJson } from '../../../support/httpServer.ts';
import { pageOf, queryOf } from '../../../support/testService.ts';
import { nameOf, startSyncBench, type SyncBench } from '../features/records/syncBench.ts';

/** Which cached records a sync keeps, and which it removes. */

const all = { resource: 'issuers' } as const;

const deep = JSON.parse(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`) as object;

describe('a sync with a record that cannot be stored', () => {
  it.each([
    ['is nested too deep', { id: '12', name: 'Deep', deep }, '12 (nested deeper than 200 levels)'],
    ['comes as an error', { id: 12, error: 'timeout' }, '12 (sent as an error)'],
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
    message: expect.stringContaining('9 cached records did not come') as string,
  });
  const names = [...bench.issuers.values()].filter((name) => name.startsWith(filter.value));
  expect(await bench.localNames()).toEqual(expect.arrayContaining(names));
});

it('cached records are requested by fewer ids if the service refuses long requests', async () => {
  await using bench = await startSyncBench({ perPage: 100 });
  await bench.sync();
  for (let id = 3; id <= 30; id += 3) bench.issuers.delete(id);
  let refused = 0;
  bench.before = (_nth, response, path) => {
    // Requests have some spaces at random.
    const isTooLong = path.replaceAll('%20', '').length > 280;
    if (isTooLong) sendJson(response, 414, { message: 'URI too long' });
    refused += Number(isTooLong);
    return isTooLong;
  };
  bench.clock.now += 60_000;
  expect((await bench.sync()).note).toContain('10 records from the cache are no longer at the service.');
  expect(refused).toBeGreaterThan(0);
  expect(await bench.localNames()).toEqual([...bench.issuers.values()]);
});

it('asks for each record that seems gone at its own address, and no longer calls lists complete that have too many such', async () => {
  await using bench = await startSyncBench({ count: 300, perPage: 100 });
  const assets = { resource: 'assets' } as const;
  await bench.sync(assets);
  for (let id = 2; id <= 50; id += 2) bench.issuers.delete(id);
  bench.before = (_nth, response, path) => {
    if (!path.endsWith('/50')) return false;
    sendJson(response, 200, { id: 50, name: nameOf(50) });
    return true;
  };
  bench.clock.now += 60_000;
  expect((await bench.sync(assets)).failure).toMatchObject({
    code: 'incomplete',
    message: expect.stringContaining('25 cached records did not come') as string,
  });
  const others = { operator: 'startsWith', field: 'name', value: 'Issuer 2' } as const;
  const some = { operator: 'startsWith', field: 'name', value: 'Issuer 1' } as const;
  bench.before = () => false;
  for (const filter of [others, some]) expect((await bench.sync({ ...assets, filter })).failure).toBeNull();
  for (let id = 1; id <= 120; id += 1) bench.issuers.delete(id);
  bench.clock.now += 60_000;
  expect((await bench.sync(assets)).failure).toMatchObject({ code: 'many-removed' });
  for (const query of [{}, { filter: some }])
    expect(await bench.cache.completeAsOf({ ...assets, query })).toBeNull();
  expect(await bench.cache.completeAsOf({ ...assets, query: { filter: others } })).not.toBeNull();
});

it('takes a record as gone if its address says so with 410, and keeps it at once if its address fails', async () => {
  await using bench = await startSyncBench();
  const assets = { resource: 'assets' } as const;
  await bench.sync(assets);
  bench.issuers.delete(7);
  let status = 500;
  bench.before = (_nth, response, path) => {
    if (path.endsWith('/7')) sendJson(response, status, { message: 'No.' });
    return path.endsWith('/7');
  };
  bench.clock.now += 60_000;
  expect((await bench.sync(assets)).failure).toMatchObject({ code: 'incomplete' });
  expect(bench.server.requests.filter(({ path }) => path.endsWith('/7'))).toHaveLength(1);
  status = 410;
  bench.clock.now += 60_000;
  expect((await bench.sync(assets)).note).toContain('1 record from the cache is no longer at the service.');
});

describe('records that are requested by id because the list no longer has them', () => {
  const ofCountry = { operator: 'equals', field: 'country', value: 'US' } as const;
  const countries = async ({ cache }: SyncBench): Promise<number> =>
    Number(
      (await cache.runQuery({ resource: 'issuers', query: { filter: ofCountry } }))?.pagination.resultCount,
    );

  it('lose a value that the service has removed', async () => {
    await using bench = await startSyncBench();
    bench.furtherOf = () => ({ country: 'US' });
    await bench.sync();
    expect(await countries(bench)).toBe(35);
    bench.furtherOf = (id) => (id === 7 ? {} : { country: 'US' });
    expect(await bench.sync({ ...all, filter: ofCountry })).toMatchObject({ state: 'done' });
    expect(await countries(bench)).toBe(34);
  });

  it.each([8, 35])(
    'of %i keep their values where the service sends fewer by id, and are called unconfirmed',
    async (count) => {
      await using bench = await startSyncBench({ count });
      bench.furtherOf = () => ({ country: 'US' });
      await bench.sync();
      bench.hidden = new Set(['3', '4']);
      bench.before = (_nth, response, path) => {
        const { filter } = queryOf({ url: path });
        if (filter === undefined || isGroup(filter) || !Array.isArray(filter.value)) return false;
        sendJson(response, 200, { ...bench.read(path), results: filter.value.map((id) => ({ id })) });
        return true;
      };
      const { state, failure } = await bench.sync();
      expect(state).toBe('failed');
      expect(failure?.message).toContain('2 cached records did not come');
      expect(await countries(bench)).toBe(count);
    },
  );
});
