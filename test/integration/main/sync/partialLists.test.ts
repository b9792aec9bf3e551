import { expect, it } from 'vitest';
import type { ServerResponse } from 'node:http';
import { isGroup, type Filter, type Scalar } from '../../../../preload/contract/query.ts';
import { sendJson } from '../../../support/httpServer.ts';
import { pageOf, queryOf } from '../../../support/testService.ts';
import { nameOf, startSyncBench, type SyncBench } from '../features/records/syncBench.ts';

/** A sync of a service that lists only a part, or another list than it is asked for. */

const all = { resource: 'issuers' } as const;

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
      message: expect.stringMatching(/requested in another way, it has \d+ further records/) as string,
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
      message: expect.stringContaining('it has 1 further record.') as string,
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
      message: expect.stringMatching(/requested in another way, it has \d+ further records\./) as string,
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
    expect(bench.server.requests.length).toBeLessThanOrEqual(count <= 100 ? 4 : 14);
  },
);

/** Answers lists with these records, in the order and the pages that were asked for. */
function answerWith(bench: SyncBench, recordsOf: (filter: Filter | undefined) => readonly number[]): void {
  bench.before = (_nth, response, path) => {
    const { filter, sort, pagination = {} } = queryOf({ url: path });
    const ids = recordsOf(filter).toSorted((a, b) => (sort?.direction === 'desc' ? b - a : a - b));
    const records = ids.map((id) => ({ id: id.toString(), name: nameOf(id) }));
    sendJson(response, 200, pageOf(records, { perPage: 100, ...pagination }));
    return true;
  };
}

/** Answers the installations’ requests from one service, which caches answers. Returns requests that came again. */
function cacheAnswers(
  service: SyncBench,
  installations: readonly SyncBench[],
  { keyOf = (path: string): string => path, refused = 0 },
): string[] {
  const cached = new Map<string, string>();
  const repeated: string[] = [];
  for (const one of installations)
    one.before = (nth, response, path) => {
      const key = keyOf(path);
      if (cached.has(key)) repeated.push(decodeURIComponent(path));
      const text = cached.get(key) ?? JSON.stringify(service.read(path));
      cached.set(key, text);
      if (nth === refused) sendJson(response, 404, { message: 'Not found.' });
      else sendJson(response, 200, JSON.parse(text));
      return true;
    };
  return repeated;
}

function changeSome({ issuers }: SyncBench, count: number): void {
  issuers.delete(7);
  issuers.set(count + 1, nameOf(count + 1));
  for (const id of issuers.keys()) if (id % 40 === 3) issuers.set(id, `Renamed ${id.toString()}`);
}

it.each([120, 250])(
  'no page of a list of %i is requested as a sync of the last half hour has requested it',
  async (count) => {
    await using bench = await startSyncBench({ count, perPage: 100 });
    // Its cache ignores how a query is written.
    const keyOf = (path: string): string => JSON.stringify(queryOf({ url: path }));
    const repeated = cacheAnswers(bench, [bench], { keyOf, refused: 3 });
    await bench.sync();
    changeSome(bench, count);
    bench.clock.now += 20 * 60_000;
    expect((await bench.sync()).failure).toBeNull();
    expect(repeated).toEqual([]);
    expect(await bench.localNames()).toEqual([...bench.issuers.values()]);
  },
);

it.each([8, 120, 250, 900])(
  'no page of a list of %i is requested as another installation has requested it',
  async (count) => {
    await using first = await startSyncBench({ count, perPage: 100 });
    await using second = await startSyncBench({ perPage: 100 });
    const repeated = cacheAnswers(first, [first, second], {});
    await first.sync();
    changeSome(first, count);
    expect((await second.sync()).failure).toBeNull();
    expect(repeated).toEqual([]);
    expect(await second.localNames()).toEqual([...first.issuers.values()]);
  },
);

it.each([40, 250])(
  'a list of %i is incomplete if the service leaves out some of its records unless it is asked with a filter',
  async (count) => {
    await using bench = await startSyncBench({ count, perPage: 100 });
    const inactive = new Set(['7', '8', '23']);
    expect((await bench.sync()).failure).toBeNull();
    bench.clock.now += 60 * 60_000;
    bench.before = (_nth, response, path) => {
      bench.hidden = queryOf({ url: path }).filter === undefined ? inactive : new Set();
      bench.answer(response, path);
      return true;
    };
    await bench.cache.clear();
    expect((await bench.sync()).failure).toMatchObject({
      code: 'incomplete',
      message: expect.stringContaining('requested in another way, it has 3 further records.') as string,
    });
  },
);

