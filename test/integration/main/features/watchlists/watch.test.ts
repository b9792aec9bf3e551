import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../../../preload/contract/days.ts';
import type { WatchedList } from '../../../../../main/features/watchlists/intake.ts';
import {
  alertOf,
  alice,
  bob,
  carol,
  connectionId,
  contentOf,
  fetchedFrom,
  openTestWatch,
  transaction,
  walletOf,
  where,
} from './testWatch.ts';

/** Watchlists from the answer of the service to the feed, on a real store. */

describe('what is new in a watchlist', () => {
  it('is nothing of what there was before the list was fetched completely', async () => {
    await using test = await openTestWatch();
    const list = await test.watch.calls.saveWatchlist({ content: contentOf({ wallets: [walletOf(bob)] }) });
    const first = await test.take([transaction({ id: 'a' }), transaction({ id: 'b', to: carol })]);
    expect(first).toMatchObject({ ids: { length: 2 }, fresh: [] });
    expect(first.lists).toEqual([{ listId: list.id, matched: 1, added: 1 }]);
    expect((await test.watch.calls.getUnread({ connectionId })).total).toBe(0);
  });

  it('is what comes afterwards, once, in each list that it belongs to', async () => {
    await using test = await openTestWatch();
    const ofBob = await test.synced({ name: 'Bob', wallets: [walletOf(bob, 'to')] });
    const large = await test.synced({ name: 'Large', query: where('usd_amount', 'gte', 1000) });
    const records = [
      transaction({ id: 'a', dollars: 5000 }),
      transaction({ id: 'b' }),
      transaction({ id: 'c', from: bob, to: carol }),
    ];
    const taken = await test.take(records);
    expect(taken.fresh.map(({ record, listIds }) => [record.id, listIds])).toEqual([
      ['a', [ofBob.id, large.id]],
      ['b', [ofBob.id]],
    ]);
    expect(test.feed.at(-1)).toMatchObject({ total: 3, arrived: [{ count: 2 }, { count: 1 }] });
    const again = await test.take(records);
    expect(again).toMatchObject({ fresh: [] });
    expect((await test.watch.calls.getUnread({ connectionId })).total).toBe(3);
  });

  it('follows moving dates from day to day, in lists and in alerts', async () => {
    await using test = await openTestWatch();
    const lastWeek = where('date', 'onOrAfter', '{{7 days ago}}');
    const list = await test.synced({ query: lastWeek });
    const all = await test.synced({ name: 'All', query: where('usd_amount', 'gte', 1) });
    await test.watch.calls.saveAlert({
      content: {
        connectionId,
        name: 'Last week',
        on: true,
        rule: { kind: 'transaction', listId: all.id, query: lastWeek },
      },
    });
    const matched = async (id: string, time: string): Promise<(string | undefined)[]> => {
      const { lists } = await test.take([transaction({ id, time })]);
      return lists.map(({ listId }) => [list, all].find((one) => one.id === listId)?.name).sort();
    };
    expect(await matched('a', '2026-03-02T09:00:00.000Z')).toEqual(['All']);
    expect(test.fired).toHaveLength(0);
    expect(await matched('b', '2026-03-03T09:00:00.000Z')).toEqual(['All', 'List']);
    expect(test.fired).toHaveLength(1);
    const checkedAt = test.now;
    const stateOf = async ({ id }: { id: string }) =>
      (await test.watch.calls.listWatchlists({ connectionId })).lists.find((one) => one.list.id === id);
    expect(await stateOf(list)).toMatchObject({ checkedAt, datesMoved: false });
    test.now = Date.parse('2026-03-14T00:00:01Z');
    expect(await stateOf(list)).toMatchObject({ checkedAt, datesMoved: true });
    expect(await stateOf(all)).toMatchObject({ checkedAt, datesMoved: false, completeSince: fetchedFrom });
    expect(await matched('c', '2026-03-06T09:00:00.000Z')).toEqual(['All']);
    expect(test.fired).toHaveLength(1);
    // The rules stay as they were written.
    expect((await stateOf(list))?.list.query).toEqual(lastWeek);
    await (await test.watch.intake(connectionId)).markChecked(await watchedOf(list), test.now, fetchedFrom);
    expect(await stateOf(list)).toMatchObject({ checkedAt: test.now, datesMoved: false });
    // The list did not change, and was fetched before.
    const events = await test.watch.calls.listWatchlistEvents({ listId: list.id, limit: 10 });
    expect(events.map(({ kind }) => kind)).toEqual(['arrived', 'synced', 'made']);
    const query = where('date', 'onOrAfter', '{{8 days ago}}');
    await test.watch.calls.saveWatchlist({ id: list.id, content: contentOf({ query }) });
    expect(await stateOf(list)).toMatchObject({ checkedAt: null });

    async function watchedOf({ id }: { id: string }): Promise<WatchedList> {
      const watched = await (await test.watch.intake(connectionId)).listWatched();
      const found = watched.find((one) => one.list.id === id);
      if (found === undefined) throw new Error('The list is gone.');
      return found;
    }
  });

  it('is shown by day and list, the latest first, and is marked as read', async () => {
    await using test = await openTestWatch();
    const list = await test.synced({ wallets: [walletOf(bob)] });
    await test.take([
      transaction({ id: 'a', time: '2026-03-09T08:00:00.000Z' }),
      transaction({ id: 'b', time: '2026-03-10T08:00:00.000Z' }),
      transaction({ id: 'c', time: '2026-03-10T10:00:00.000Z', dollars: 50.5 }),
    ]);
    const request = { connectionId, show: 'unread' as const, days: 14, entries: 10 };
    const { groups, next } = await test.watch.calls.getFeed(request);
    expect(next).toBeNull();
    expect(groups.map(({ day, count, dollars }) => [day, count, dollars])).toEqual([
      ['2026-03-10', 2, 150.5],
      ['2026-03-09', 1, 100],
    ]);
    expect(groups[0]?.entries.map(({ transaction: { id } }) => id)).toEqual(['c', 'b']);
    const [firstDay] = [(await test.watch.calls.getFeed({ ...request, days: 1 })).next];
    expect(firstDay).toBe('2026-03-10');
    const rest = await test.watch.calls.getFeed({ ...request, days: 1, before: firstDay ?? '' });
    expect(rest).toMatchObject({ groups: [{ day: '2026-03-09' }], next: null });

    const one = { kind: 'transactions' as const, listId: list.id, ids: ['c'] };
    expect((await test.watch.calls.markRead({ connectionId, what: one, read: true })).total).toBe(2);
    expect((await test.watch.calls.markRead({ connectionId, what: one, read: false })).total).toBe(3);
    const ofDay = { kind: 'list' as const, listId: list.id, day: '2026-03-10' };
    expect((await test.watch.calls.markRead({ connectionId, what: ofDay, read: true })).total).toBe(1);
    expect((await test.watch.calls.markRead({ connectionId, what: ofDay, read: false })).total).toBe(3);
    const all = { connectionId, what: { kind: 'list' as const, listId: list.id }, read: true };
    expect((await test.watch.calls.markRead(all)).total).toBe(0);
    expect((await test.watch.calls.getFeed(request)).groups).toEqual([]);
    expect((await test.watch.calls.getFeed({ ...request, show: 'all' })).groups).toHaveLength(2);
  });

  it('ends a part with the day that makes it long', async () => {
    await using test = await openTestWatch();
    await test.synced({ wallets: [walletOf(bob)] });
    const of = (day: number, count: number) =>
      Array.from({ length: count }, (_, nth) =>
        transaction({
          id: `${day.toString()}-${nth.toString()}`,
          time: `2026-03-0${day.toString()}T08:00:00.000Z`,
        }),
      );
    await test.take([...of(9, 300), ...of(8, 300), ...of(7, 1), ...of(6, 1)]);
    const request = { connectionId, show: 'all' as const, days: 14, entries: 500 };
    const { groups, next } = await test.watch.calls.getFeed(request);
    expect(groups.map(({ day, entries }) => [day, entries.length])).toEqual([
      ['2026-03-09', 300],
      ['2026-03-08', 300],
    ]);
    const rest = await test.watch.calls.getFeed({ ...request, before: next ?? '' });
    expect(rest.groups.map(({ day }) => day)).toEqual(['2026-03-07', '2026-03-06']);
    expect(rest.next).toBeNull();
  });

  it('is separated by the last visit', async () => {
    await using test = await openTestWatch();
    await test.synced({ wallets: [walletOf(bob)] });
    await test.take([transaction({ id: 'a' })]);
    test.now += 60_000;
    const { lookedAt } = await test.watch.calls.noteLook({ connectionId });
    test.now += 60_000;
    await test.take([transaction({ id: 'b' })]);
    expect(await test.watch.calls.getUnread({ connectionId })).toMatchObject({
      total: 2,
      sinceLook: 1,
      lookedAt,
    });
    const request = { connectionId, show: 'since' as const, days: 14, entries: 10 };
    const { groups } = await test.watch.calls.getFeed(request);
    expect(groups[0]?.entries.map(({ transaction: { id } }) => id)).toEqual(['b']);
  });
});

