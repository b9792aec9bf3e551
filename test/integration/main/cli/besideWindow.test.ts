import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openCommandLineKeys } from '../../../../main/cli/source.ts';
import { listen, sendJson } from '../../../support/httpServer.ts';
import { startSyncBench } from '../features/records/syncBench.ts';
import { runCommand } from '../../../support/runCommand.ts';
import { queryOf } from '../../../support/testService.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { openTestServices } from '../../../support/testServices.ts';
import { startCommand } from './startCommand.ts';

/** The command line beside the services of an open window, on the same data of the same user. */

const perHour = 5;

describe('beside an open window', () => {
  it('the command line shares the request limit and the cache', async () => {
    await using server = await listen((request, response) => {
      const { page = 1 } = queryOf(request).pagination ?? {};
      sendJson(response, 200, {
        results: [{ id: `1-0x${page.toString()}-0-0`, amount: page }],
        pagination: { page, perPage: 1, pageCount: 100, resultCount: 100 },
      });
    });
    using folder = temporaryFolder();
    await using services = await openTestServices(folder.path, {
      openKeyStore: () => openCommandLineKeys({ text: 'key', from: 'a test' }),
    });
    await services.changeSettings({ transactionsPerHour: perHour, reservedRequests: 0 });
    const id = services.connections.borrow(server.url);
    const recordReader = await services.recordReader(id);
    const page = (number: number): Promise<unknown> =>
      recordReader.list('transactions', { pagination: { page: number, perPage: 1 } });
    await page(1);
    // The window and several commands ask at the same time: three times more than there is left.
    const [codes, own] = await Promise.all([
      Promise.all([2, 3, 4, 5, 6].map((number) => query(server.url, folder.path, number))),
      Promise.allSettled([7, 8, 9, 10, 11, 12, 13].map(page)),
    ]);
    const granted =
      codes.filter((code) => code === 0).length + own.filter(({ status }) => status === 'fulfilled').length;
    expect(granted).toBe(perHour - 1);
    expect(codes.every((code) => code === 0 || code === 5)).toBe(true);
    expect(server.requests).toHaveLength(perHour);

    const { cache } = await services.connections.open(id);
    const { pagination } = await cache.runQuery({ resource: 'transactions', query: {} });
    expect(pagination.resultCount).toBe(perHour);
    const database = new Database(cache.path, { readonly: true });
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  });
});

describe('two commands that sync the same records', () => {
  it('say which one works, and report a cache that is cleared meanwhile @nightly', async () => {
    await using bench = await startSyncBench();
    using folder = temporaryFolder();
    const [reached, goesOn] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    bench.before = (nth, response, path) => {
      if (nth !== 3) return false;
      reached.resolve(null);
      void goesOn.promise.then(() => {
        bench.answer(response, path);
      });
      return true;
    };
    const first = startCommand(bench.server.url, folder.path, 'sync', 'issuers');
    await reached.promise;
    for (const command of [['sync'], ['sync'], ['query', '--all']]) {
      const [name = '', ...rest] = command;
      const other = await startCommand(bench.server.url, folder.path, name, 'issuers', ...rest).ended;
      expect(other).toEqual({
        code: 1,
        out: '',
        err: 'Another process of the app is fetching these records. Wait until it is done, then start again.\n',
      });
    }
    expect(bench.server.requests).toHaveLength(3);
    const cleared = await startCommand(bench.server.url, folder.path, 'cache', 'clear').ended;
    expect(cleared).toEqual({ code: 0, out: '', err: 'The cache is empty.\n' });
    goesOn.resolve(null);
    expect(await first.ended).toEqual({
      code: 1,
      out: '',
      err: 'The sync ended, since the cache was cleared.\n',
    });
    bench.before = () => false;
    expect((await startCommand(bench.server.url, folder.path, 'sync', 'issuers').ended).code).toBe(0);
  });
});

/** @returns the exit code of a command that asks for a page. */
async function query(baseUrl: string, folder: string, page: number): Promise<number> {
  const asked = JSON.stringify({ pagination: { page, perPage: 1 } });
  const argv = ['query', 'transactions', '--query', asked, '--base-url', baseUrl];
  return (await runCommand(argv, { folder, key: 'key' })).code;
}
