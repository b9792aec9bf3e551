import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerCall, type CallHandlers } from '../../main/platform/calls/answerCall.ts';
import { readQueryFile } from '../../main/features/savedQueries/queryFile.ts';
import { collectGarbage } from '../../main/platform/system/memory.ts';
import { listen } from '../support/httpServer.ts';
import { runCommandHere } from '../support/commandHere.ts';
import { makeTemporaryFolder, temporaryFolder } from '../support/temporaryFolder.ts';
import { openTestServices } from '../support/testServices.ts';
import { newCache } from '../support/newStore.ts';

/** Shapes that end or hold up whoever walks them, and names that mean something to a program. */

let services: Awaited<ReturnType<typeof openTestServices>>;
beforeAll(async () => {
  services = await openTestServices(makeTemporaryFolder('shapes'));
});
afterAll(() => services[Symbol.asyncDispose]());

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('a record that is nested 1,000 deep', () => {
  it('is omitted and named; the others are cached, and local queries continue', async () => {
    await using server = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        `{"results": [{"id": 1}, {"id": "deep-one", "extra": ${nested(1000)}}, {"id": 3, "extra": ${nested(150)}}]}`,
      );
    });
    using folder = temporaryFolder();
    const ask = (...argv: string[]): ReturnType<typeof runCommandHere> =>
      runCommandHere(['query', 'tokens', ...argv, '--base-url', server.url], {
        folder: folder.path,
        key: 'KEY',
      });
    const fetched = await ask();
    expect([fetched.code, fetched.out.trim().split('\n').length]).toEqual([0, 2]);
    expect(fetched.err).toMatch(/1 record .* left out: deep-one \(nested deeper than 200 levels\)/);
    const filter = { operator: 'equals', field: 'extra.a', value: 1 };
    const local = await ask(
      '--offline',
      '--query',
      JSON.stringify({ filter, sort: { field: 'extra', direction: 'asc' } }),
    );
    expect(local.err).not.toContain('malformed');
    const all = await ask('--offline', '--query', '{"sort":{"field":"id","direction":"asc"}}');
    expect(all.out.trim().split('\n')).toHaveLength(2);
  });

  it('is left out of 100,000 levels too', async () => {
    const cache = await newCache();
    const bytes = new TextEncoder().encode(
      `{"results": [{"id": 1}, {"id": 2, "extra": ${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`,
    );
    const answer = {
      resource: 'tokens',
      query: {},
      etag: null,
      fetchedAt: 1,
      request: '/v4/tokens',
    } as const;
    const stored = await cache.writeAnswer({ ...answer, bytes });
    expect(stored).toMatchObject({ records: [{ id: 1 }], notes: [expect.stringContaining('left out: 2')] });
    // What is read from the cache still says so.
    expect((await cache.readPage(answer))?.notes).toHaveLength(1);
  });
});

describe('arguments of a page', () => {
  const log = { failure: () => undefined, error: () => undefined };
  const handlers = Promise.resolve({
    listRecords: () => Promise.reject(new Error('The arguments reached the app.')),
  } as unknown as CallHandlers);
  const call = (query: unknown): Promise<unknown> =>
    answerCall('listRecords', { connectionId: 'sample', resource: 'assets', query }, handlers, log);

  it.each([20, 40, 100])('that share objects on %i levels are refused at once', async (levels) => {
    let filter: object = { operator: 'equals', field: 'name', value: 'x' };
    for (let level = 0; level < levels; level += 1) filter = { operator: 'and', filters: [filter, filter] };
    const answer = await call({ filter });
    expect(answer).toMatchObject({ ok: false, failure: { code: 'bad-arguments' } });
  });

  it('that are nested without end are refused', async () => {
    const filter: { operator: string; filters: unknown[] } = { operator: 'and', filters: [] };
    filter.filters.push(filter);
    expect(await call({ filter })).toMatchObject({ ok: false, failure: { code: 'bad-arguments' } });
    expect(await call(JSON.parse(nested(50_000)))).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('200 levels') as string },
    });
  });
});

describe('a list of wallets', () => {
  const hostile: readonly (readonly [what: string, text: string])[] = [
    ['quotes', `a,${'"'.repeat(5_000_000)}`],
    ['spaces and quotes', `a,${' "'.repeat(2_500_000)}`],
    ['separators', `a${','.repeat(5_000_000)}`],
    ['line breaks', '\n'.repeat(5_000_000)],
    ['letters', 'r'.repeat(5_000_000)],
    [
      'addresses',
      Array.from({ length: 110_000 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`).join('\n'),
    ],
  ];

  it.each(hostile)('of 5 MB of %s holds nobody up', async (_what, text) => {
    // What earlier tests have left is not collected on this one's account.
    collectGarbage();
    const before = process.threadCpuUsage();
    const read = await services.readWallets(text);
    const { user, system } = process.threadCpuUsage(before);
    expect(read.wallets.length).toBeLessThanOrEqual(5000);
    // The text itself is handed over; reading it in this thread would take as long as `read` did. What the thread computes is
    // counted, in microseconds, and not the time that other programs take.
    expect(user + system).toBeLessThan(200_000);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'with a network “%s” says that no such network is known',
    async (chain) => {
      const { wallets, errors } = await services.readWallets(`0x${'1'.repeat(40)},label,${chain}`);
      expect([wallets, errors]).toEqual([
        [],
        [expect.objectContaining({ message: expect.stringContaining('is not a known network') as string })],
      ]);
    },
  );
});

it.each(['.', '..', ''])('a record with the id “%s” is requested only by a filter', async (id) => {
  await using server = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ results: [{ id }] }));
  });
  const { id: connectionId } = await services.connections.connect(server.url, 'KEY');
  const { record } = await (await services.recordReader(connectionId)).record('assets', id);
  expect(record.id).toBe(id);
  const asked = server.requests.slice(1).map(({ path }) => new URL(path, server.url).pathname);
  expect(asked).toEqual(['/v4/assets']);
});

it('a deep file of saved queries, and a deep query on the command line, are refused in words', async () => {
  const deep = `{"format":"x","version":1,"queries":[{"query":${nested(20_000)}}]}`;
  expect(JSON.stringify(readQueryFile(deep))).toContain('deeper than 200 levels');
  using folder = temporaryFolder();
  const { code, err } = await runCommandHere(['query', 'assets', '--query', nested(5000)], {
    folder: folder.path,
  });
  expect([code, err]).toEqual([2, expect.stringContaining('deeper than 200 levels')]);
});
