import type Database from 'better-sqlite3';
import type { Query } from '../../../preload/contract/query.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { makeQueryRunner } from '../../../main/store/query/run.ts';
import type { Table } from '../../../main/store/query/tables.ts';
import { atMost, quantile, type Figure } from '../figure.ts';
import { bareList, besideBare, timeOf, type Ask } from './asking.ts';

/** Lists of transactions, from the first page to a far one. */

const repeats = 40;

const lists: readonly { name: string; query: Query }[] = [
  { name: 'transactions, first page', query: {} },
  { name: 'transactions, page 1,000', query: { pagination: { page: 1000 } } },
  {
    name: 'transactions, page 1,000 by id',
    query: { sort: { field: 'id', direction: 'asc' }, pagination: { page: 1000 } },
  },
  {
    name: 'transactions of a class of assets, by value',
    query: {
      filter: { operator: 'equals', field: 'asset_class_id', value: 27 },
      sort: { field: 'usd_amount', direction: 'desc' },
    },
  },
];

export async function listFigures(
  ask: Ask,
  database: Database.Database,
  table: Table,
): Promise<readonly Figure[]> {
  const runner = makeQueryRunner(database);
  const figures: Figure[] = [];
  for (const { name, query } of lists) {
    const request = (): Promise<number> => ask(resources.transactions.path, query);
    const { times, bareTimes } = await alternate(request, bareList(runner, table, query));
    figures.push(besideBare(name, times, bareTimes), atMost(`${name}: p95`, quantile(times, 0.95), 'ms', 25));
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
