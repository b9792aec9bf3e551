import Database from 'better-sqlite3';
import { join } from 'node:path';
import { z } from 'zod';
import { resources } from '../../preload/contract/resources.ts';
import type { SummaryRequest } from '../../preload/contract/columnSummary.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import type { TotalsRequest } from '../../preload/contract/totals.ts';
import { makeColumnSummary } from '../../main/store/cache/reading/columnSummary.ts';
import { makeRecordTotals } from '../../main/store/cache/reading/recordTotals.ts';
import { cacheTable } from '../../main/store/records/resourceTables.ts';
import { installFunctions } from '../../main/store/query/functions.ts';
import { makeWriter } from '../../main/store/query/writer.ts';
import { atMost, type Figure } from './figure.ts';
import { measureSql } from './sqlStatements.ts';
import { fillCache, makeRandom, makeTransactions, transactionsTable } from './storeData.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

/**
 * Summaries of columns and selections, and totals: what they cost on the thread of long queries, in processor time, beside the same figures
 * by SQL without a histogram and without the most frequent values. Then the user's own SQL on the same cache. The goals are those of
 * 1,000,000 transactions, in proportion for as many as `RWA_BENCH_TRANSACTIONS` says.
 */

const million = 1_000_000;
const transactions = z.coerce
  .number()
  .int()
  .min(million)
  .parse(process.env['RWA_BENCH_TRANSACTIONS'] ?? million);
const millions = transactions / million;
const tokens = 24_000;
const tokensTable = cacheTable(resources.tokens);
const msPerMicrosecond = 1e-3;

export async function run(): Promise<Figure[]> {
  const folder = makeTemporaryFolder('bench');
  const path = join(folder, 'cache.db');
  fillCache(path, transactions, makeTransactions(1));
  addTokens(path);
  return [...measureSummaries(path), ...(await measureSql(path, millions))];
}

/** Adds the tokens. */
function addTokens(path: string): void {
  const database = new Database(path);
  const random = makeRandom(2);
  const record = (index: number): ResourceRecord => ({
    id: index + 1,
    name: `Token ${(index % 9000).toString()}`,
    network_id: Math.floor(random() * 40),
    market_value_dollar: random() < 0.2 ? null : { val: Math.exp(random() * 24) },
    holding_addresses_count: { val: Math.floor(random() ** 4 * 1e6) },
  });
  database.transaction(() => {
    makeWriter(database, tokensTable).write(
      Array.from({ length: tokens }, (_, index) => record(index)),
      [1],
    );
  })();
  database.close();
}

/** Measures on a database that has the transactions, the tokens and their indexes. */
export function measureSummaries(path: string): Figure[] {
  const database = new Database(path, { readonly: true });
  database.pragma('cache_size = -65536');
  installFunctions(database);
  const summarize = makeColumnSummary(database);
  const column = (resource: SummaryRequest['resource'], field: string): SummaryRequest => ({
    resource,
    query: {},
    fields: [field],
  });
  const figures: Figure[] = [];
  for (const field of ['usd_amount', 'timestamp', 'asset_id', 'to_address', 'transaction_hash']) {
    const value = processorMs(() => summarize(column('transactions', field)));
    const peer = processorMs(() => database.prepare(sqlOf(transactionsTable.name, field)).get());
    figures.push(
      beside(
        atMost(
          `column ${field} of ${transactions.toLocaleString('en')} transactions`,
          value,
          'ms',
          1500 * millions,
        ),
        peer,
      ),
    );
  }
  for (const field of ['market_value_dollar', 'holding_addresses_count', 'name']) {
    const value = processorMs(() => summarize(column('tokens', field)));
    const peer = processorMs(() => database.prepare(sqlOf(tokensTable.name, field)).get());
    figures.push(
      beside(atMost(`column ${field} of ${tokens.toLocaleString('en')} tokens`, value, 'ms', 300), peer),
    );
  }
  const sort = { field: 'usd_amount', direction: 'desc' } as const;
  const selections: [string, SummaryRequest][] = [
    ['1,000,000 cells of a column', column('transactions', 'amount')],
    [
      '1,000,000 cells: two columns of the first 500,000 rows',
      {
        ...column('transactions', 'amount'),
        fields: ['amount', 'usd_amount'],
        query: { sort },
        rows: { start: 0, end: 500_000 },
      },
    ],
  ];
  for (const [name, request] of selections)
    figures.push(
      atMost(
        `selection, ${name}`,
        processorMs(() => summarize(request)),
        'ms',
        500,
      ),
    );
  const totals = makeRecordTotals(database);
  const byToken = { field: 'token_id' };
  const byMonth = { field: 'date', period: 'month' } as const;
  const groupings: [string, Pick<TotalsRequest, 'rows' | 'columns'>][] = [
    ['month and token', { rows: [byMonth, byToken] }],
    ['token, a column for each month', { rows: [byToken], columns: byMonth }],
    ['recipient', { rows: [{ field: 'to_address' }] }],
  ];
  for (const [name, axes] of groupings)
    figures.push(
      atMost(
        `totals of ${transactions.toLocaleString('en')} transactions by ${name}`,
        processorMs(() => totals({ resource: 'transactions', query: {}, measures, ...axes })),
        'ms',
        2000 * millions,
      ),
    );
  database.close();
  return figures;
}

const measures = [
  { kind: 'count' },
  { kind: 'sum', field: 'usd_amount' },
  { kind: 'share', field: 'usd_amount' },
] as const;

function sqlOf(table: string, field: string): string {
  const isNumber = ['usd_amount', 'market_value_dollar', 'holding_addresses_count'].includes(field);
  const numbers = [1, 25, 50, 75, 99]
    .map((percent) => `, percentile("${field}", ${percent.toString()})`)
    .join('');
  return `SELECT count(*), count("${field}"), count(DISTINCT "${field}"), min("${field}"), max("${field}")${isNumber ? `, sum("${field}"), avg("${field}")${numbers}` : ''} FROM ${table}`;
}

function beside(figure: Figure, peer: number): Figure {
  return { ...figure, peer: { name: 'SQL', value: peer }, ratio: figure.value / peer };
}

/** The best of three runs. */
function processorMs(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) * msPerMicrosecond;
  });
  return Math.min(...times);
}
