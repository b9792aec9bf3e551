import { describe, expect, it, vi } from 'vitest';
import {
  createBudgetLedger,
  limitOf,
  readBudgets,
  type HoldingLedger,
} from '../../../../../main/features/connections/budgetLedger.ts';
import type { BudgetLedger } from '../../../../../main/data-service/budget.ts';
import type { CacheStore } from '../../../../../main/store/store.ts';
import { resources } from '../../../../../preload/contract/resources.ts';
import { settingsSchema, type Settings } from '../../../../../preload/contract/settings.ts';
import { openTestStore } from '../../store/testStore.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';
import { newCache } from '../../../../support/newStore.ts';

/** The budget of a connection as requests spend it, in real SQLite, with a clock that the test moves. */

const transactions = '/v4/transactions';
const assets = '/v4/assets';
const minute = 60_000;
const start = Date.UTC(2026, 0, 1);

interface Bench {
  readonly ledger: HoldingLedger;
  readonly clock: { now: number };
  settings: Settings;
}

function benchOf(cache: CacheStore, stated: Partial<Settings> = {}): Bench {
  const bench: Bench = {
    clock: { now: start },
    settings: settingsSchema.parse({ transactionsPerHour: 6, reservedRequests: 2, ...stated }),
    ledger: createBudgetLedger({
      cache,
      limitOf: (resource) => limitOf(bench.settings, resource),
      now: () => bench.clock.now,
      onChanged: () => undefined,
    }),
  };
  return bench;
}

/** How many requests are granted in a row. */
async function grants(ledger: BudgetLedger, path: string, purpose: 'person' | 'background'): Promise<number> {
  for (let count = 0; ; count += 1) if (!(await ledger.take(path, purpose)).granted) return count;
}

