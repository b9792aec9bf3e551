import { afterEach, expect, it, vi } from 'vitest';
import { FailureError } from '../../preload/contract/failures.ts';
import { answering, type TestServer } from '../support/httpServer.ts';
import { scaled } from '../support/scale.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { openTestServices } from '../support/testServices.ts';

/** A clock that is set forward and back must not grant requests that the service will refuse. */

const hourMs = 3_600_000;
const perHour = 6;
/** None is asked for twice, and so none is answered from the cache. */
let nextPage = 0;

afterEach(() => {
  vi.useRealTimers();
});

const emptyService = (): Promise<TestServer> => answering(200, { results: [] });

/** How many pages of transactions are granted in a row by an app that starts on this folder. */
async function granted(folder: string, server: TestServer): Promise<number> {
  await using services = await openTestServices(folder);
  await services.changeSettings({ transactionsPerHour: perHour, reservedRequests: 0 });
  const { id } = await services.connections.connect(server.url, 'KEY');
  const explorer = await services.explorer(id);
  for (let count = 0; ; count += 1) {
    nextPage += 1;
    try {
      await explorer.list('transactions', { pagination: { page: nextPage, perPage: 1 } }, { refresh: true });
    } catch (error) {
      if (error instanceof FailureError && error.failure.code === 'rate-limited') return count;
      throw error;
    }
  }
}

it('set an hour forward and back, again and again, the clock grants nothing', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const start = Date.now();
  await using server = await emptyService();
  using folder = temporaryFolder();
  expect(await granted(folder.path, server)).toBe(perHour);
  for (let round = 0; round < scaled(3); round += 1) {
    vi.setSystemTime(start + hourMs);
    expect(await granted(folder.path, server)).toBe(0);
    vi.setSystemTime(start);
    expect(await granted(folder.path, server)).toBe(0);
  }
});
