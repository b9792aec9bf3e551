import Database from 'better-sqlite3';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { takeOver } from '../../main/store/user/mendDocuments.ts';
import { openUserDatabase } from '../../main/store/user/userDatabase.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { answering, type TestServer } from '../support/httpServer.ts';
import { scaled } from '../support/scale.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { openTestServices } from '../support/testServices.ts';

/** A clock that is set forward and back grants no requests that the service will refuse, and costs nothing that was written afterwards. */

const hourMs = 3_600_000;
const perHour = 6;
/** None is asked for twice, and so none is answered from the cache. */
let nextPage = 0;

afterEach(() => {
  vi.useRealTimers();
});

const oneService = (): Promise<TestServer> => answering(200, { results: [{ id: '1' }] });

/** How many pages of transactions are granted in a row by an app that starts on this folder. */
async function granted(folder: string, server: TestServer): Promise<number> {
  await using services = await openTestServices(folder);
  await services.changeSettings({ transactionsPerHour: perHour, reservedRequests: 0 });
  const { id } = await services.connections.connect(server.url, 'KEY');
  const recordReader = await services.recordReader(id);
  for (let count = 0; ; count += 1) {
    nextPage += 1;
    try {
      await recordReader.list(
        'transactions',
        { pagination: { page: nextPage, perPage: 1 } },
        { refresh: true },
      );
    } catch (error) {
      if (error instanceof FailureError && error.failure.code === 'rate-limited') return count;
      throw error;
    }
  }
}

it('set an hour forward and back, again and again, the clock grants nothing', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const start = Date.now();
  await using server = await oneService();
  using folder = temporaryFolder();
  expect(await granted(folder.path, server)).toBe(perHour);
  for (let round = 0; round < scaled(3); round += 1) {
    vi.setSystemTime(start + hourMs);
    expect(await granted(folder.path, server)).toBe(0);
    vi.setSystemTime(start);
    expect(await granted(folder.path, server)).toBe(0);
  }
});

it('a change after the clock was set back is recovered from a damaged file', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const now = Date.now();
  const written = (name: string): { path: string; [Symbol.dispose](): void } => {
    const folder = temporaryFolder();
    const database = openUserDatabase(folder.path);
    database.data.changeDocuments([{ kind: 'label', id: 'mine', value: { name } }]);
    database.close();
    return folder;
  };
  vi.setSystemTime(now + 400 * 24 * hourMs);
  using copy = written('Earlier');
  vi.setSystemTime(now);
  using damaged = written('Later');
  const restored = new Database(join(copy.path, 'user.db'));
  expect(takeOver(join(damaged.path, 'user.db'), 'the damaged file', restored)).toEqual([
    'Recovered intact from the damaged file: 1 item.',
  ]);
  restored.close();
  const database = openUserDatabase(copy.path);
  expect(database.data.listDocuments('label')).toMatchObject([{ value: { name: 'Later' } }]);
  database.close();
});
