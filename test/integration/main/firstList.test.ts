import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openKeyStore } from '../../../main/platform/keychain/openKeyStore.ts';
import { createFirstList } from '../../../main/electron/firstList.ts';
import { createServices, type Services } from '../../../main/services.ts';
import type { CallArguments } from '../../../preload/contract/bridge.ts';
import { startService } from './sample-service/serviceClient.ts';
import { temporaryFolder } from './store/testStore.ts';
import { workers } from '../../support/built.ts';

/** Starts of the app one after the other on one folder, without its window. */

function start(folder: string, asked: string[]): Promise<Services> {
  return createServices({
    userDataFolder: folder,
    workers,
    transport: (url, init) => {
      asked.push(url);
      return fetch(url, init);
    },
    openKeyStore: () => openKeyStore({ service: 'rwa-explorer-first-list-test' }),
  });
}

it('reads the list that was looked at last ahead of the window, and gives it once, for that question alone', async () => {
  await using service = await startService({ assets: 30, transactions: 60 });
  using folder = temporaryFolder();
  const requests: string[] = [];
  let question: CallArguments<'listRecords'>;
  {
    const services = await start(folder.path, requests);
    const { id } = await services.connections.connect(service.url, service.key);
    const query = { pagination: { page: 1, perPage: 10 } };
    question = { connectionId: id, resource: 'assets', query, fields: ['name'] };
    const saved = await readFile(join(folder.path, 'data', 'user.db'));
    const first = createFirstList(services);
    await first.readAhead();
    expect(await first.take({ ...question, ticket: 'one' })).toBeNull();
    await (await services.explorer(id)).list('assets', query, { fields: ['name'] });
    await services.close();
    // What the user has made is not written to for a look at a page.
    expect((await readFile(join(folder.path, 'data', 'user.db'))).equals(saved)).toBe(true);
  }
  const before = requests.length;
  const services = await start(folder.path, requests);
  try {
    const other = { ...question, query: { pagination: { page: 1, perPage: 20 } } };
    {
      const first = createFirstList(services);
      await first.readAhead();
      // Names beside the list, and pages further down, leave it where it is.
      expect(await first.take({ ...other, plain: true })).toBeNull();
      const answer = await first.take({ ...question, ticket: 'two' });
      expect(answer?.records).toHaveLength(10);
      expect(answer?.provenance.source).toBe('cache');
      expect(await first.take(question)).toBeNull();
    }
    {
      const first = createFirstList(services);
      await first.readAhead();
      expect(await first.take({ ...question, refresh: true })).toBeNull();
      expect(await first.take(other)).toBeNull();
    }
    {
      // What was looked at last is not in the cache: nothing is asked of the service for it.
      const first = createFirstList(services);
      await first.readAhead();
      expect(await first.take(other)).toBeNull();
    }
    expect(requests.length).toBe(before);
    {
      const first = createFirstList(services);
      expect(await first.take(question)).toBeNull();
      const stale = createFirstList(services, () => Date.now() + 31 * 60_000);
      await stale.readAhead();
      expect(await stale.take(question)).toBeNull();
    }
    await services.connections.forgetKey(question.connectionId);
  } finally {
    await services.close();
  }
});
