import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Query } from '../../../../preload/contract/query.ts';
import { openCacheReader, type CacheReader } from '../../../../main/store/cache/cacheReader.ts';
import { openCacheWriter, type CacheWriter } from '../../../../main/store/cache/cacheWriter.ts';
import { answerBytes } from '../../../support/storedPages.ts';
import { temporaryFolder } from './testStore.ts';

/** A cache of an earlier version gets the columns of its transactions stored in chunks while it is used. */

const count = 9000;
const transactions = Array.from({ length: count }, (_, index) => transaction(index, (index * 7919) % count));

function transaction(index: number, amount: number) {
  return {
    id: `${(index % 3).toString()}-0x${index.toString(16)}`,
    transaction_hash: `0x${index.toString(16)}`,
    amount,
    usd_amount: amount / 3,
    from_address: `0x${(index % 50).toString(16)}`,
    token_id: index % 40,
    date: '2026-01-05T00:00:00.000Z',
  };
}

function write(writer: CacheWriter, records: readonly { readonly id: string }[]): void {
  const pagination = { page: 1, perPage: records.length, pageCount: 1, resultCount: records.length };
  const answer = writer.calls.writeAnswer({
    bytes: answerBytes({ records, pagination }),
    resource: 'transactions',
    query: { pagination: { page: 1, perPage: records.length } },
    fetchedAt: 1,
    request: '/v4/transactions',
    etag: null,
  });
  expect(answer).not.toHaveProperty('problem');
}

/** As a cache was before: one covering index for each column, and no chunks. */
function makeOld(path: string): void {
  const writer = openCacheWriter(path, 'Test');
  for (let start = 0; start < count; start += 1000) write(writer, transactions.slice(start, start + 1000));
  writer.close();
  const database = new Database(path);
  database.exec(`
    DROP TABLE transactions_chunks;
    DROP INDEX transactions_from_address;
    CREATE INDEX transactions_from_address ON transactions ("from_address", _order, "amount");
    CREATE INDEX transactions_transaction_hash ON transactions ("transaction_hash", _order, "amount");
    CREATE INDEX transactions_amount ON transactions ("amount", _order, "usd_amount");
  `);
  database.close();
}

const queries: readonly Query[] = [
  {},
  { sort: { field: 'usd_amount', direction: 'asc' }, pagination: { page: 12 } },
  { filter: { field: 'amount', operator: 'lt', value: 500 }, sort: { field: 'amount', direction: 'desc' } },
  { filter: { field: 'transaction_hash', operator: 'in', value: ['0x7', '0x1f40'] } },
  {
    filter: { field: 'from_address', operator: 'equals', value: '0x7' },
    sort: { field: 'id', direction: 'desc' },
  },
];

function answers(reader: CacheReader): unknown[] {
  return queries.map((query) => {
    const { recordsText, pagination } = reader.calls.runQuery({ resource: 'transactions', query });
    return { ids: (JSON.parse(recordsText) as { id: string }[]).map(({ id }) => id), pagination };
  });
}

const openReader = (path: string): CacheReader =>
  openCacheReader(path, { cacheKiB: 2048, throwIfCancelled: () => undefined });

function indexNames(path: string): unknown[] {
  const database = new Database(path, { readonly: true });
  try {
    return database
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'transactions' AND sql IS NOT NULL ORDER BY name`,
      )
      .pluck()
      .all();
  } finally {
    database.close();
  }
}

it('is converted step by step, answers meanwhile, and goes on where the process ended', () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'cache-test.db');
  const fresh = join(folder.path, 'cache-fresh.db');
  makeOld(path);
  const changed = [transaction(3, 1), transaction(8999, 2), transaction(count + 5, 3)];

  let writer = openCacheWriter(path, 'Test');
  let reader = openReader(path);
  expect(reader.calls.readContents().conversion).toEqual({ part: 0, isPaused: false });
  const before = answers(reader);
  expect(writer.catchUp()).toBe(true);
  expect(reader.calls.readContents().conversion?.part).toBeCloseTo(1 / 3);
  expect(answers(reader)).toEqual(before);
  write(writer, changed);
  const meanwhile = answers(reader);
  expect(meanwhile).not.toEqual(before);
  reader.close();
  writer.close();

  writer = openCacheWriter(path, 'Test');
  expect(writer.catchUp()).toBe(true);
  reader = openReader(path);
  expect(reader.calls.readContents().conversion?.part).toBeCloseTo(2 / 3);
  while (writer.catchUp());
  expect(reader.calls.readContents().conversion).toBeNull();
  expect(answers(reader)).toEqual(meanwhile);
  while (writer.calls.maintenance.replaceIndex());
  expect(answers(reader)).toEqual(meanwhile);
  reader.close();
  writer.close();

  openCacheWriter(fresh, 'Test').close();
  expect(indexNames(path)).toEqual(indexNames(fresh));
  // Nothing is left to be done by another start.
  writer = openCacheWriter(path, 'Test');
  expect(writer.catchUp() || writer.calls.maintenance.replaceIndex()).toBe(false);
  writer.close();
});

it('leaves the indexes of many transactions to moments when nobody uses the app, also when it is opened again', () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'cache-test.db');
  makeOld(path);
  const database = new Database(path);
  // As where many came before these and were removed.
  database.exec('UPDATE transactions SET _key = _key + 200000');
  database.close();

  let writer = openCacheWriter(path, 'Test');
  const reader = openReader(path);
  const before = answers(reader);
  while (reader.calls.readContents().conversion !== null) writer.catchUp();
  writer.close();
  writer = openCacheWriter(path, 'Test');
  expect(indexNames(path)).toContain('transactions_amount');
  expect(answers(reader)).toEqual(before);
  while (writer.catchUp());
  expect(indexNames(path)).toContain('transactions_amount');
  while (writer.calls.maintenance.replaceIndex());
  expect(indexNames(path)).not.toContain('transactions_amount');
  expect(answers(reader)).toEqual(before);
  reader.close();
  writer.close();
});

it('stops where it is paused, keeps that over a restart, and goes on when it is told', () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'cache-test.db');
  makeOld(path);
  let writer = openCacheWriter(path, 'Test');
  const reader = openReader(path);
  const before = answers(reader);
  writer.catchUp();
  writer.calls.pauseConversion(true);
  while (writer.catchUp());
  writer.close();
  writer = openCacheWriter(path, 'Test');
  while (writer.catchUp() || writer.calls.maintenance.replaceIndex());
  expect(reader.calls.readContents().conversion).toEqual({
    part: expect.closeTo(1 / 3) as number,
    isPaused: true,
  });
  expect(answers(reader)).toEqual(before);
  writer.calls.pauseConversion(false);
  while (writer.catchUp());
  expect(reader.calls.readContents().conversion).toBeNull();
  expect(answers(reader)).toEqual(before);
  reader.close();
  writer.close();
});
