import { describe, expect, it } from 'vitest';
import { createAnnotations } from '../../../../../main/features/annotations/annotations.ts';
import { createAlerts } from '../../../../../main/features/watchlists/alerts.ts';
import type { AlertRule, Firing } from '../../../../../preload/contract/alerts.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';
import { openTestStore } from '../../store/testStore.ts';
import {
  alertOf,
  bob,
  carol,
  connectionId,
  contentOf,
  fetchedFrom,
  openTestWatch,
  transaction,
  walletOf,
  watchBob,
  where,
  type TestWatch,
} from './testWatch.ts';

/** Alerts, raised by what is handed over and stored. */

async function saveAlert(test: TestWatch, rule: AlertRule, changed: { id?: string; on?: boolean } = {}) {
  const { id, on = true } = changed;
  return test.watch.calls.saveAlert({
    content: { ...alertOf(rule), on },
    ...(id === undefined ? {} : { id }),
  });
}

/** Makes this hour a quiet one. */
function quieten(test: TestWatch): void {
  const minute = new Date(test.now).getHours() * 60 + new Date(test.now).getMinutes();
  test.settings = { quietHours: { on: true, from: minute, to: (minute + 60) % 1440 } };
}

describe('an alert on single transactions', () => {
  it('is raised once for new matches, and never for earlier ones', async () => {
    await using test = await openTestWatch();
    await test.take([transaction({ id: 'old', dollars: 9_000_000 })]);
    const list = await watchBob(test);
    const rule = {
      kind: 'transaction',
      listId: list.id,
      query: where('usd_amount', 'gt', 1_000_000),
    } as const;
    await saveAlert(test, rule);
    await test.take([transaction({ id: 'old', dollars: 9_000_000 }), transaction({ id: 'small' })]);
    expect(test.fired).toEqual([]);

    test.now += 1000;
    await test.take([
      transaction({ id: 'large', dollars: 2_500_000 }),
      transaction({ id: 'other', to: carol }),
    ]);
    await test.take([transaction({ id: 'large', dollars: 2_500_000 })]);
    expect(test.fired).toHaveLength(1);
    expect(test.fired[0]).toMatchObject({
      why: 'A new transaction of $2,500,000 in “Bob”.',
      quiet: false,
      subject: { kind: 'transactions', listId: list.id, ids: ['large'], count: 1 },
    });
    const log = await test.watch.calls.listFirings({ connectionId, limit: 10 });
    expect(log).toMatchObject({ total: 1, unseen: 1 });
    await test.watch.calls.markFiringsSeen({ connectionId });
    expect(await test.watch.calls.listFirings({ connectionId, limit: 10 })).toMatchObject({
      total: 1,
      unseen: 0,
    });
  });

  it('does not show in quiet hours, and is noted', async () => {
    await using test = await openTestWatch();
    quieten(test);
    const list = await watchBob(test);
    await saveAlert(test, { kind: 'transaction', listId: list.id, query: {} });
    await test.take([transaction({ id: 'a' })]);
    expect(test.fired).toMatchObject([{ quiet: true }]);
  });

  it('is not raised for the past of an added wallet, but for what comes after', async () => {
    await using test = await openTestWatch();
    const list = await watchBob(test);
    await saveAlert(test, { kind: 'transaction', listId: list.id, query: {} });
    const wallets = [bob, carol].map((address) => walletOf(address));
    await test.watch.calls.saveWatchlist({ content: contentOf({ name: 'Bob', wallets }), id: list.id });
    test.now += 1000;
    // The first fetch of what the wallet has done before.
    await test.take([transaction({ id: 'past', to: carol })]);
    expect(test.fired).toEqual([]);
    await test.take([transaction({ id: 'of the old wallet' })]);
    expect(test.fired).toHaveLength(1);
    const intake = await test.watch.intake(connectionId);
    for (const watched of await intake.listWatched())
      await intake.markChecked(watched, test.now, fetchedFrom);
    test.now += 1000;
    await test.take([transaction({ id: 'past', to: carol }), transaction({ id: 'new', to: carol })]);
    expect(test.fired.map(({ subject }) => 'ids' in subject && subject.ids)).toEqual([
      ['of the old wallet'],
      ['new'],
    ]);
  });

  it('is not raised while it is off, nor afterwards for what came meanwhile', async () => {
    await using test = await openTestWatch();
    const list = await watchBob(test);
    const rule = { kind: 'transaction', listId: list.id, query: {} } as const;
    const alert = await saveAlert(test, rule);
    await saveAlert(test, rule, { id: alert.id, on: false });
    await test.take([transaction({ id: 'a' })]);
    test.now += 1000;
    await saveAlert(test, rule, { id: alert.id });
    await test.take([transaction({ id: 'a' })]);
    expect(test.fired).toEqual([]);
    await test.take([transaction({ id: 'b', dollars: null })]);
    expect(test.fired.map(({ why }) => why)).toEqual(['A new transaction in “Bob”.']);
  });

  it('holds its notification until somebody listens', async () => {
    using folder = temporaryFolder();
    {
      await using test = await openTestWatch(folder.path, { hears: false });
      const list = await watchBob(test);
      await saveAlert(test, { kind: 'transaction', listId: list.id, query: {} });
      await test.take([transaction({ id: 'a' })]);
    }
    await using test = await openTestWatch(folder.path);
    quieten(test);
    await test.watch.calls.listWatchlists({ connectionId });
    // It was no quiet hour when it was raised, and is one now.
    expect(test.fired).toMatchObject([{ quiet: true, subject: { ids: ['a'] } }]);
    expect(await test.watch.calls.listFirings({ connectionId, limit: 10 })).toMatchObject({
      firings: [{ quiet: false }],
      unseen: 1,
    });
  });

  it('is notified of one by one up to twenty times after a pause, the latest, and never again of the rest', async () => {
    using folder = temporaryFolder();
    const ids = Array.from({ length: 25 }, (_, index) => `t${index.toString()}`);
    {
      await using test = await openTestWatch(folder.path, { hears: false });
      const list = await watchBob(test);
      await saveAlert(test, { kind: 'transaction', listId: list.id, query: {} });
      for (const id of ids) {
        test.now += 1000;
        await test.take([transaction({ id })]);
      }
    }
    for (const expected of [ids.slice(-20), []]) {
      await using test = await openTestWatch(folder.path);
      await test.watch.calls.listWatchlists({ connectionId });
      expect(test.fired.flatMap(({ subject }) => ('ids' in subject ? subject.ids : []))).toEqual(expected);
      expect(await test.watch.calls.listFirings({ connectionId, limit: 50 })).toMatchObject({ total: 25 });
    }
  });

  it('goes with its list', async () => {
    await using test = await openTestWatch();
    const list = await watchBob(test);
    await saveAlert(test, { kind: 'transaction', listId: list.id, query: {} });
    await test.watch.calls.removeWatchlists({ ids: [list.id] });
    expect((await test.watch.calls.listAlerts({ connectionId })).alerts).toEqual([]);
  });
});

