import Database from 'better-sqlite3';
import { copyFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Query } from '../../preload/contract/query.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import { makeChunkPages } from '../../main/store/query/chunks/chunkPages.ts';
import { compileQuery } from '../../main/store/query/compile.ts';
import { installFunctions } from '../../main/store/query/functions.ts';
import { encodeRecord, recordText } from '../../main/store/query/records.ts';
import { makeQueryRunner } from '../../main/store/query/run.ts';
import { makeStatements } from '../../main/store/query/statements.ts';
import { openStore, type CacheStore } from '../../main/store/store.ts';
import { atMost, p99Of, quantile, timed, timedAsync, type Figure } from './figure.ts';
import {
  fillCache,
  makeQuestions,
  makeTransactions,
  transactionsTable as table,
  type Question,
} from './storeData.ts';
import { answerBytes } from '../support/storedPages.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

/** The store at a million cached transactions: page queries, ingest, and what the main thread feels of them. */

const transactions = 1_000_000;
const questionsAsked = 150;
/** So many of them are put by hand too, which takes a second for each. */
const questionsByHand = 25;
const pagesWritten = 20;
const recordsPerPage = 1000;
const bytesPerMb = 1e6;

export async function run(): Promise<Figure[]> {
  const folder = makeTemporaryFolder('bench');
  const path = join(folder, 'cache-bench.db');
  const next = makeTransactions(1);
  fillCache(path, transactions, next);
  const pages = Array.from({ length: pagesWritten }, () => Array.from({ length: recordsPerPage }, next));
  await (await openCache(folder)).close();
  const figures: Figure[] = [
    {
      name: `cache of ${transactions.toLocaleString('en')} transactions`,
      value: statSync(path).size / bytesPerMb,
      unit: 'MB',
    },
    ...measurePages(path),
    ...(await measureStore(folder, path, pages)),
  ];
  return figures;
}

async function openCache(folder: string): Promise<{ cache: CacheStore; close: () => Promise<void> }> {
  const store = await openStore({
    folder,
    workerUrl: new URL('../../main/store/worker.ts', import.meta.url),
  });
  return { cache: await store.cache('bench'), close: () => store.close() };
}

/** The engine alone against SQL as one writes it by hand for the same tables: rows and exact count. */
function measurePages(path: string): Figure[] {
  const database = new Database(path, { readonly: true });
  database.pragma('cache_size = -65536');
  installFunctions(database);
  const questions = askable(database, 11);
  const runner = makeQueryRunner(database);
  const engine = questions.map(({ query }) =>
    timed(() => {
      const { rows } = runner.readPage(table, query, { openFields: true });
      return rows.map((row) => recordText(table, row));
    }),
  );
  const chunks = makeChunkPages(makeStatements(database));
  const counts = questions.map(({ query }) =>
    timed(() => chunks.matches(table, query, { openFields: true })?.count),
  );
  const byHand = questions
    .slice(0, questionsByHand)
    .map(({ query }) => timed(() => handWritten(database, query)));
  database.close();
  const places = (['first', 'middle', 'last'] as const).map((place): Figure => {
    const of = (times: readonly number[]): number =>
      quantile(
        times.filter((_, index) => questions[index]?.place === place),
        0.95,
      );
    return {
      name: `${place} page, any filter and sort, p95`,
      value: of(engine),
      unit: 'ms',
    };
  });
  const alike = engine.slice(0, questionsByHand);
  const beside = compared('the same, p95', quantile(alike, 0.95), quantile(byHand, 0.95));
  return [
    atMost('page of 25, any filter and sort, p95', quantile(engine, 0.95), 'ms', 50),
    compared(`${questionsByHand.toString()} of them, median`, quantile(alike, 0.5), quantile(byHand, 0.5)),
    { ...beside, goal: '≤ 1.5 × hand-written SQL', met: (beside.ratio ?? Infinity) <= 1.5 },
    ...places,
    atMost('exact count, p95', quantile(counts, 0.95), 'ms', 100),
  ];
}

function askable(database: Database.Database, seed: number): Question[] {
  const runner = makeQueryRunner(database);
  const countOf = (query: Query): number =>
    runner.readPage(table, query, { openFields: true }).pagination.resultCount;
  return makeQuestions(database, questionsAsked, seed, countOf);
}

