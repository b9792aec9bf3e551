import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhereStale } from '../../build/start/buildApp.ts';
import { projectFolder } from '../../build/start/project.ts';
import { defaultOptions } from '../../preload/contract/exports.ts';
import type { Filter } from '../../preload/contract/query.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import { settingsSchema } from '../../preload/contract/settings.ts';
import { watchlistContentSchema, watchLimits, type Watchlist } from '../../preload/contract/watchlists.ts';
import type { Explorer } from '../../main/features/records/explorer.ts';
import { runExport } from '../../main/features/exports/runExport.ts';
import { openStore, type CacheStore, type Store } from '../../main/store/store.ts';
import { createWatch, type Watch } from '../../main/features/watchlists/watch.ts';
import { workerUrls } from '../../main/workers.ts';
import { answerBytes } from '../support/storedPages.ts';
import { atMost, type Figure } from './figure.ts';
import { fillCache, makeTransactions } from './storeData.ts';

/**
 * What a person does on a cache of 5,000,000 transactions with 200 watchlists of 5,000 wallets. To make the cache takes ten
 * minutes and 7 GB: with `RWA_LIMITS_FOLDER` it is kept in that folder and taken again.
 */

const connectionId = 'bench';
const goalMs = 1000;
const bytesPerGb = 1e9;
const arriving = 1000;

const workers = workerUrls(pathToFileURL(join(projectFolder, 'out', 'main', 'index.js')).href);

