import Database from 'better-sqlite3';
import { z } from 'zod';
import type { Condition, Query } from '../../preload/contract/query.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import { resources } from '../../preload/contract/resources.ts';
import { cacheMigrations } from '../../main/store/cache/maintenance/cacheMigrations.ts';
import { cacheTable } from '../../main/store/records/resourceTables.ts';
import { migrate } from '../../main/platform/sqlite/migrations.ts';
import { makeWriter } from '../../main/store/query/writer.ts';

/** Invented transactions and questions about them, the same for a seed on every machine. */

export const transactionsTable = cacheTable(resources.transactions);

export type Random = () => number;

/** Mulberry32. */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const networks = [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 33, 38, 46, 48, 76];
const assetClasses = [27, 33, 34, 43];
const types = ['mint', 'burn', 'transfer'];
const firstDay = Date.UTC(2021, 10, 20);
const seconds = 5 * 365 * 86_400;

/** Makes transactions one after the other; few tokens have most of them. */
export function makeTransactions(seed: number): () => ResourceRecord {
  const random = makeRandom(seed);
  const whole = (limit: number): number => Math.floor(random() * limit);
  const hex = (length: number): string => {
    let text = '';
    while (text.length < length)
      text += whole(2 ** 32)
        .toString(16)
        .padStart(8, '0');
    return text.slice(0, length);
  };
  const addresses = Array.from({ length: 60_000 }, () => `0x${hex(40)}`);
  const address = (): string => addresses[Math.floor(random() ** 2 * addresses.length)] ?? '';
  const networkOfToken = Array.from(
    { length: 12_000 },
    () => networks[Math.floor(random() ** 2 * networks.length)] ?? 1,
  );
  return () => {
    const token = Math.floor(random() ** 3 * networkOfToken.length);
    const network = networkOfToken[token] ?? 1;
    const asset = Math.floor(token / 3.4) + 1;
    const type = random() < 0.1 ? 0 : random() < 0.1 ? 1 : 2;
    const time = new Date(firstDay + Math.floor(Math.sqrt(random()) * seconds) * 1000).toISOString();
    const amount = Math.round(Math.exp(random() * 20 - 4) * 1e6) / 1e6;
    const hash = `0x${hex(64)}`;
    return {
      id: `${network.toString()}-${hash}-${whole(300).toString()}-${whole(3).toString()}`,
      date: `${time.slice(0, 10)}T00:00:00.000Z`,
      timestamp: `${time.slice(0, 19)}Z`,
      transaction_hash: hash,
      amount,
      usd_amount: random() < 0.05 ? null : Math.round(amount * 101) / 100,
      from_address: type === 0 ? null : address(),
      to_address: type === 1 ? null : address(),
      transaction_type_id: type + 1,
      token_id: token + 1,
      asset_id: asset,
      asset_class_id: assetClasses[asset % assetClasses.length] ?? 27,
      protocol_id: (asset % 200) + 1,
      network_id: network,
      transaction_type: { id: type + 1, slug: `token-${types[type] ?? ''}`, name: types[type] ?? '' },
      token: {
        id: (token + 1).toString(),
        asset_id: asset.toString(),
        network_id: network.toString(),
        decimals: 18,
      },
      asset: { id: asset.toString(), name: `Asset ${asset.toString()}` },
    };
  };
}

const indexesSchema = z.array(z.object({ name: z.string(), sql: z.string() }));

/** Makes a cache with so many transactions. Its indexes are made once they are there. */
export function fillCache(path: string, count: number, next: () => ResourceRecord): void {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = OFF');
  database.pragma('cache_size = -400000');
  migrate(database, cacheMigrations);
  const indexes = indexesSchema.parse(
    database
      .prepare(
        `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'transactions' AND sql IS NOT NULL`,
      )
      .all(),
  );
  for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);
  // Fetched now: an app that opens the cache would remove what was fetched long ago, beneath whoever measures it.
  database.prepare(`INSERT INTO fetches (at, request) VALUES (?, '/v4/transactions')`).run(Date.now());
  const writer = makeWriter(database, transactionsTable);
  const write = database.transaction((records: ResourceRecord[]) => writer.write(records, [1]));
  for (let written = 0; written < count; written += 10_000) {
    write(Array.from({ length: Math.min(10_000, count - written) }, next));
  }
  for (const { sql } of indexes) database.exec(sql);
  database.close();
}

/** A question: one documented filter, any sort, the first, a middle or the last page. */
export interface Question {
  readonly query: Query;
  readonly place: 'first' | 'middle' | 'last';
}

/** Questions with values that occur in the data; `countOf` finds the number of matches, so that middle and last can be. */
export function makeQuestions(
  database: Database.Database,
  count: number,
  seed: number,
  countOf: (query: Query) => number,
): Question[] {
  const random = makeRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const scalars = transactionsTable.columns.filter(({ field }) => field.filterable);
  const last = Number(database.prepare(`SELECT max(_key) FROM ${transactionsTable.name}`).pluck().get());
  const read = database
    .prepare(
      `SELECT ${scalars.map(({ sql }) => sql).join(', ')} FROM ${transactionsTable.name} WHERE _key = ?`,
    )
    .raw();
  const questions: Question[] = [];
  while (questions.length < count) {
    const row = read.get(1 + Math.floor(random() * last)) as readonly (string | number | null)[];
    const place = Math.floor(random() * scalars.length);
    const column = scalars[place];
    const value = row[place] ?? null;
    if (column === undefined || value === null) continue;
    const { comparison } = column.codec;
    const isOrdered = comparison === 'number' || comparison === 'date' || comparison === 'datetime';
    const condition: Condition = {
      operator: isOrdered ? pick(['equals', 'gte', 'lt']) : 'equals',
      field: column.name,
      value:
        comparison === 'date' || comparison === 'datetime' ? new Date(Number(value)).toISOString() : value,
    };
    const sort = { field: pick(scalars).name, direction: pick(['asc', 'desc'] as const) };
    const query: Query = { filter: condition, sort };
    const pages = Math.max(1, Math.ceil(countOf(query) / 25));
    const pageOf = { first: 1, middle: Math.ceil(pages / 2), last: pages };
    const where = pick(['first', 'middle', 'last'] as const);
    questions.push({ place: where, query: { ...query, pagination: { page: pageOf[where], perPage: 25 } } });
  }
  return questions;
}
