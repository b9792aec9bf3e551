import { dayMs, hourMs } from '../../../preload/contract/days.ts';
import { maxRequestBytes } from '../../../preload/contract/requestBytes.ts';
import {
  walletConditions,
  watchlistContentSchema,
  type Wallet,
} from '../../../preload/contract/watchlists.ts';
import { formOf } from '../../../main/features/watchlists/wallets/checkAddress.ts';
import {
  connectionId,
  openChecks,
  type ChecksBench,
} from '../../integration/main/features/watchlists/checksBench.ts';
import { startServiceProcess } from '../../support/sampleService.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';
import { atMost, type Figure } from '../figure.ts';

/**
 * Checks of many wallets over HTTP at the sample service: the requests of a round beside the fewest in which all addresses fit, and how old the
 * oldest check gets where the limit leaves 100 requests an hour. The clock goes on by 36 seconds with each request, as the limit has it.
 */

const perHour = 100;
const requestMs = hourMs / perHour;
const wallets = 5000;
const goal = 1.5;
/** Bytes of an address in a request beside its own: two quotes and a comma. */
const quoteBytes = 9;

export async function measureChecks(): Promise<Figure[]> {
  const data = ['--assets', '400', '--transactions', '60000', '--rate', '1000000000'];
  await using service = await startServiceProcess(...data);
  const found = await findWallets(service);
  const figures: Figure[] = [];
  for (const lists of [200, 1]) {
    const name = lists === 1 ? 'a list of 5,000 wallets' : '200 lists of 25 wallets';
    let requests = 0;
    const clock = { now: Date.now() };
    await using bench = await openChecks({
      folder: makeTemporaryFolder('bench-checks'),
      service,
      now: () => clock.now,
      onRequest: () => {
        requests += 1;
        clock.now += requestMs;
      },
    });
    for (let at = 0; at < lists; at += 1) {
      const some = found.slice((at * wallets) / lists, ((at + 1) * wallets) / lists);
      await bench.watch.calls.saveWatchlist({
        content: watchlistContentSchema.parse({
          connectionId,
          name: `List ${at.toString()}`,
          query: {},
          wallets: some,
        }),
      });
    }
    await bench.checker.checkNow();
    requests = 0;
    const round = await bench.checker.checkNow();
    if (round.length !== lists) throw new Error('Not all lists were checked.');
    const fewest = fewestRequests(found);
    figures.push({
      ...atMost(`requests of a round, ${name}`, requests, 'requests', fewest * goal),
      peer: { name: 'fewest', value: fewest },
      ratio: requests / fewest,
    });
    const until = clock.now + 3 * requests * requestMs + 3 * hourMs;
    let oldest = 0;
    bench.checkers.start();
    while (clock.now < until) {
      oldest = Math.max(oldest, await ageOfOldest(bench, clock.now));
      // Nothing is due: the hour passes.
      const { lists: next } = await bench.checker.report();
      if (next.every(({ nextAt }) => nextAt > clock.now)) {
        clock.now = Math.min(...next.map(({ nextAt }) => nextAt));
        bench.checker.nudge();
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    figures.push({
      name: `age of the oldest check at 100 requests an hour, ${name}`,
      value: oldest / 60_000,
      unit: 'minutes',
    });
  }
  return figures;
}

async function ageOfOldest(bench: ChecksBench, now: number): Promise<number> {
  const { lists } = await bench.watch.calls.listWatchlists({ connectionId });
  return Math.max(...lists.map(({ checkedAt }) => now - (checkedAt ?? now - dayMs)));
}

/** Where every byte of a request could be an address. */
function fewestRequests(of: readonly Wallet[]): number {
  const values = walletConditions(of).flatMap(({ value }) => (Array.isArray(value) ? value : [value]));
  const bytes = values.reduce<number>((sum, value) => sum + String(value).length + quoteBytes, 0);
  return Math.ceil(bytes / maxRequestBytes);
}

/** Wallets that move something. */
async function findWallets({ url, key }: { url: string; key: string }): Promise<Wallet[]> {
  const found = new Map<string, Wallet>();
  for (let page = 1; found.size < wallets; page += 1) {
    const query = JSON.stringify({ pagination: { page, perPage: 1000 } });
    const answer = await fetch(`${url}/v4/transactions?query=${encodeURIComponent(query)}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { results } = (await answer.json()) as { results: Record<string, unknown>[] };
    if (results.length === 0) throw new Error(`The service has ${found.size.toString()} wallets only.`);
    for (const record of results)
      for (const address of [record['from_address'], record['to_address']])
        if (typeof address === 'string' && address !== '')
          found.set(address, { address, chain: formOf(address) ?? 'evm', side: 'either' });
  }
  return [...found.values()].slice(0, wallets);
}