describe('a feed that was looked at under a clock that was ahead', () => {
  it('shows what comes afterwards, marks all as read, and sums are told', async () => {
    await using test = await openTestWatch();
    const start = test.now;
    test.now += 400 * dayMs;
    const list = await test.synced({ wallets: [walletOf(bob)] });
    const sum = { kind: 'sum', listId: list.id, wallet: null, direction: 'either', hours: 24 } as const;
    await test.watch.calls.saveAlert({ content: alertOf({ ...sum, moreThan: 150 }) });
    await test.take([transaction({ id: 'a' })]);
    await test.watch.calls.noteLook({ connectionId });
    test.now = start;
    await test.take([transaction({ id: 'b' })]);
    expect(test.fired).toHaveLength(1);
    const unread = () => test.watch.calls.getUnread({ connectionId });
    expect(await unread()).toMatchObject({ total: 2, sinceLook: 1, lookedAt: start - 1 });
    await test.watch.calls.markRead({ connectionId, what: { kind: 'all' }, read: true });
    expect(await unread()).toMatchObject({ total: 0 });
  });
});

describe('a watchlist whose rules are changed', () => {
  it('answers for an added wallet from the cache at once, as its past, and goes on being new for the others', async () => {
    await using test = await openTestWatch();
    const list = await test.synced({ wallets: [walletOf(bob)] });
    await test.take([transaction({ id: 'a' }), transaction({ id: 'b', to: carol })]);
    await test.watch.calls.saveWatchlist({
      content: contentOf({ wallets: [walletOf(bob), walletOf(carol)] }),
      id: list.id,
    });
    const state = async () => (await test.watch.calls.listWatchlists({ connectionId })).lists[0];
    expect(await state()).toMatchObject({ count: 2, unread: 1 });

    const taken = await test.take([transaction({ id: 'c', to: carol }), transaction({ id: 'd' })]);
    expect(taken.fresh.map(({ record }) => record.id)).toEqual(['d']);
    const intake = await test.watch.intake(connectionId);
    const [watched] = await intake.listWatched();
    if (watched === undefined) throw new Error('The list is gone.');
    expect(watched.synced).not.toEqual(watched.filter);
    await intake.markChecked(watched, test.now, fetchedFrom);
    expect((await test.take([transaction({ id: 'e', to: carol })])).fresh).toHaveLength(1);
  });

  it('forgets what no longer belongs to it, and tells its past', async () => {
    await using test = await openTestWatch();
    const list = await test.synced({ wallets: [walletOf(bob)] });
    await test.take([transaction({ id: 'a' }), transaction({ id: 'b', dollars: 5000 })]);
    test.now += 1000;
    const query = where('usd_amount', 'gte', 1000);
    await test.watch.calls.saveWatchlist({
      content: contentOf({ wallets: [walletOf(bob)], query }),
      id: list.id,
    });
    expect((await test.watch.calls.listWatchlists({ connectionId })).lists[0]).toMatchObject({ count: 1 });
    const events = await test.watch.calls.listWatchlistEvents({ listId: list.id, limit: 10 });
    expect(events.map(({ kind, count }) => [kind, count])).toEqual([
      ['changed', 0],
      ['arrived', 2],
      ['synced', 0],
      ['made', 0],
    ]);
  });

  it('says how many transactions its first fetch found', async () => {
    await using test = await openTestWatch();
    await test.take([transaction({ id: 'a' })]);
    const list = await test.watch.calls.saveWatchlist({ content: contentOf({ wallets: [walletOf(bob)] }) });
    await test.take([transaction({ id: 'b' }), transaction({ id: 'c' })]);
    const intake = await test.watch.intake(connectionId);
    for (const watched of await intake.listWatched())
      await intake.markChecked(watched, test.now, fetchedFrom);
    const events = await test.watch.calls.listWatchlistEvents({ listId: list.id, limit: 10 });
    expect(events.map(({ kind, count }) => [kind, count])).toEqual([
      ['synced', 3],
      ['cached', 1],
      ['made', 0],
    ]);
  });

  it('is not matched while it is off, and is gone with its marks when it is removed', async () => {
    await using test = await openTestWatch();
    const list = await test.synced({ wallets: [walletOf(bob)] });
    await test.watch.calls.saveWatchlist({
      content: contentOf({ wallets: [walletOf(bob)], on: false }),
      id: list.id,
    });
    expect((await test.take([transaction({ id: 'a' })])).lists).toEqual([]);
    await test.watch.calls.removeWatchlists({ ids: [list.id] });
    expect((await test.watch.calls.listWatchlists({ connectionId })).lists).toEqual([]);
    await expect(test.watch.calls.listWatchlistEvents({ listId: list.id, limit: 10 })).rejects.toThrow(
      'no longer exists',
    );
  });

  it('begins anew when the cache was emptied', async () => {
    await using test = await openTestWatch();
    await test.synced({ wallets: [walletOf(bob)] });
    await test.take([transaction({ id: 'a' })]);
    await (await test.store.cache(connectionId)).clear();
    await test.watch.noteCleared(connectionId);
    const [state] = (await test.watch.calls.listWatchlists({ connectionId })).lists;
    expect(state).toMatchObject({ count: 0, unread: 0, checkedAt: null });
    expect((await test.take([transaction({ id: 'a' })])).fresh).toEqual([]);
  });
});

