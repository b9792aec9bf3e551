import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultOptions } from '../../../../../preload/contract/exports.ts';
import { walletSchema } from '../../../../../preload/contract/watchlists.ts';
import { formOf } from '../../../../../main/features/watchlists/walletImport/checkAddress.ts';
import { startService } from '../../sample-service/serviceClient.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { openTestServices } from '../../../../support/testServices.ts';
import { contentOf } from './testWatch.ts';

it('the transactions of a watchlist are exported under its name, until it is removed', async () => {
  await using service = await startService({ assets: 30, transactions: 400 });
  await using services = await openTestServices();
  const { id: connectionId } = await services.connections.connect(service.url, service.key);
  const recordReader = await services.recordReader(connectionId);
  const seen = await recordReader.list('transactions', { pagination: { perPage: 100 } });
  const address = seen.records.map((record) => record['to_address']).find((one) => typeof one === 'string');
  if (typeof address !== 'string') throw new Error('The sample data name no recipient.');
  const wallet = walletSchema.parse({ address, chain: formOf(address) });
  const list = await services.watch.calls.saveWatchlist({
    content: contentOf({ connectionId, name: 'Seen wallet', wallets: [wallet] }),
  });

  const path = join(makeTemporaryFolder('list'), 'list.csv');
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
  const all = await service.all('/v4/transactions');
  const own = all.filter((one) => [one['from_address'], one['to_address']].includes(address));
  expect(lines).toHaveLength(own.length);
  expect(lines.every((line) => line.includes(address))).toBe(true);
  await services.watch.calls.removeWatchlists({ ids: [list.id] });
  await expect(services.exports.run(request, path, control)).rejects.toThrow('no longer exists');
});
