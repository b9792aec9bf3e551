import { dayMs, dayText } from '../../../preload/contract/days.ts';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { MetricMember } from '../../../preload/contract/metric.ts';
import { once } from '../../platform/once.ts';
import { isRunning } from '../../platform/system/processes.ts';
import type { SqlDatabase, SqlStatement } from '../../store/query/database.ts';
import { installFunctions } from '../../store/query/functions.ts';
import { makeBoundedMap } from '../../store/query/statements.ts';
import { storedDay } from './calendar.ts';
import { laterWorld, type World } from './world.ts';
import { generate, type OnProgress } from './generate.ts';
import { copyForLive, openLive, type LiveTransactions } from './live.ts';
import { makeHistories, type DataSize, type Histories } from './histories.ts';
import { makeRecordTexts, unpack, type RecordTexts, type Subject } from './recordTexts.ts';
import {
  makeSampleTables,
  parts,
  statementsOf,
  viewStatements,
  type Part,
  type SampleTables,
} from './schema.ts';

/** Counts up with every change of what is generated. */
const generatorVersion = 1;

/** Tells files of one layout of tables from those of another. */
function layoutOf(transactions: number): string {
  const statements = parts.map((part) => statementsOf(part, transactions));
  return createHash('sha256').update(JSON.stringify(statements)).digest('hex').slice(0, 8);
}

/** A file of sample data that is not there yet. */
export interface MissingFile {
  readonly part: Part;
  readonly path: string;
  readonly size: DataSize;
}

/** Makes a file on another thread; stops where the signal says so. */
export type MakeElsewhere = (file: MissingFile, signal: AbortSignal) => Promise<void>;

/** The data of a service. */
export interface SampleData {
  readonly database: Database.Database;
  readonly histories: () => Histories;
  readonly tables: SampleTables;
  readonly texts: RecordTexts;
  /** Resolves when the tables of a part can be read. */
  ready(part: Part): Promise<void>;
  close(): Promise<void>;
}

export interface SampleDataOptions {
  readonly cacheFolder: string;
  readonly size: DataSize;
  readonly onProgress: OnProgress;
  readonly makeElsewhere: MakeElsewhere;
  /** With more than 0 so many transactions arrive each minute from now on. */
  readonly livePerMinute: number;
}

/**
 * Opens the sample data of this size, and makes them first where the folder does not hold them yet: assets on this
 * thread, then, once something is asked, the other parts one after another on a second one. A first start
 * waits for the assets alone.
 */
export function openSampleData({
  cacheFolder,
  size,
  onProgress,
  makeElsewhere,
  livePerMinute,
}: SampleDataOptions): SampleData {
  const stored = { ...size, today: storedDay };
  let storedWorld: World | undefined;
  const histories = once(() =>
    makeHistories(size, storedWorld && laterWorld(storedWorld, size.today - storedDay)),
  );
  const tables = makeSampleTables(size.transactions);
  const texts = makeRecordTexts(histories, tables, size.odd);
  mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
  const pathOf = (part: Part): string => join(cacheFolder, fileName(part, size));
  const missing = parts.filter((part) => !existsSync(pathOf(part)));
  if (missing.includes('assets')) {
    const ofFiles = makeHistories(stored);
    storedWorld = ofFiles.world;
    makeFile({ part: 'assets', path: pathOf('assets'), size: stored }, ofFiles, onProgress);
  }
  const stop = new AbortController();
  removeOldFiles(cacheFolder, size);

  const database = new Database(pathOf('assets'), { readonly: true, fileMustExist: true });
  readFast(database, 'main');
  installFunctions(database);
  installTexts(database, tables, texts);
  // Names of tables are found in all files that are attached.
  const attach = (part: Part): void => {
    const isLive = part === 'transactions' && livePerMinute > 0;
    const path = isLive ? liveCopy() : pathOf(part);
    database.prepare(`ATTACH DATABASE ? AS ${part}_file`).run(path);
    readFast(database, `${part}_file`);
  };
  let live: LiveTransactions | null = null;
  function liveCopy(): string {
    const path = join(cacheFolder, fileName('live', size));
    copyForLive(pathOf('transactions'), path);
    const table = tables.transactions;
    const now = (): number => Date.now() - (size.today - storedDay) * dayMs;
    live = openLive({ path, size, histories: histories(), table, perMinute: livePerMinute, now });
    return path;
  }
  for (const part of parts) if (part !== 'assets' && !missing.includes(part)) attach(part);
  const makeMissing = once(() => {
    const made = new Map<Part, Promise<void>>();
    let before = Promise.resolve();
    for (const part of missing.filter((name) => name !== 'assets')) {
      const file = { part, path: pathOf(part), size: stored };
      before = before.then(() => makeElsewhere(file, stop.signal));
      const whole = before.then(() => attach(part));
      // Whoever waits for a part is notified of a failure; that nobody may be waiting yet is no error.
      whole.catch(() => undefined);
      made.set(part, whole);
    }
    return made;
  });
  return {
    database,
    histories,
    tables,
    texts,
    ready: async (part) => {
      await makeMissing().get(part);
      if (part === 'transactions') live?.catchUp();
    },
    close: async () => {
      stop.abort();
      await Promise.allSettled(makeMissing().values());
      live?.close();
      database.close();
    },
  };
}