/** What one writes without thinking about plans: the filter, the sort, a limit, and a count. */
function handWritten(database: Database.Database, query: Query): unknown {
  const { where, countSql, parameters, perPage, page, order } = compileQuery(table, query, {
    openFields: true,
  });
  const sql = `SELECT r.*, b.content FROM ${table.name} r JOIN ${table.bodies} b ON b.key = r._body WHERE ${where}
    ORDER BY ${order.sql} ${order.direction === 'asc' ? 'ASC NULLS LAST' : 'DESC'}, r."id" LIMIT :limit OFFSET :offset`;
  const count = database.prepare(countSql).pluck().get(parameters);
  return [
    count,
    database
      .prepare(sql)
      .raw()
      .all({ ...parameters, limit: perPage, offset: (page - 1) * perPage }),
  ];
}

/** The store as the app uses it, over its threads: asking, syncing, and what the main thread feels of them. */
async function measureStore(
  folder: string,
  path: string,
  pages: readonly ResourceRecord[][],
): Promise<Figure[]> {
  const database = new Database(path, { readonly: true });
  installFunctions(database);
  const questions = askable(database, 12);
  database.close();
  const bodies = pages.map((records, index) => bodyOf(records, index + 1));
  const { cache, close } = await openCache(folder);
  const before = process.memoryUsage.rss();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const asked: number[] = [];
  for (const { query } of questions)
    asked.push(await timedAsync(() => cache.runQuery({ resource: 'transactions', query })));
  delay.disable();
  // Only now, and before anything new is written: a copy of the whole file drives the file itself out of the system's memory.
  const bareInserts = openBareInserts(path, join(folder, 'bare.db'));
  delay.enable();
  const written = await writePages(cache, bodies);
  delay.disable();
  const grown = (process.memoryUsage.rss() - before) / bytesPerMb;
  await close();
  const bare = pages.map((records) => bareInserts.write(records));
  bareInserts.close();
  const perSecond = (times: readonly number[]): number => (recordsPerPage * 1000) / quantile(times, 0.5);
  const ratio = perSecond(written) / perSecond(bare);
  return [
    { name: 'local query over the store’s thread, median', value: quantile(asked, 0.5), unit: 'ms' },
    atMost('local query over the store’s thread, p95', quantile(asked, 0.95), 'ms', 50),
    {
      name: 'pages of 1,000 synced',
      value: perSecond(written),
      unit: 'records/s',
      peer: { name: 'bare prepared insert', value: perSecond(bare) },
      ratio,
      goal: '≥ 0.5 × the bare insert',
      met: ratio >= 0.5,
    },
    atMost('event loop delay of the main thread meanwhile, p99', p99Of(delay), 'ms', 10),
    atMost('resident memory grown', grown, 'MB', 100),
  ];
}

/** The answer of the service with these records, on memory that threads share, as the client reads it. */
function bodyOf(records: readonly ResourceRecord[], page: number): Uint8Array {
  const pageCount = pagesWritten;
  const pagination = { page, perPage: recordsPerPage, pageCount, resultCount: pageCount * recordsPerPage };
  const bytes = answerBytes({ records, pagination });
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/** Stores pages as a sync does, one after the other; how long each took, in milliseconds. */
async function writePages(cache: CacheStore, bodies: readonly Uint8Array[]): Promise<number[]> {
  const subject = { resource: 'transactions' } as const;
  await cache.syncs.begin({ ...subject, startedAt: 2, perPage: recordsPerPage });
  const times: number[] = [];
  for (const [index, bytes] of bodies.entries()) {
    const page = { page: index + 1, perPage: recordsPerPage };
    times.push(
      await timedAsync(() =>
        cache.syncs.writePage({ ...subject, ...page, bytes, fetchedAt: 2, request: '/v4/transactions' }),
      ),
    );
  }
  return times;
}

/** The same rows into a copy of the same table with the same indexes, by one prepared statement and ready values. */
function openBareInserts(path: string, copy: string) {
  copyFileSync(path, copy);
  const database = new Database(copy);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma('cache_size = -24576');
  const names = ['_body', '_fetch', ...table.columns.map(({ sql }) => sql)];
  const insert = database.prepare(
    `INSERT INTO ${table.name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  return {
    write(records: readonly ResourceRecord[]): number {
      const rows = records.map((record) => [1, 1, ...encodeRecord(table, record).values]);
      return timed(() => {
        database.transaction(() => {
          for (const row of rows) insert.run(row);
        })();
      });
    },
    close(): void {
      database.close();
      rmSync(copy);
    },
  };
}

function compared(name: string, value: number, peer: number): Figure {
  return { name, value, unit: 'ms', peer: { name: 'hand-written SQL', value: peer }, ratio: value / peer };
}