describe('what cannot be watched', () => {
  it('is refused with a sentence', async () => {
    await using test = await openTestWatch();
    const save = (content: Parameters<typeof contentOf>[0]) =>
      test.watch.calls.saveWatchlist({ content: contentOf(content) });
    await expect(save({})).rejects.toThrow('watch every transaction');
    await expect(save({ query: where('amount', 'sounds like', 3) })).rejects.toThrow('cannot be watched');
    const wrong = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5aA', '5AA');
    await expect(save({ wallets: [walletOf(wrong)] })).rejects.toThrow('checksum');
    const many = Array.from({ length: 5000 }, (_, index) =>
      walletOf(`0x${index.toString(16).padStart(40, '0')}`),
    );
    await save({ name: 'Many', wallets: many });
    await expect(save({ wallets: [walletOf(alice)] })).rejects.toThrow('5,000 wallets');
  });
});

describe('the figures of a watchlist', () => {
  it('sum up what the cache holds of it', async () => {
    await using test = await openTestWatch();
    const list = await test.synced({ wallets: [walletOf(bob)] });
    await test.take([
      transaction({ id: 'a', dollars: 300, from: alice, to: bob }),
      transaction({ id: 'b', dollars: 120, from: bob, to: carol, time: '2026-03-09T09:00:00.000Z' }),
      transaction({ id: 'c', dollars: 1000, from: null, to: bob, type: 'token-mint' }),
      transaction({ id: 'd', dollars: 400, from: bob, to: null, type: null }),
      transaction({ id: 'e', dollars: null, from: alice, to: bob }),
      transaction({ id: 'f', dollars: 9999, from: alice, to: carol }),
    ]);
    const figures = await test.watch.calls.getWatchlistFigures({ listId: list.id });
    expect(figures).toMatchObject({
      count: 5,
      unpriced: 1,
      volume: 1820,
      minted: { count: 1, dollars: 1000 },
      burned: { count: 1, dollars: 400 },
      netMinted: 600,
      firstDay: '2026-03-09',
      lastDay: '2026-03-10',
    });
    expect(figures.wallets).toEqual([
      {
        address: bob,
        in: { count: 3, dollars: 1300 },
        out: { count: 2, dollars: 520 },
        net: 780,
      },
    ]);
    expect(figures.counterparties).toEqual([
      { address: alice, from: { count: 2, dollars: 300 }, to: { count: 0, dollars: 0 }, dollars: 300 },
      { address: carol, from: { count: 0, dollars: 0 }, to: { count: 1, dollars: 120 }, dollars: 120 },
    ]);
    expect(figures.days.map(({ day, count, in: inward, out }) => [day, count, inward, out])).toEqual([
      ['2026-03-09', 1, 0, 120],
      ['2026-03-10', 4, 1300, 400],
    ]);
    const ofDay = { listId: list.id, from: '2026-03-09', to: '2026-03-09' };
    expect(await test.watch.calls.getWatchlistFigures(ofDay)).toMatchObject({ count: 1, volume: 120 });
  });
});