it('an empty answer to a filter is incomplete if a page without the filter has matches', async () => {
  await using bench = await startSyncBench({ perPage: 100 });
  const filter = { operator: 'startsWith', field: 'name', value: 'Issuer 01' } as const;
  answerWith(bench, (asked) => (asked === undefined ? [...bench.issuers.keys()] : []));
  expect((await bench.sync({ ...all, filter })).failure).toMatchObject({
    code: 'incomplete',
    message: expect.stringContaining('requested in another way, it has 10 further records.') as string,
  });
  bench.before = () => false;
  const none = { ...filter, value: 'Nobody' };
  expect((await bench.sync({ ...all, filter: none })).failure).toBeNull();
});

it('a list is incomplete if the service sorts only the first 25 of another order, and counts these', async () => {
  await using bench = await startSyncBench({ count: 60, perPage: 100 });
  answerWith(bench, (asked) => {
    const least = asked === undefined || isGroup(asked) || asked.operator !== 'gte' ? 0 : Number(asked.value);
    return [...bench.issuers.keys()]
      .filter((id) => id >= least && (id * 7) % 60 < 60)
      .sort((a, b) => ((a * 7) % 60) - ((b * 7) % 60))
      .slice(0, 25);
  });
  expect((await bench.sync()).failure).toMatchObject({
    code: 'incomplete',
    message: expect.stringMatching(/requested in another way, it has \d+ further records\./) as string,
  });
});

it.each<[string, Filter]>([
  ['last', { operator: 'lte', field: 'date', value: '2026-01-05' }],
  ['first', { operator: 'gte', field: 'date', value: '2026-01-05' }],
])('a list of days is incomplete if the service leaves out the %s day of %o', async (_which, filter) => {
  await using bench = await startSyncBench({ perPage: 100 });
  bench.furtherOf = (id) => ({ date: `2026-01-0${((id % 9) + 1).toString()}` });
  const transactions = { resource: 'transactions' } as const;
  const honest = await bench.sync({ ...transactions, filter });
  expect([honest.state, honest.failure]).toEqual(['done', null]);
  bench.before = (_nth, response, path) => {
    const exclusive = path.replace('%22lte%22', '%22lt%22').replace('%22gte%22', '%22gt%22');
    bench.answer(response, exclusive);
    return true;
  };
  bench.clock.now += 60_000;
  expect((await bench.sync({ ...transactions, filter })).failure).toMatchObject({
    code: 'incomplete',
    message: expect.stringMatching(/requested in another way, it has \d further records\./) as string,
  });
});

const sinceThen: Filter = { operator: 'gte', field: 'date', value: '2026-01-05' };
it.each<[string, Filter]>([
  ['', sinceThen],
  [
    ' beside another condition',
    {
      operator: 'and',
      filters: [sinceThen, { operator: 'startsWith', field: 'transaction_hash', value: 'Issuer' }],
    },
  ],
  [
    ' as an alternative',
    { operator: 'or', filters: [sinceThen, { operator: 'equals', field: 'usd_amount', value: 5 }] },
  ],
])('a list of many pages is incomplete if the service leaves out its first day%s', async (_where, filter) => {
  await using bench = await startSyncBench({ count: 393, perPage: 100 });
  // Three records of the day are far from both ends of the list.
  bench.furtherOf = (id) => ({
    date: `2026-01-0${id >= 150 && id <= 152 ? '5' : '7'}`,
    usd_amount: id % 50 === 0 ? 5 : 1,
  });
  const transactions = { resource: 'transactions' } as const;
  const honest = await bench.sync({ ...transactions, filter });
  expect([honest.state, honest.failure]).toEqual(['done', null]);
  const requests = bench.server.requests.length;
  bench.before = (_nth, response, path) => {
    bench.answer(response, path.replace('%22gte%22', '%22gt%22'));
    return true;
  };
  bench.clock.now += 60_000;
  expect((await bench.sync({ ...transactions, filter })).failure).toMatchObject({
    code: 'incomplete',
    message: expect.stringMatching(/requested in another way, it has \d further records?\./) as string,
  });
  expect(requests).toBeLessThanOrEqual(8);
});

it.each([40, 100, 260])(
  'a list of %i is complete if the service refuses all but a few page sizes',
  async (count) => {
    await using bench = await startSyncBench({ count, perPage: 100 });
    bench.before = (_nth, response, path) => {
      const { perPage = 0 } = queryOf({ url: path }).pagination ?? {};
      const isRefused = ![10, 25, 50, 100].includes(perPage);
      if (isRefused) sendJson(response, 400, { message: 'Invalid page size.' });
      return isRefused;
    };
    for (let nth = 1; nth <= 2; nth += 1) {
      expect((await bench.sync()).failure).toBeNull();
      bench.clock.now += 60_000;
    }
    expect(await bench.localNames()).toHaveLength(count);
  },
);
