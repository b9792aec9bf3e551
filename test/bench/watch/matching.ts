import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Filter } from '../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { walletConditions, watchlistFilter, watchLimits } from '../../../preload/contract/watchlists.ts';
import { openCacheWriter } from '../../../main/store/cache/cacheWriter.ts';
import { cacheTable } from '../../../main/store/cache/resourceTables.ts';
import { compileWhere } from '../../../main/store/query/compile.ts';
import { makeWatchMatcher, type StoredRow } from '../../../main/store/watch/watchMatcher.ts';
import type { WatchRules } from '../../../main/store/watch/watchTypes.ts';
import { atMost, quantile, type Figure } from '../figure.ts';
import { fillCache, makeRandom, makeTransactions } from '../storeData.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';

/** Matching an answer of new transactions to all lists, as a function and, beside it, by one statement for each list. */

const arriving = 1000;
const cached = 20_000;
const rounds = 60;
const goalMs = 50;

export function measureMatching(): Figure[] {
  const folder = makeTemporaryFolder('bench');
  const next = makeTransactions(1);
  const path = join(folder, 'cache.db');
  fillCache(path, cached, next);
  const answers = Array.from({ length: 8 }, () => Array.from({ length: arriving }, next));
  const lists = makeLists(answers.flat());
  return [...measure(path, answers[0] ?? [], lists), measureTaking(path, answers.slice(1), lists)];
}

/** Half of the lists follow wallets, with an amount for every other; half follow assets, networks, types and amounts. */
function makeLists(seen: readonly ResourceRecord[]): WatchRules[] {
  const random = makeRandom(2);
  const addresses = [
    ...new Set(seen.flatMap((record) => [record['from_address'], record['to_address']])),
  ].filter((address) => typeof address === 'string');
  const withWallets = watchLimits.lists / 2;
  const each = watchLimits.wallets / withWallets;
  return Array.from({ length: watchLimits.lists }, (_, place): WatchRules => {
    const amount: Filter = { field: 'usd_amount', operator: 'gte', value: 1000 * (1 + (place % 50)) };
    const wallets = Array.from({ length: place < withWallets ? each : 0 }, (_one, index) => ({
      address: addresses[(place * each + index) % addresses.length] ?? '',
      chain: 'evm' as const,
      side: (['either', 'from', 'to'] as const)[index % 3] ?? 'either',
    }));
    const some = (count: number, limit: number): number[] =>
      Array.from({ length: count }, () => Math.floor(random() * limit));
    const rules: Filter = {
      operator: 'and',
      filters: [
        amount,
        {
          operator: 'or',
          filters: [
            { field: 'asset_id', operator: 'in', value: some(20, 3500) },
            { field: 'network_id', operator: 'in', value: some(3, 40) },
          ],
        },
        { field: 'date', operator: 'gte', value: '2020-01-01' },
        { field: 'transaction_type_id', operator: 'in', value: [1, 2, 3] },
      ],
    };
    const base = place >= withWallets ? rules : place % 2 === 0 ? amount : undefined;
    const filter = watchlistFilter({ query: { filter: base }, wallets }) ?? amount;
    return { id: place.toString(), on: true, filter, base, wallets: walletConditions(wallets) };
  });
}

function measure(path: string, records: readonly ResourceRecord[], lists: readonly WatchRules[]): Figure[] {
  const database = new Database(path, { readonly: true });
  const table = cacheTable(resources.transactions);
  const rows = records.map((record, key): StoredRow => ({
    key,
    values: table.columns.map(({ codec, name }) => {
      const value = codec.encode(record[name]);
      return typeof value === 'bigint' ? Number(value) : value;
    }),
  }));
  const matcher = makeWatchMatcher(database, table, lists);
  const asFunctions = times(() => matcher.match(rows));
  const lastKeys = database
    .prepare(`SELECT _key FROM ${table.name} ORDER BY _key DESC LIMIT ${arriving.toString()}`)
    .pluck()
    .all()
    .map(Number);
  const statements = lists.map(({ filter }) => {
    const { where, parameters } = compileWhere(table, filter, { openFields: true });
    const from = lastKeys.at(-1) ?? 0;
    const statement = database
      .prepare(
        `SELECT r._key FROM ${table.name} r NOT INDEXED WHERE r._key >= ${from.toString()} AND (${where})`,
      )
      .pluck();
    return () => statement.all(parameters);
  });
  const asStatements = times(() => {
    for (const ask of statements) ask();
  });
  database.close();
  const value = quantile(asFunctions, 0.5);
  const peer = quantile(asStatements, 0.5);
  return [
    {
      ...atMost(
        'matching 1,000 new transactions to 200 lists with 5,000 wallets, median',
        value,
        'ms',
        goalMs,
      ),
      peer: { name: 'a statement for each list', value: peer },
      ratio: value / peer,
    },
  ];
}

/** Storing an answer and matching it, beside storing it alone. Every answer is new. */
function measureTaking(
  path: string,
  answers: readonly (readonly ResourceRecord[])[],
  lists: readonly WatchRules[],
): Figure {
  const { calls: writer, close } = openCacheWriter(path, 'bench');
  writer.watch.setRules(lists, []);
  for (const { id, filter } of lists) writer.watch.markSynced(id, filter, 1);
  const [matched, plain]: [number[], number[]] = [[], []];
  let members = 0;
  answers.forEach((records, index) => {
    const pagination = { page: 1, perPage: arriving, pageCount: 1, resultCount: arriving };
    const bytes = new TextEncoder().encode(JSON.stringify({ results: records, pagination }));
    const answer = { bytes, query: {}, request: '/v4/transactions', fetchedAt: 1_700_000_000_000 + index };
    const begin = performance.now();
    if (index % 2 === 0) {
      const taken = writer.watch.takeIn(answer, watchLimits.transactions);
      if (!('problem' in taken)) for (const { added } of taken.lists) members += added;
    } else writer.writeAnswer({ ...answer, resource: 'transactions', etag: null });
    (index % 2 === 0 ? matched : plain).push(performance.now() - begin);
  });
  close();
  const value = quantile(matched, 0.5);
  const peer = quantile(plain, 0.5);
  return {
    name: `storing and matching an answer of 1,000 transactions, ${Math.round(members / matched.length).toLocaleString('en')} members`,
    value,
    unit: 'ms',
    peer: { name: 'storing it alone', value: peer },
    ratio: value / peer,
  };
}

function times(work: () => unknown): number[] {
  return Array.from({ length: rounds }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
}
