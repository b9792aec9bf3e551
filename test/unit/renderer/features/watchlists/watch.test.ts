import { expect, it } from 'vitest';
import type { CallInput, EventPayload } from '../../../../../preload/contract/bridge.ts';
import { ok } from '../../../../../preload/contract/failures.ts';
import type { Bridge } from '../../../../../renderer/bridge.ts';
import { FeedState } from '../../../../../renderer/features/watchlists/feed.svelte.ts';
import { WatchState } from '../../../../../renderer/features/watchlists/watch.svelte.ts';

const unread = (connectionId: string, total: number) => ({
  ...{ connectionId, total, lists: [], sinceLook: 0, lookedAt: null },
});

it('what arrives on another connection changes nothing of the one that is followed', async () => {
  let tell: (change: EventPayload<'feedChanged'>) => void = () => undefined;
  const stop = (): void => undefined;
  const bridge = {
    listWatchlists: () => Promise.resolve(ok({ lists: [], used: { lists: 0, wallets: 0 }, notices: [] })),
    getUnread: ({ connectionId }: CallInput<'getUnread'>) => Promise.resolve(ok(unread(connectionId, 3))),
    listAlerts: () => Promise.resolve(ok({ alerts: [], notices: [] })),
    listFirings: () => Promise.resolve(ok({ firings: [], total: 0, unseen: 0 })),
    getWatchChecks: () => Promise.resolve(ok(null)),
    onWatchlistsChanged: () => stop,
    onAlertsChanged: () => stop,
    onWatchChecksChanged: () => stop,
    onFeedChanged: (listener: typeof tell) => {
      tell = listener;
      return stop;
    },
  };
  const state = new WatchState(bridge as unknown as Bridge);
  state.start();
  await state.follow('one');
  tell({ ...unread('two', 99), arrived: [] });
  expect(state.unread?.total).toBe(3);
  tell({ ...unread('one', 4), arrived: [] });
  expect(state.unread?.total).toBe(4);
});

it('days that were loaded for one question do not stay under the answer to another', async () => {
  const group = (show: string, day: string) => ({
    ...{ day, listId: show, count: 0, unread: 0, dollars: 0, entries: [] },
  });
  const bridge = {
    getUnread: ({ connectionId }: CallInput<'getUnread'>) => Promise.resolve(ok(unread(connectionId, 0))),
    getFeed: ({ show, before }: { show: string; before?: string }) =>
      Promise.resolve(
        ok({
          groups: [group(show, before === undefined ? '2026-11-25' : '2026-11-24')],
          next: before === undefined ? '2026-11-25' : null,
        }),
      ),
    cancelRequest: () => Promise.resolve(ok(undefined)),
  };
  const feed = new FeedState(bridge as unknown as Bridge);
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
