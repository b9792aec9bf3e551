import { EventEmitter } from 'node:events';
import type { AlertContent, AlertRule, Firing } from '../../../../../preload/contract/alerts.ts';
import type { EventPayload } from '../../../../../preload/contract/bridge.ts';
import type { Condition, Query } from '../../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { settingsSchema, type Settings } from '../../../../../preload/contract/settings.ts';
import {
  watchlistContentSchema,
  type WatchedWallet,
  type Watchlist,
  type WatchlistContent,
} from '../../../../../preload/contract/watchlists.ts';
import { createAnnotations } from '../../../../../main/features/annotations/annotations.ts';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import type { CacheStore, Store, UserStore } from '../../../../../main/store/store.ts';
import type { IntakeResult } from '../../../../../main/features/watchlists/intake.ts';
import { createWatch, type Watch } from '../../../../../main/features/watchlists/watch.ts';
import { answerBytes } from '../../../../support/storedPages.ts';
import { openTestStore } from '../../store/testStore.ts';

/** Watchlists over a real store, with a clock that the test sets. */
export interface TestWatch extends AsyncDisposable {
  readonly watch: Watch;
  readonly store: Store;
  readonly fired: Firing[];
  readonly feed: EventPayload<'feedChanged'>[];
  now: number;
  settings: Partial<Settings>;
  /** Hands an answer with these transactions over. */
  take(records: readonly ResourceRecord[]): Promise<IntakeResult>;
  /** A list that was fetched completely. */
  synced(content: Partial<WatchlistContent>): Promise<Watchlist>;
}

export const connectionId = 'test';

/** First day of what the first check of a list fetches. */
export const fetchedFrom = '2026-02-08';

/** What a test puts in the way of a watch. */
export interface Interference {
  readonly user?: (user: UserStore) => UserStore;
  readonly cache?: (cache: CacheStore) => CacheStore;
  readonly onFired?: (firing: Firing) => void;
  /** False where nobody hears of alerts yet. */
  readonly hears?: boolean;
}

export async function openTestWatch(folder?: string, interference: Interference = {}): Promise<TestWatch> {
  const { user = same, cache = same, onFired, hears = true } = interference;
  const store = await openTestStore(folder);
  const test: Omit<TestWatch, 'watch'> & { watch?: Watch } = {
    store,
    fired: [],
    feed: [],
    now: Date.parse('2026-03-10T12:00:00Z'),
    settings: {},
    async take(records) {
      const intake = await watch.intake(connectionId);
      const bytes = answerBytes({
        records: [...records],
        pagination: { page: 1, perPage: 1000, pageCount: 1, resultCount: records.length },
      });
      const query = { pagination: { page: 1, perPage: Math.max(1000, records.length) } };
      return intake.takeIn({ query, bytes, request: '/v4/transactions', fetchedAt: test.now });
    },
    async synced(content) {
      const list = await watch.calls.saveWatchlist({ content: contentOf(content) });
      const intake = await watch.intake(connectionId);
      const watched = (await intake.listWatched()).find((one) => one.list.id === list.id);
      if (watched !== undefined) await intake.markChecked(watched, test.now, fetchedFrom);
      return list;
    },
    async [Symbol.asyncDispose]() {
      await store.close();
    },
  };
  const events: AppEvents = new EventEmitter();
  events.on('feedChanged', (payload) => test.feed.push(payload));
  if (hears)
    events.on('alertFired', (firing) => {
      test.fired.push(firing);
      onFired?.(firing);
    });
  const watch = createWatch({
    user: user(store.user),
    openCache: async (id) => cache(await store.cache(id)),
    readLabels: createAnnotations(store.user).readLabels,
    provenance: (id, of) => Promise.resolve({ connectionId: id, sample: false, stale: false, ...of }),
    readSettings: () => settingsSchema.parse(test.settings),
    now: () => test.now,
    events,
  });
  return Object.assign(test, { watch });
}

const same = <Value>(value: Value): Value => value;

export function contentOf(content: Partial<WatchlistContent>): WatchlistContent {
  return watchlistContentSchema.parse({ connectionId, name: 'List', query: {}, ...content });
}

export function walletOf(address: string, side: WatchedWallet['side'] = 'either'): WatchedWallet {
  return { address, chain: 'evm', side };
}

/** A list of what Bob sends and receives, with a moment after it. */
export async function watchBob(test: TestWatch): Promise<Watchlist> {
  const list = await test.synced({ name: 'Bob', wallets: [walletOf(bob)] });
  test.now += 1000;
  return list;
}

export function alertOf(rule: AlertRule): AlertContent {
  return { connectionId, name: 'Alert', on: true, rule };
}

export function where(field: string, operator: string, value: Condition['value']): Query {
  return { filter: { field, operator, value } };
}

export interface Written {
  readonly id: string;
  readonly time?: string;
  readonly dollars?: number | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly type?: string | null;
  readonly asset?: number;
}

/** A transaction as the service sends it. */
export function transaction({ id, time, dollars, from, to, type, asset = 1 }: Written): ResourceRecord {
  const at = time ?? '2026-03-10T09:00:00.000Z';
  return {
    id,
    date: `${at.slice(0, 10)}T00:00:00.000Z`,
    timestamp: at,
    transaction_hash: `0x${id}`,
    amount: dollars ?? 0,
    usd_amount: dollars === undefined ? 100 : dollars,
    from_address: from === undefined ? alice : from,
    to_address: to === undefined ? bob : to,
    asset_id: asset,
    token_id: asset,
    network_id: 1,
    transaction_type_id: 1,
    transaction_type:
      type === null ? null : { id: 1, slug: type ?? 'token-transfer', name: type ?? 'Transfer' },
    asset: { id: String(asset), name: `Asset ${asset.toString()}`, asset_class_name: 'Stocks' },
    token: { id: String(asset), asset_id: String(asset), network_name: 'Ethereum', address: '0x1' },
  };
}

/** Addresses without a checksum, since they are in small letters. */
export const alice = '0xa11ce00000000000000000000000000000000001';
export const bob = '0xb0b0000000000000000000000000000000000002';
export const carol = '0xca401000000000000000000000000000000003ab';