describe('a budget', () => {
  it('keeps a reserve for the user that background work does not touch, and states when each may continue', async () => {
    const { ledger, clock } = benchOf(await newCache());
    expect(await grants(ledger, transactions, 'background')).toBe(4);
    expect(await grants(ledger, transactions, 'person')).toBe(2);
    // Six an hour is one in ten minutes; background work waits for three, so that two are left.
    expect(await ledger.take(transactions, 'person')).toMatchObject({
      granted: false,
      nextAt: start + 10 * minute,
    });
    expect(await ledger.take(transactions, 'background')).toMatchObject({
      granted: false,
      nextAt: start + 30 * minute,
    });
    clock.now += 10 * minute;
    expect(await grants(ledger, transactions, 'background')).toBe(0);
    expect(await grants(ledger, transactions, 'person')).toBe(1);
  });

  it('is remembered over a restart, separately for each connection', async () => {
    using folder = temporaryFolder();
    {
      await using store = await openTestStore(folder.path);
      expect(await grants(benchOf(await store.cache('one')).ledger, transactions, 'person')).toBe(6);
    }
    await using store = await openTestStore(folder.path);
    expect(await grants(benchOf(await store.cache('one')).ledger, transactions, 'person')).toBe(0);
    expect(await grants(benchOf(await store.cache('two')).ledger, transactions, 'person')).toBe(6);
  });

  it('is reserved for several requests while plenty are left, and unused requests are returned', async () => {
    const cache = await newCache();
    const takeRequest = vi.fn(cache.takeRequest);
    const { ledger } = benchOf({ ...cache, takeRequest }, { transactionsPerHour: 120 });
    for (let nth = 0; nth < 30; nth += 1)
      expect((await ledger.take(transactions, 'person')).granted).toBe(true);
    expect(takeRequest.mock.calls.length).toBeLessThan(8);
    await ledger.giveBack();
    const other = benchOf(cache, { transactionsPerHour: 120 });
    expect(await grants(other.ledger, transactions, 'person')).toBe(90);
  });

  it('is emptied by a 429 until the moment that the service names', async () => {
    const { ledger, clock } = benchOf(await newCache());
    await ledger.exhausted(transactions, start + 45 * minute);
    expect(await ledger.take(transactions, 'person')).toMatchObject({
      granted: false,
      nextAt: start + 45 * minute,
    });
    clock.now = start + 45 * minute;
    expect(await grants(ledger, transactions, 'person')).toBe(1);
  });

  it('is empty after a 429, including requests that were reserved and not used', async () => {
    const { ledger } = benchOf(await newCache(), { transactionsPerHour: 100 });
    for (let nth = 0; nth < 10 && ledger.held(resources.transactions.path) === 0; nth += 1)
      await ledger.take(transactions, 'person');
    expect(ledger.held(resources.transactions.path)).toBeGreaterThan(0);
    await ledger.exhausted(transactions, start + 45 * minute);
    expect(await grants(ledger, transactions, 'person')).toBe(0);
  });

  it('is that of the settings, by endpoint; an endpoint without one pauses only after a 429', async () => {
    const bench = benchOf(await newCache());
    for (let nth = 0; nth < 200; nth += 1)
      expect((await bench.ledger.take(assets, 'person')).granted).toBe(true);
    await bench.ledger.exhausted(assets, start + minute);
    expect(await bench.ledger.take(assets, 'person')).toEqual({ granted: false, nextAt: start + minute });
    bench.clock.now += minute;
    expect((await bench.ledger.take(assets, 'person')).granted).toBe(true);

    bench.settings = { ...bench.settings, requestsPerHour: { assets: 3 } };
    expect(await grants(bench.ledger, assets, 'person')).toBe(3);
    bench.settings = { ...bench.settings, transactionsPerHour: 12 };
    expect(await grants(bench.ledger, transactions, 'person')).toBeGreaterThan(5);
  });

  it('does not pause an endpoint because of another clock', async () => {
    const { ledger, clock } = benchOf(await newCache());
    await ledger.exhausted(assets, null);
    expect((await ledger.take(assets, 'person')).granted).toBe(false);
    clock.now -= 60 * minute;
    expect((await ledger.take(assets, 'person')).granted).toBe(true);
  });

  it('continues with what the service grants a key, but not with another key', async () => {
    const { ledger } = benchOf(await newCache(), { transactionsPerHour: 120 });
    const granted = { perHour: 1000, left: 40 };
    const take = (ofKey: typeof granted | null) => ledger.take(transactions, 'person', ofKey);
    for (let taken = 0; taken < 120; taken += 1) expect((await take(null)).granted).toBe(true);
    expect((await take(null)).granted).toBe(false);
    for (let taken = 0; taken < 40; taken += 1) expect((await take(granted)).granted).toBe(true);
    expect((await take(granted)).granted).toBe(false);
    expect(ledger.limitOf('transactions')).toEqual({ perHour: 1000, reserve: 2 });
    // Less than what is stated changes nothing.
    await take({ perHour: 3, left: 3 });
    expect(ledger.limitOf('transactions')).toEqual({ perHour: 120, reserve: 2 });
    await take(null);
    expect(ledger.limitOf('transactions')).toEqual({ perHour: 120, reserve: 2 });
  });

  it('is less than documented if that is stated, whatever the service grants', async () => {
    const { ledger } = benchOf(await newCache());
    await ledger.take(transactions, 'person', { perHour: 1000, left: 1000 });
    expect(ledger.limitOf('transactions')).toEqual({ perHour: 6, reserve: 2 });
  });

  it('states the remaining requests, when the next is available, and who waits for it', async () => {
    const cache = await newCache();
    const { ledger, clock } = benchOf(cache);
    await grants(ledger, transactions, 'background');
    const waiter = { title: 'Sync of transactions', since: start, until: start + 10 * minute };
    const waiting = [
      { ...waiter, resource: 'transactions' as const },
      { ...waiter, resource: 'assets' as const },
    ];
    const of = { connectionId: 'one', cache, ledger, waiting, now: clock.now };
    const budgets = await readBudgets(of);
    expect(budgets.find(({ endpoint }) => endpoint === transactions)).toEqual({
      connectionId: 'one',
      endpoint: transactions,
      perHour: 6,
      left: 2,
      nextAt: start + 10 * minute,
      reserve: 2,
      waiting: [waiter],
    });
  });
});
