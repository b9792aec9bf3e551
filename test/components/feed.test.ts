import type { Component } from 'svelte';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ok } from '../../preload/contract/failures.ts';
import type { Bridge } from '../../renderer/bridge.ts';
import { FeedState } from '../../renderer/features/watchlists/feed.svelte.ts';
import { views } from '../../renderer/features/watchlists/register.ts';
import type { Views } from '../../renderer/shell/view.ts';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

/** A bridge to feeds without transactions; what was asked of it, and the looks that were noted. */
function emptyFeeds(): { bridge: Bridge; asked: unknown[]; noted: string[] } {
  const asked: unknown[] = [];
  const noted: string[] = [];
  const lookedAt = { one: 1, two: 2 } as Readonly<Record<string, number>>;
  const bridge = bridgeOf({
    getUnread: ({ connectionId }) =>
      Promise.resolve(
        ok({ connectionId, total: 0, lists: [], sinceLook: 0, lookedAt: lookedAt[connectionId] ?? null }),
      ),
    getFeed: ({ connectionId, show: shown, lookedAt: since }) => {
      asked.push([connectionId, shown, since]);
      return Promise.resolve(ok({ groups: [], next: null }));
    },
    noteLook: ({ connectionId }) => {
      noted.push(connectionId);
      return Promise.resolve(ok({ lookedAt: 9 }));
    },
    cancelRequest: () => Promise.resolve(ok(undefined)),
  });
  return { bridge, asked, noted };
}

it('an open feed keeps the last visit before it was opened', async () => {
  const { bridge, asked, noted } = emptyFeeds();
  const app = appOf(bridge, views);
  const connection = { id: 'one', name: 'One', baseUrl: 'https://api.example.com', sample: false };
  const { default: view } = await (views as Views).feed.load();
  const props = { location: { view: 'feed', show: 'since' }, connection, session: null };
  const hide = show(ViewAlone, { app, view: view as Component, props });
  await expect.element(page.getByText('Nothing new since your last visit.')).toBeVisible();
  app.commands.run('refresh');
  await expect.poll(() => asked.length).toBe(2);
  expect([asked, noted]).toEqual([
    [
      ['one', 'since', 1],
      ['one', 'since', 1],
    ],
    [],
  ]);
  hide();
  await expect.poll(() => noted).toEqual(['one']);
});

it('each connection has its own last visit; a feed that never loaded does not change it', async () => {
  const { bridge, asked, noted } = emptyFeeds();
  const feed = new FeedState(bridge);
  await feed.load({ connectionId: 'one', show: 'since' });
  const switched = feed.load({ connectionId: 'two', show: 'since' });
  expect(noted).toEqual(['one']);
  feed.close();
  await switched;
  expect([asked, noted]).toEqual([[['one', 'since', 1]], ['one']]);
  await feed.load({ connectionId: 'two', show: 'since' });
  expect([asked[1], feed.lookedAt]).toEqual([['two', 'since', 2], 2]);
});