export async function run(): Promise<Figure[]> {
  if (!(await buildWhereStale())) throw new Error('The app could not be built.');
  const kept = process.env['RWA_LIMITS_FOLDER'];
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'rwa-bench-limits-'));
  try {
    const path = join(folder, 'cache-bench.db');
    if (!existsSync(path)) fillCache(path, watchLimits.transactions - 10 * arriving, makeTransactions(1));
    const store = await openStore({ folder, workerUrl: workers.store });
    try {
      return [
        { name: 'cache of 5,000,000 transactions', value: statSync(path).size / bytesPerGb, unit: 'GB' },
        ...(await measure(store, folder)),
      ];
    } finally {
      await store.close();
    }
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(store: Store, folder: string): Promise<Figure[]> {
  const cache = await store.cache(connectionId);
  const watch = createWatch({
    user: store.user,
    openCache: (id) => store.cache(id),
    provenance: (id, of) => Promise.resolve({ connectionId: id, sample: true, stale: false, ...of }),
    readSettings: () => settingsSchema.parse({}),
    now: Date.now,
    events: new EventEmitter(),
  });
  const figures: Figure[] = [];
  const timed = async <Value>(name: string, work: () => Promise<Value>, goal = goalMs): Promise<Value> => {
    const begun = performance.now();
    const value = await work();
    figures.push(atMost(name, performance.now() - begun, 'ms', goal));
    return value;
  };
  const transactions = (filter?: Filter, page = 1) =>
    cache.runQuery({
      resource: 'transactions',
      query: { filter, sort: { field: 'date', direction: 'desc' }, pagination: { page, perPage: 100 } },
    });

  const page = await timed('first page of all transactions, first time', () => transactions());
  await timed('first page of all transactions', () => transactions());
  const address = addressesOf(page.records)[0] ?? '';
  await timed('transactions of a wallet', () =>
    transactions({
      operator: 'or',
      filters: [
        { field: 'from_address', operator: 'in', value: [address] },
        { field: 'to_address', operator: 'in', value: [address] },
      ],
    }),
  );
  const lists = await makeLists(watch, cache);
  await timed('all lists with their counts', () => watch.calls.listWatchlists({ connectionId }));
  for (const list of [lists.large, lists.wallets]) {
    const { count } = (await watch.calls.listWatchlists({ connectionId })).lists.find(
      (one) => one.list.id === list.id,
    ) ?? {
      count: 0,
    };
    const of = `of a list with ${count.toLocaleString('en')} transactions`;
    await timed(`totals, flows, counterparties and volume ${of}`, () =>
      watch.calls.getWatchlistFigures({ listId: list.id }),
    );
    await timed(`totals of its last 30 days, ${of}`, () =>
      watch.calls.getWatchlistFigures({ listId: list.id, from: '2026-10-20', to: '2026-11-20' }),
    );
    await timed(`feed ${of}`, () =>
      watch.calls.getFeed({ connectionId, listId: list.id, show: 'all', days: 7, entries: 20 }),
    );
  }
  await timed('feed of all lists', () =>
    watch.calls.getFeed({ connectionId, show: 'all', days: 7, entries: 20 }),
  );
  await timed('unread counts', () => watch.calls.getUnread({ connectionId }));
  const { id, createdAt, changedAt, ...content } = lists.wallets;
  await timed('a wallet more in a synced list, answered from the cache', () =>
    watch.calls.saveWatchlist({
      content: {
        ...content,
        wallets: [...content.wallets, walletOf(addressesOf(page.records)[1] ?? address)],
      },
      id,
    }),
  );
  const next = makeTransactions(Math.round(createdAt + changedAt) % 100_000);
  const intake = await watch.intake(connectionId);
  await timed('an answer of 1,000 new transactions, stored and matched', async () => {
    const records = Array.from({ length: arriving }, next);
    const pagination = { page: 1, perPage: arriving, pageCount: 1, resultCount: arriving };
    await intake.takeIn({
      query: {},
      bytes: answerBytes({ records, pagination }),
      request: '/v4/transactions',
      fetchedAt: Date.now(),
    });
  });
  await timed('one list to CSV', () => exportList(cache, folder, watch, lists.wallets.id));
  return figures;
}

/** A list of much, one of many wallets, and as many others as there may be. */
async function makeLists(watch: Watch, cache: CacheStore): Promise<{ large: Watchlist; wallets: Watchlist }> {
  const known = (await watch.calls.listWatchlists({ connectionId })).lists.map(({ list }) => list);
  const page = await cache.runQuery({ resource: 'transactions', query: { pagination: { perPage: 1000 } } });
  const addresses = [...new Set(addressesOf(page.records))];
  const made: Watchlist[] = [...known];
  const each = Math.floor(watchLimits.wallets / 100) - 1;
  for (let at = known.length; at < watchLimits.lists; at += 1) {
    const filter: Filter =
      at === 0
        ? { field: 'usd_amount', operator: 'gte', value: 1_000_000 }
        : { field: 'token_id', operator: 'in', value: [at * 7, at * 11 + 1] };
    const wallets = Array.from({ length: at % 2 === 1 ? each : 0 }, (_, nth) =>
      walletOf(addresses[(at * each + nth) % addresses.length] ?? ''),
    );
    made.push(
      await watch.calls.saveWatchlist({
        content: watchlistContentSchema.parse({
          connectionId,
          name: `List ${at.toString().padStart(3, '0')}`,
          query: at % 2 === 1 ? {} : { filter },
          wallets,
        }),
      }),
    );
  }
  const named = (name: string): Watchlist => {
    const list = made.find((one) => one.name === name);
    if (list === undefined) throw new Error(`There is no ${name}.`);
    return list;
  };
  return { large: named('List 000'), wallets: named('List 001') };
}

function walletOf(address: string): Watchlist['wallets'][number] {
  return { address, chain: 'evm', label: '', side: 'either' };
}

function addressesOf(records: readonly ResourceRecord[]): string[] {
  return records
    .flatMap((record) => [record['from_address'], record['to_address']])
    .filter((address) => typeof address === 'string');
}

async function exportList(cache: CacheStore, folder: string, watch: Watch, listId: string): Promise<void> {
  const { filter } = await watch.readRules(listId);
  await runExport(
    {
      connection: { id: connectionId, name: 'Bench', baseUrl: 'https://example.com', sample: false },
      cache,
      explorer: {} as Explorer,
      offline: true,
      workerUrl: workers.export,
      now: Date.now,
    },
    {
      connectionId,
      scope: { kind: 'cached', resource: 'transactions', query: { filter } },
      format: 'csv',
      columns: ['id', 'timestamp', 'from_address', 'to_address', 'amount', 'usd_amount'],
      options: defaultOptions('csv'),
    },
    join(folder, 'list.csv'),
    { signal: new AbortController().signal, update: () => undefined },
  );
}
