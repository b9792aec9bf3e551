import { describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { z } from 'zod';
import { startService, type TestClient } from './serviceClient.ts';

const path = '/v4/transactions';
const historic = 600;
const size = { assets: 20, transactions: historic };

const recordSchema = z.object({
  id: z.string(),
  network_id: z.number(),
  date: z.string(),
  timestamp: z.string(),
  from_address: z.string().nullable(),
  to_address: z.string().nullable(),
});
type Transaction = z.infer<typeof recordSchema>;

/** All transactions by id, as soon as there are so many. */
async function atLeast(service: TestClient, count: number): Promise<Transaction[]> {
  await expect
    .poll(
      async () => (await service.list(path, { pagination: { page: 1, perPage: 1 } })).pagination.resultCount,
    )
    .toBeGreaterThanOrEqual(count);
  const all: Transaction[] = [];
  // What arrives meanwhile moves later pages: each is the first one behind the last record instead.
  for (let last = '', isLast = false; !isLast; last = all.at(-1)?.id ?? '') {
    const { results, pagination } = await service.list(path, {
      filter: { operator: 'gt', field: 'id', value: last },
      sort: { field: 'id', direction: 'asc' },
      pagination: { page: 1, perPage: 1000 },
    });
    all.push(...z.array(recordSchema).parse(results));
    isLast = pagination.pageCount <= 1;
  }
  return all;
}

function walletsOf(transactions: readonly Transaction[]): Set<string> {
  return new Set(
    transactions
      .flatMap(({ from_address, to_address }) => [from_address, to_address])
      .filter((wallet) => wallet !== null),
  );
}

describe('transactions that arrive while the service runs', () => {
  it('are in the list like all others, after them by id, of wallets that were active before', async () => {
    const cacheFolder = makeTemporaryFolder('live');
    await using before = await startService({ ...size, cacheFolder });
    const old = await atLeast(before, historic);
    await using service = await startService({ ...size, cacheFolder, livePerMinute: 6000 });
    const startedAt = Date.now();
    const all = await atLeast(service, historic + 100);
    const known = new Set(old.map(({ id }) => id));
    const arrived = all.filter(({ id }) => !known.has(id));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.filter(({ id }) => known.has(id))).toEqual(old);
    for (const { id, network_id: network } of arrived) {
      // Those of the owners' feed of Solana stand behind all.
      const isBefore = (other: Transaction): boolean => other.id < id || other.id.includes('_');
      expect(old.every((other) => other.network_id !== network || isBefore(other))).toBe(true);
    }
    const active = walletsOf(old);
    expect([...walletsOf(arrived)].filter((wallet) => active.has(wallet)).length).toBeGreaterThan(5);
    expect(arrived.every(({ date, timestamp }) => timestamp.startsWith(date.slice(0, 10)))).toBe(true);
    const late = arrived.filter(({ timestamp }) => Date.parse(timestamp) < startedAt - 240_000);
    expect(late.length).toBeGreaterThan(0);
    expect(late.length).toBeLessThan(arrived.length / 2);
    // The others are found as those of today are asked for.
    const [newest] = arrived
      .map(({ timestamp }) => timestamp)
      .sort()
      .slice(-1);
    const ofToday = await service.list(path, {
      filter: { operator: 'gte', field: 'date', value: (newest ?? '').slice(0, 10) },
    });
    expect(ofToday.pagination.resultCount).toBeGreaterThan(0);
  });

  it('stay when the service ends, and the next come after them @nightly', async () => {
    const options = { ...size, cacheFolder: makeTemporaryFolder('live'), livePerMinute: 6000 };
    const first = await startService(options);
    const before = await atLeast(first, historic + 20);
    await first[Symbol.asyncDispose]();
    await using second = await startService(options);
    const after = await atLeast(second, before.length + 20);
    const ids = new Set(after.map(({ id }) => id));
    expect(before.filter(({ id }) => !ids.has(id))).toEqual([]);
    expect(ids.size).toBe(after.length);
  });
});
