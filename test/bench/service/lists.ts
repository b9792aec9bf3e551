import type Database from 'better-sqlite3';
import type { Query } from '../../../preload/contract/query.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { makeQueryRunner } from '../../../main/store/query/run.ts';
import type { SampleTables } from '../../../main/sample-service/data/schema.ts';
import { atMost, quantile, type Figure } from '../figure.ts';
import { bareList, besideBare, engine, timeOf, type Ask } from './asking.ts';

/** Lists of records: pages of several sizes, from the first to a far one. */

const repeats = 40;

const lists: readonly { name: string; table: keyof SampleTables; query: Query }[] = [
  { name: 'assets, 25 records', table: 'assets', query: {} },
  { name: 'assets, 1000 records', table: 'assets', query: { pagination: { perPage: 1000 } } },
  { name: 'tokens, 25 records', table: 'tokens', query: {} },
  { name: 'tokens, 1000 records', table: 'tokens', query: { pagination: { perPage: 1000 } } },
  {
    name: 'assets, filtered and sorted by metrics',
    table: 'assets',
    query: {
      filter: { operator: 'gte', field: 'total_asset_value_dollar', value: 1_000_000 },
      sort: { field: 'circulating_market_value_dollar', direction: 'desc' },
    },
  },
  { name: 'transactions, first page', table: 'transactions', query: {} },
  { name: 'transactions, 1000 records', table: 'transactions', query: { pagination: { perPage: 1000 } } },
  { name: 'transactions, page 1,000', table: 'transactions', query: { pagination: { page: 1000 } } },
  {
    name: 'transactions, page 1,000 by id',
    table: 'transactions',
    query: { sort: { field: 'id', direction: 'asc' }, pagination: { page: 1000 } },
  },
  {
    name: 'transactions of a class of assets, by value',
    table: 'transactions',
    query: {
      filter: { operator: 'equals', field: 'asset_class_id', value: 27 },
      sort: { field: 'usd_amount', direction: 'desc' },
    },
  },
];

export async function listFigures(
  ask: Ask,
  database: Database.Database,
  tables: SampleTables,
): Promise<readonly Figure[]> {
  const runner = makeQueryRunner(database);
  const figures: Figure[] = [];
  for (const { name, table, query } of lists) {
    const bare = bareList(runner, tables[table], query);
    const { times, bareTimes } = await alternate(() => ask(resources[table].path, query), bare);
    const isPage = table === 'transactions' && query.pagination?.perPage === undefined;
    figures.push(...besideBare(name, times, { name: engine, times: bareTimes }, isPage));
    if (isPage) figures.push(atMost(`${name}: p95`, quantile(times, 0.95), 'ms', 25));
    figures.push(await throughput(name, () => ask(resources[table].path, query)));
  }
  return figures;
}

/** Takes turns, so that both meet the same machine. */
async function alternate(
  request: () => Promise<number>,
  bare: () => void,
): Promise<{ times: number[]; bareTimes: number[] }> {
  for (let warming = 0; warming < 5; warming += 1) await request();
  const times: number[] = [];
  const bareTimes: number[] = [];
  for (let turn = 0; turn < repeats; turn += 1) {
    times.push(await request());
    bareTimes.push(timeOf(bare));
  }
  return { times, bareTimes };
}

/** Four requests under way at any time, for a second. */
async function throughput(name: string, request: () => Promise<number>): Promise<Figure> {
  const begun = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (; performance.now() - begun < 1000; count += 1) await request();
    }),
  );
  return {
    name: `${name}: throughput`,
    value: (count / (performance.now() - begun)) * 1000,
    unit: 'requests/s',
  };
}