describe('an alert on a sum', () => {
  it('is raised if the sum in a window exceeds the limit, and counts nothing twice', async () => {
    await using test = await openTestWatch();
    const list = await watchBob(test);
    const rule = {
      kind: 'sum',
      listId: list.id,
      wallet: bob,
      direction: 'out',
      moreThan: 5_000_000,
      hours: 24,
    } as const;
    await saveAlert(test, rule);
    const out = (id: string, time: string, dollars: number) =>
      transaction({ id, time: `2026-03-${time}:00.000Z`, dollars, from: bob, to: carol });

    await test.take([
      out('a', '08T08:00', 3_000_000),
      // What reaches the wallet is not what leaves it.
      transaction({ id: 'in', time: '2026-03-08T09:00:00.000Z', dollars: 9_000_000 }),
    ]);
    await test.take([out('b', '09T08:30', 2_500_000)]);
    expect(test.fired).toEqual([]);
    test.now += 1000;
    // Late, between the two: within 24 hours of both, of which the earlier window is full first.
    await test.take([out('c', '08T20:00', 2_100_000)]);
    expect(test.fired).toHaveLength(1);
    expect(test.fired[0]?.why).toBe(
      '$5,100,000 left 0xb0b000…000002 within 24 hours, in 2 transactions: more than $5,000,000.',
    );
    expect(test.fired[0]?.subject).toMatchObject({ ids: ['c', 'a'], count: 2 });
    test.now += 1000;
    await test.take([out('d', '09T10:00', 2_400_000)]);
    expect(test.fired).toHaveLength(1);
    const subject = { kind: 'address', address: bob } as const;
    await createAnnotations(test.store.user).change([{ subject, label: 'Treasury' }]);
    await test.take([out('e', '09T11:00', 200_000)]);
    expect(test.fired).toHaveLength(2);
    expect(test.fired[1]?.why).toContain('left Treasury within 24 hours');
    expect(test.fired[1]?.subject).toMatchObject({ ids: ['e', 'd', 'b'] });
  });

  it('adds amounts by their digits: 0.1 and 0.2 are not more than 0.3', async () => {
    await using test = await openTestWatch();
    const list = await watchBob(test);
    const rule = { kind: 'sum', listId: list.id, wallet: null, direction: 'either', hours: 24 } as const;
    await saveAlert(test, { ...rule, moreThan: 0.3 });
    await test.take([transaction({ id: 'a', dollars: 0.1 })]);
    await test.take([transaction({ id: 'b', dollars: 0.2 })]);
    expect(test.fired).toEqual([]);
    test.now += 1000;
    await test.take([transaction({ id: 'c', dollars: 0.01 })]);
    expect(test.fired).toHaveLength(1);
  });

  it('counts what came after the alert was made, also after a restart', async () => {
    using folder = temporaryFolder();
    {
      await using test = await openTestWatch(folder.path);
      const list = await watchBob(test);
      await test.take([transaction({ id: 'a', dollars: 900 })]);
      test.now += 1000;
      const rule = { kind: 'sum', listId: list.id, wallet: null, direction: 'either', hours: 24 } as const;
      await saveAlert(test, { ...rule, moreThan: 1000 });
      await test.take([transaction({ id: 'b', dollars: 900 })]);
      expect(test.fired).toEqual([]);
    }
    await using test = await openTestWatch(folder.path);
    test.now += 10_000;
    await test.take([transaction({ id: 'c', dollars: 200 })]);
    expect(test.fired).toHaveLength(1);
    expect(test.fired[0]?.subject).toMatchObject({ count: 2 });
  });
});

