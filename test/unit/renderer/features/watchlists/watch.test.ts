import { expect, it } from 'vitest';
import type { EventPayload } from '../../../../../preload/contract/bridge.ts';
import { fail, ok } from '../../../../../preload/contract/failures.ts';
import { watchlistSchema } from '../../../../../preload/contract/watchlists.ts';
import { FeedState } from '../../../../../renderer/features/watchlists/feed.svelte.ts';
import { WatchState } from '../../../../../renderer/features/watchlists/watch.svelte.ts';
import { bridgeOf } from '../../../../support/bridgeOf.ts';

const unread = (connectionId: string, total: number) => ({
  ...{ connectionId, total, lists: [], sinceLook: 0, lookedAt: null },
});

it('an event of another connection does not change the followed one', async () => {
  let tell: (change: EventPayload<'feedChanged'>) => void = () => undefined;
  const stop = (): void => undefined;
  const bridge = bridgeOf({
    listWatchlists: () => Promise.resolve(ok({ lists: [], used: { lists: 0, wallets: 0 }, notices: [] })),
    getUnread: ({ connectionId }) => Promise.resolve(ok(unread(connectionId, 3))),
    listAlerts: () => Promise.resolve(ok({ alerts: [], notices: [] })),
    listFirings: () => Promise.resolve(ok({ firings: [], total: 0, unseen: 0 })),
    getWatchChecks: () => Promise.resolve(fail({ code: 'internal', message: 'Not used here.' })),
    onWatchlistsChanged: () => stop,
    onAlertsChanged: () => stop,
    onWatchChecksChanged: () => stop,
    onFeedChanged: (listener) => {
      tell = listener;
      return stop;
    },
  });
  const state = new WatchState(bridge);
  state.start();
  await state.follow('one');
  tell({ ...unread('two', 99), arrived: [] });
  expect(state.unread?.total).toBe(3);
  tell({ ...unread('one', 4), arrived: [] });
  expect(state.unread?.total).toBe(4);
});

it('a list is what it is after its change, as soon as that is saved', async () => {
  const list = watchlistSchema.parse({
    ...{ id: 'a', connectionId: 'one', name: 'Bob', query: {}, createdAt: 0, changedAt: 0 },
  });
  let isSaved = false;
  let tell: (change: EventPayload<'watchlistsChanged'>) => void = () => undefined;
  const bridge = bridgeOf({
    listWatchlists() {
      const state = { list, count: 0, unread: 0, latestAt: null, datesMoved: false, completeSince: null };
      const lists = [{ ...state, checkedAt: isSaved ? null : 1 }];
      return new Promise((resolve) => {
        setImmediate(resolve, ok({ lists, used: { lists: 1, wallets: 0 }, notices: [] }));
      });
    },
    getUnread: ({ connectionId }) => Promise.resolve(ok(unread(connectionId, 0))),
    listAlerts: () => Promise.resolve(ok({ alerts: [], notices: [] })),
    listFirings: () => Promise.resolve(ok({ firings: [], total: 0, unseen: 0 })),
    getWatchChecks: () => Promise.resolve(fail({ code: 'internal', message: 'Not used here.' })),
    saveWatchlist() {
      isSaved = true;
      // Events come at their own time.
      queueMicrotask(() => {
        tell({ connectionId: 'one' });
      });
      return Promise.resolve(ok(list));
    },
    onWatchlistsChanged: (listener) => {
      tell = listener;
      return () => undefined;
    },
    onAlertsChanged: () => () => undefined,
    onWatchChecksChanged: () => () => undefined,
    onFeedChanged: () => () => undefined,
  });
  const state = new WatchState(bridge);
  state.start();
  await state.follow('one');
  expect(state.find('a')?.checkedAt).toBe(1);
  await state.change(list, { note: 'A desk.' });
  expect(state.find('a')?.checkedAt).toBeNull();
});

it('days that were loaded for one question do not stay under the answer to another', async () => {
  const group = (show: string | undefined, day: string) => ({
    ...{ day, listId: show ?? '', count: 0, unread: 0, dollars: 0, entries: [] },
  });
  const bridge = bridgeOf({
    getUnread: ({ connectionId }) => Promise.resolve(ok(unread(connectionId, 0))),
    getFeed: ({ show, before }) =>
      Promise.resolve(
        ok({
          groups: [group(show, before === undefined ? '2026-11-25' : '2026-11-24')],
          next: before === undefined ? '2026-11-25' : null,
        }),
      ),
    cancelRequest: () => Promise.resolve(ok(undefined)),
  });
  const feed = new FeedState(bridge);
  for (const show of ['all', 'unread', 'since'] as const) {
    await feed.load({ connectionId: 'one', show });
    expect(feed.groups.map(({ listId, day }) => [listId, day])).toEqual([[show, '2026-11-25']]);
    expect(await feed.more()).toBeNull();
    expect(feed.groups.map(({ listId, day }) => [listId, day])).toEqual([
      [show, '2026-11-25'],
      [show, '2026-11-24'],
    ]);
    expect(feed.next).toBeNull();
  }
});