/** Columns of computed values that are kept: each takes half a second to compute, and some 500 kB. */
const keptColumns = 16;

/** Adds what makes the texts of records, so that the query engine finds them as in the store. */
function installTexts(database: Database.Database, tables: SampleTables, texts: RecordTexts): void {
  const options = { deterministic: true };
  database.function('sample_text', options, (name: Subject, id: number) => texts[name].text(id));
  database.function(
    'sample_metric',
    options,
    (name: Subject, id: number, metric: string, member: MetricMember) =>
      texts[name].metric(id, metric)?.[member] ?? null,
  );
  const values = makeBoundedMap<Map<number, number | null>>(keptColumns);
  database.function('sample_value', options, (name: Subject, id: number, metric: string) => {
    const column = values.get(`${name} ${metric}`, () => new Map());
    const known = column.get(id);
    const value = known === undefined ? (texts[name].metric(id, metric)?.val ?? null) : known;
    column.set(id, value);
    return value;
  });
  database.function('sample_return', options, (name: Subject, id: number) => texts[name].yearToDate(id));
  database.function('sample_month_active', options, (id: number) => texts.monthActive(id));
  database.function('sample_transaction', options, (key: number) => texts.transactionBody(key));
  database.function('sample_unpacked', options, (packed: Buffer) => unpack(packed));
  for (const sql of viewStatements(tables)) database.exec(sql);
}

function readFast(database: Database.Database, schema: string): void {
  database.pragma(`${schema}.mmap_size = 8589934592`);
  database.pragma(`${schema}.cache_size = -32000`);
}

/**
 * Makes a file under another name and renames it when it is whole, so that a half-made file is never read. What `throwIfCancelled`
 * throws stops it.
 */
export function makeFile(
  { part, path, size }: MissingFile,
  histories: Histories,
  onProgress: OnProgress,
  throwIfCancelled: () => void = () => undefined,
): void {
  const unfinished = `${path}.${process.pid.toString()}-${Date.now().toString(36)}${unfinishedEnd}`;
  const database = new Database(unfinished);
  try {
    // The file is thrown away if anything goes wrong, so nothing is done for its safety.
    for (const setting of [
      'page_size = 8192',
      'journal_mode = OFF',
      'synchronous = OFF',
      'locking_mode = EXCLUSIVE',
      'cache_size = -200000',
      'temp_store = FILE',
    ]) {
      database.pragma(setting);
    }
    installFunctions(database);
    generate(part, watched(database, throwIfCancelled), histories, size, onProgress);
    database.close();
    renameSync(unfinished, path);
  } finally {
    database.close();
    rmSync(unfinished, { force: true });
  }
}

/** The same database, which asks before each statement that writes whether the work goes on; what is thrown then ends it. */
function watched(database: SqlDatabase, throwIfCancelled: () => void): SqlDatabase {
  const watch = (statement: SqlStatement): SqlStatement => ({
    run(...parameters) {
      throwIfCancelled();
      return statement.run(...parameters);
    },
    get: (...parameters) => statement.get(...parameters),
    all: (...parameters) => statement.all(...parameters),
    raw: () => watch(statement.raw()),
    pluck: () => watch(statement.pluck()),
  });
  return {
    prepare: (sql) => watch(database.prepare(sql)),
    exec: (sql) => database.exec(sql),
    function: (name, options, body) => database.function(name, options, body),
  };
}

/** What arrived live belongs to the day on which it did; all else is of any day. */
function fileName(part: Part | 'live', { seed, assets, transactions, odd, today }: DataSize): string {
  const kind = [generatorVersion, layoutOf(transactions), seed, assets, transactions, odd ? 'odd' : 'plain']
    .map(String)
    .join('-');
  return `sample-${kind}-${part}${part === 'live' ? `-${dayText(today)}` : ''}.sqlite`;
}

const unfinishedEnd = '.part';
const unfinishedMark = /\.(\d+)-[0-9a-z]+\.part$/;

/** Longer than any making of data takes: a process of this id may be another one by now. */
const abandonedAfterMs = 3_600_000;

/** True for a file that nobody makes any more. */
function isAbandoned(path: string): boolean {
  if (!path.endsWith(unfinishedEnd)) return false;
  const maker = unfinishedMark.exec(path)?.[1];
  return !isRunning(Number(maker)) || statSync(path).mtimeMs < Date.now() - abandonedAfterMs;
}

/** Removes what was live on other days, and what an interrupted start left behind. */
function removeOldFiles(cacheFolder: string, size: DataSize): void {
  const live = fileName('live', size);
  const anyLive = live.slice(0, -'2026-01-01.sqlite'.length);
  for (const name of readdirSync(cacheFolder)) {
    const path = join(cacheFolder, name);
    const isOther = name.startsWith(anyLive) && name !== live && name.endsWith('.sqlite');
    try {
      if (isOther || isAbandoned(path)) rmSync(path);
    } catch {
      // Windows does not let go of a file that another service reads; the next start tries again.
    }
  }
}