describe('an alert on a metric', () => {
  const rule = {
    kind: 'metric',
    resource: 'assets',
    id: 7,
    title: 'Fund',
    metric: 'circulating_market_value_dollar',
    test: { kind: 'change', direction: 'down', percent: 10, days: 7 },
  } as const;

  async function fetched(test: TestWatch, percent: number | null): Promise<void> {
    const cache = await test.store.cache(connectionId);
    const metric = { val: 1_000_000, val_7d: 1_250_000, chg_7d_pct: percent };
    const record = { id: 7, name: 'Fund', circulating_market_value_dollar: metric };
    await cache.writeRecord({ resource: 'assets', record, fetchedAt: test.now, request: '/v4/assets/7' });
    await test.watch.noteFetched(connectionId, 'assets');
    test.now += 60_000;
  }

  it('is raised when it becomes true, and again only after it was not', async () => {
    await using test = await openTestWatch();
    await fetched(test, -4);
    await saveAlert(test, rule);
    await fetched(test, -9.9);
    expect(test.fired).toEqual([]);
    await fetched(test, -12.5);
    await fetched(test, -15);
    expect(test.fired.map(({ why }) => why)).toEqual([
      'Fund: Circulating market value went down 12.5 % in 7 days, to $1,000,000.',
    ]);
    await fetched(test, -1);
    // Where the service states no change, the value of that day tells: 1,000,000 of 1,250,000.
    await fetched(test, null);
    expect(test.fired).toHaveLength(2);
    expect(test.fired[1]?.subject).toEqual({
      kind: 'record',
      resource: 'assets',
      id: 7,
      metric: 'circulating_market_value_dollar',
    });
  });

  it('is raised at a value too, said in quiet hours as quiet, and not while it is off', async () => {
    await using test = await openTestWatch();
    quieten(test);
    const cache = await test.store.cache(connectionId);
    const fetch = async (val: number): Promise<void> => {
      const record = { id: 7, name: 'Fund', circulating_market_value_dollar: { val } };
      await cache.writeRecord({ resource: 'assets', record, fetchedAt: test.now, request: '/v4/assets/7' });
      await test.watch.noteFetched(connectionId, 'assets');
      test.now += 60_000;
    };
    await fetch(900_000);
    const above = {
      ...rule,
      test: { kind: 'value', direction: 'above', value: 1_000_000 },
    } as const;
    const alert = await saveAlert(test, above);
    await fetch(1_000_000);
    expect(test.fired).toEqual([]);
    await fetch(1_200_000);
    expect(test.fired).toMatchObject([
      { quiet: true, why: 'Fund: Circulating market value is $1,200,000, above $1,000,000.' },
    ]);
    await saveAlert(test, above, { id: alert.id, on: false });
    await fetch(500_000);
    await fetch(1_500_000);
    expect(test.fired).toHaveLength(1);
  });

  it('is not raised for what was so when it was made', async () => {
    await using test = await openTestWatch();
    await fetched(test, -30);
    await saveAlert(test, rule);
    await fetched(test, -31);
    expect(test.fired).toEqual([]);
    await expect(saveAlert(test, { ...rule, metric: 'name' })).rejects.toThrow('only watch metrics');
  });
});

it('the log keeps new alerts, though a clock that was ahead has filled it', async () => {
  await using store = await openTestStore();
  const alerts = createAlerts({ user: store.user, now: () => 10 });
  const firing = (id: string, at: number): Firing => ({
    ...{ id, at, alertId: 'a', name: 'A', connectionId: 'one', quiet: false, seen: false, why: '' },
    subject: { kind: 'record', resource: 'assets', id: '1', metric: 'name' },
  });
  await alerts.log(Array.from({ length: 1000 }, (_, nth) => firing(nth.toString(), 1e15)));
  for (const at of [1, 2]) await alerts.log([firing(`now ${at.toString()}`, at)]);
  const log = await alerts.readLog();
  expect(log).toHaveLength(1000);
  expect(log.slice(-2).map(({ id }) => id)).toEqual(['now 2', 'now 1']);
});
