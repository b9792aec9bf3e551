import Database from 'better-sqlite3';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs, dayNumber, dayOf } from '../../../../../preload/contract/days.ts';
import { checksummed } from '../../../../../preload/contract/walletAddresses.ts';
import { walletSchema, watchlistFilter } from '../../../../../preload/contract/watchlists.ts';
import { storedDay } from '../../../../../main/sample-service/data/world.ts';
import { startServiceProcess, type ServiceProcess } from '../../../../support/sampleService.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';
import { openChecks } from './checksBench.ts';
import { connectionId, contentOf } from './testWatch.ts';

const options = ['--odd', '--assets', '40', '--transactions', '12000'];
const ethereum = /^0x[0-9a-f]{40}$/;

/** A service that spells the addresses of Ethereum in small letters, in capital ones and with a checksum. */
async function makeData(
  folder: string,
): Promise<{ wallets: string[]; countOf: (of: readonly string[]) => number }> {
  {
    await using service = await startServiceProcess(...options, '--cache', folder);
    const headers = { authorization: `Bearer ${service.key}` };
    await (await fetch(`${service.url}/v4/transactions`, { headers })).text();
  }
  const file = readdirSync(folder).find((name) => name.endsWith('-transactions.sqlite')) ?? '';
  const database = new Database(join(folder, file));
  const daysToNewest = dayNumber(dayOf(Date.now() - dayMs)) - storedDay;
  const since = Date.now() - (28 + daysToNewest) * dayMs;
  const recent =
    'SELECT from_address AS a FROM transactions WHERE date >= ? UNION SELECT to_address FROM transactions WHERE date >= ?';
  const wallets = database
    .prepare(recent)
    .pluck()
    .all(since, since)
    .filter((one) => typeof one === 'string')
    .filter((one) => ethereum.test(one));
  const spell = [
    (small: string): string => small,
    (small: string): string => `0x${small.slice(2).toUpperCase()}`,
    checksummed,
  ];
  database.transaction(() => {
    for (const field of ['from_address', 'to_address']) {
      const change = database.prepare(
        `UPDATE transactions SET ${field} = ? WHERE ${field} = ? AND _key % 3 = ?`,
      );
      for (const wallet of wallets)
        for (const [at, as] of spell.entries()) change.run(as(wallet), wallet, at);
    }
  })();
  const count = database.prepare(
    `SELECT count(*) FROM transactions WHERE date >= ? AND EXISTS (SELECT 1 FROM json_each(?) w
       WHERE w.value IN (lower(from_address), lower(to_address)))`,
  );
  return { wallets, countOf: (of) => Number(count.pluck().get(since, JSON.stringify(of))) };
}

describe('a service that spells one address in several cases', () => {
  const data = temporaryFolder();
  let wallets: string[];
  let countOf: (of: readonly string[]) => number;
  let service: ServiceProcess;

  beforeAll(async () => {
    ({ wallets, countOf } = await makeData(data.path));
    service = await startServiceProcess(...options, '--rate', '100000', '--cache', data.path);
  });

  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    data[Symbol.dispose]();
  });

  it.each([
    [20, ''],
    [60, ' @nightly'],
    [600, ' @nightly'],
  ])('is asked for all transactions of %i wallets, however they were entered%s', async (many) => {
    using folder = temporaryFolder();
    const chosen = wallets.slice(0, many);
    expect(chosen.length).toBe(many);
    const expected = countOf(chosen);
    expect(expected).toBeGreaterThan(many / 2);

    await using bench = await openChecks({ folder: folder.path, service });
    const { watch, checker } = bench;
    const content = contentOf({
      wallets: chosen.map((small, at) =>
        walletSchema.parse({ address: at % 2 === 0 ? small : checksummed(small), chain: 'evm' }),
      ),
    });
    await watch.calls.saveWatchlist({ content });
    await checker.checkNow();

    const ofWallets = watchlistFilter(content);
    if (ofWallets === undefined) throw new Error('No wallets.');
    const since = new Date(Date.now() - 28 * dayMs).toISOString();
    const filter = {
      operator: 'and' as const,
      filters: [{ field: 'date', operator: 'gte', value: since.slice(0, 10) }, ofWallets],
    };
    const cache = await bench.store.cache(connectionId);
    const [found] = await cache.countMatches([{ resource: 'transactions', filter }]);
    const [state] = (await watch.calls.listWatchlists({ connectionId })).lists;
    expect(found).toBeGreaterThanOrEqual(expected);
    expect(state?.count).toBeGreaterThanOrEqual(expected);
  });
});
