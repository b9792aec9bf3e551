import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultOptions } from '../../../../../preload/contract/exports.ts';
import { walletSchema } from '../../../../../preload/contract/watchlists.ts';
import { openKeyStore } from '../../../../../main/platform/keychain/openKeyStore.ts';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import { createServices } from '../../../../../main/services.ts';
import { listRequest } from '../../../../../main/data-service/client.ts';
import { formOf } from '../../../../../main/features/watchlists/wallets/checkAddress.ts';
import { startService } from '../../sample-service/serviceClient.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';
import { contentOf } from './testWatch.ts';
import { workers } from '../../../../support/built.ts';

// The way of a transaction from the service to the file of a watchlist, in the services as the app opens them.
it('a wallet seen in the sample data is watched, fetched over HTTP, notified once, and exported', async () => {
  await using service = await startService({ assets: 30, transactions: 400 });
  using folder = temporaryFolder();
  const told: number[] = [];
  const events: AppEvents = new EventEmitter();
  const services = await createServices({
    userDataFolder: folder.path,
    workers,
    transport: (url, init) => fetch(url, init),
    openKeyStore: () => openKeyStore({ service: 'rwa-explorer-watch-test' }),
    events: events.on('feedChanged', ({ total }) => told.push(total)),
  });
  try {
    const { id: connectionId } = await services.connections.connect(service.url, service.key);
    const explorer = await services.explorer(connectionId);
    const seen = await explorer.list('transactions', { pagination: { perPage: 100 } });
    const address = seen.records.map((record) => record['to_address']).find((one) => typeof one === 'string');
    if (typeof address !== 'string') throw new Error('The sample data name no recipient.');
    const wallet = walletSchema.parse({ address, chain: formOf(address) });
    const list = await services.watch.calls.saveWatchlist({
      content: contentOf({ connectionId, name: 'Seen wallet', wallets: [wallet] }),
    });

    // From the cache at once.
    const [state] = (await services.watch.calls.listWatchlists({ connectionId })).lists;
    expect(state?.count).toBeGreaterThan(0);
    expect(state?.unread).toBe(0);

    const intake = await services.watch.intake(connectionId);
    const [watched] = await intake.listWatched();
    if (watched === undefined) throw new Error('The list is not watched.');
    const { client } = await services.connections.open(connectionId);
    const query = { filter: watched.filter, pagination: { page: 1, perPage: 1000 } };
    const fetchPage = async () => {
      const body = await client.list('transactions', query);
      if (body === null) throw new Error('The service sent no page.');
      const request = listRequest('transactions', query);
      return intake.takeIn({ query, bytes: body.bytes, request, fetchedAt: Date.now() });
    };
    const first = await fetchPage();
    expect(first.fresh).toEqual([]);
    expect(first.ids).toHaveLength(first.pagination.resultCount);
    await intake.markSynced(list.id, watched.filter);
    expect(await fetchPage()).toMatchObject({ fresh: [], lists: [{ added: 0 }] });
    expect(told.every((total) => total === 0)).toBe(true);

    const path = join(folder.path, 'list.csv');
    const request = {
      connectionId,
      scope: { kind: 'watchlist' as const, listId: list.id },
      format: 'csv' as const,
      columns: ['id', 'from_address', 'to_address'],
      options: defaultOptions('csv'),
    };
    expect(await services.exports.titleOf(request)).toBe('Seen wallet');
    const control = { signal: new AbortController().signal, update: () => undefined };
    await services.exports.run(request, path, control);
    const lines = (await readFile(path, 'utf8')).trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(first.ids.length);
    expect(lines.every((line) => line.includes(address))).toBe(true);
    await services.watch.calls.removeWatchlists({ ids: [list.id] });
    await expect(services.exports.run(request, path, control)).rejects.toThrow('no longer exists');
  } finally {
    await services.close();
  }
});
