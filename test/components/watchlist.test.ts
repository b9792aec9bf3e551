import type { Component } from 'svelte';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { dayMs, dayOf } from '../../preload/contract/days.ts';
import { fail, ok } from '../../preload/contract/failures.ts';
import { settingsSchema } from '../../preload/contract/settings.ts';
import {
  watchlistSchema,
  type WatchlistFigures,
  type WatchlistState,
} from '../../preload/contract/watchlists.ts';
import { views } from '../../renderer/features/watchlists/register.ts';
import { watchOf } from '../../renderer/features/watchlists/watch.svelte.ts';
import { day } from '../../renderer/format/dates.ts';
import type { Views } from '../../renderer/shell/view.ts';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

const connection = { id: 'one', name: 'One', baseUrl: 'https://api.example.com', sample: false };
const nothing = { count: 0, dollars: 0 };
const none: WatchlistFigures = {
  ...{ count: 0, unpriced: 0, volume: 0, minted: nothing, burned: nothing, netMinted: 0 },
  ...{ firstDay: null, lastDay: null, counterparties: [], days: [] },
  wallets: [{ address: `0x${'1'.repeat(40)}`, in: nothing, out: nothing, net: 0 }],
};
const checkedAt = Date.UTC(2026, 10, 28, 12);
const list = watchlistSchema.parse({
  ...{ id: 'a', connectionId: 'one', name: 'Desks', query: {}, createdAt: 0, changedAt: 0 },
  wallets: [{ address: `0x${'1'.repeat(40)}`, chain: 'evm' }],
});

/** Shows a view of the list. */
async function open(
  name: 'watchlist' | 'watchlists',
  state: Partial<WatchlistState>,
  figures: Partial<WatchlistFigures> = {},
): Promise<void> {
  const empty = { count: 0, unread: 0, latestAt: null, completeSince: null, datesMoved: false };
  const whole = { list, checkedAt, ...empty, ...state };
  const unused = fail({ code: 'internal', message: 'Not used here.' });
  const bridge = bridgeOf({
    listWatchlists: () =>
      Promise.resolve(ok({ lists: [whole], used: { lists: 1, wallets: 1 }, notices: [] })),
    getUnread: ({ connectionId }) =>
      Promise.resolve(ok({ connectionId, total: 0, lists: [], sinceLook: 0, lookedAt: null })),
    listAlerts: () => Promise.resolve(ok({ alerts: [], notices: [] })),
    listFirings: () => Promise.resolve(ok({ firings: [], total: 0, unseen: 0 })),
    getWatchChecks: () => Promise.resolve(unused),
    describeResource: () => Promise.resolve(unused),
    getWatchlistFigures: () => Promise.resolve(ok({ ...none, ...figures })),
    cancelRequest: () => Promise.resolve(ok(undefined)),
  });
  const app = appOf(bridge, views);
  await watchOf(app).follow(connection.id);
  const { default: view } = await (views as Views)[name].load();
  const session = { settings: settingsSchema.parse({}) };
  const props = { location: { view: name, id: list.id }, connection, session };
  show(ViewAlone, { app, view: view as Component<never>, props });
}

/** The figures of the list and of its wallet. */
async function figuresShown(): Promise<string[]> {
  await expect.element(page.getByRole('heading', { name: 'Flows of its wallets' })).toBeVisible();
  const cells = document.querySelectorAll('dl dd, tbody td');
  return [...cells].map(({ textContent }) => textContent.trim()).filter((text) => text !== '');
}

it.each([
  ['was never checked', { checkedAt: null }],
  ['has dates that moved since its check', { datesMoved: true }],
])('a list that %s shows no figure of nothing', async (_what, state) => {
  await open('watchlist', state);
  expect(new Set(await figuresShown())).toEqual(new Set(['–']));
  await expect.element(page.getByText(/^These figures are of/)).not.toBeInTheDocument();
});

it('a checked list without transactions shows that there are none', async () => {
  await open('watchlist', {});
  expect(await figuresShown()).toEqual([
    '0',
    '$0.00',
    '$0.00',
    '0 mints',
    '$0.00',
    '0 burns',
    '$0.00',
    '–',
    '–',
    '$0.00',
  ]);
});

it('a list that was never checked says of which transactions its figures are', async () => {
  const figures = { count: 2, volume: 70, minted: { count: 1, dollars: 40 }, netMinted: 40 };
  await open('watchlist', { checkedAt: null, count: 2 }, figures);
  expect(await figuresShown()).toEqual(['2', '$70.00', '$40.00', '1 mint', '–', '+$40.00', '–', '–', '–']);
  const others = 'This watchlist is not fully fetched yet; others may exist.';
  await expect
    .element(page.getByText(`These figures are of the cached transactions. ${others}`))
    .toBeVisible();
});

it('a list that is complete from a day shows figures of 30 days first, and of what is before none of nothing', async () => {
  const completeSince = dayOf(Date.now() - 30 * dayMs);
  await open('watchlist', { completeSince });
  const shown = page.getByRole('button', { name: '30 days' });
  await expect.element(shown).toHaveAttribute('aria-pressed', 'true');
  expect(await figuresShown()).toContain('0 mints');
  await expect
    .element(page.getByText('No cached transactions in this period.', { exact: true }))
    .toBeVisible();
  for (const name of ['1 year', 'All']) {
    await page.getByRole('button', { name }).click();
    const others = `Transactions before ${day(Date.parse(completeSince))} are only those in the cache; others may exist.`;
    await expect.element(page.getByText(`No cached transactions in this period. ${others}`)).toBeVisible();
    expect(new Set(await figuresShown())).toEqual(new Set(['–']));
  }
});

it.each<[string, Partial<WatchlistState>]>([
  ['0 transactions none yet', {}],
  ['–', { checkedAt: null }],
  ['–', { datesMoved: true }],
  [`0 cached none since ${day(Date.UTC(2026, 9, 31))}`, { completeSince: '2026-10-31' }],
  ['3 cached latest ', { completeSince: '2026-10-31', count: 3, latestAt: checkedAt }],
  ['3 cached latest ', { checkedAt: null, count: 3, latestAt: checkedAt }],
])('in the list of lists it has “%s”', async (text, state) => {
  await open('watchlists', state);
  await expect.element(page.getByRole('listitem')).toBeVisible();
  const shown = page.getByRole('listitem').element().textContent.replaceAll(/\s+/g, ' ');
  expect(shown).toContain(text);
  if (text === '–') expect(shown).not.toMatch(/0 transactions|none yet/);
});
