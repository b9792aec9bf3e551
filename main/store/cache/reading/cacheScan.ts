import Database from 'better-sqlite3';
import { fieldsOf, fieldsOfQuery, type Query } from '../../../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import { once } from '../../../platform/once.ts';
import { makeChunkPages } from '../../query/chunks/chunkPages.ts';
import { compileQuery } from '../../query/compile.ts';
import { installFunctions } from '../../query/functions.ts';
import { orderSql } from '../../query/pageKeys.ts';
import { QueryProblem, badQuery } from '../../query/problems.ts';
import { decodeRecord, recordText, type Row } from '../../query/records.ts';
import { quote } from '../../query/sql.ts';
import { makeQueryRunner } from '../../query/run.ts';
import { makeStatements } from '../../query/statements.ts';
import type { Column, Table } from '../../query/tables.ts';
import { cachedFields, shownTable } from '../../records/resourceTables.ts';
import { makeTableCheck } from '../../records/tableCheck.ts';

export type CacheScan = ReturnType<typeof scanOf>;

type ScannedValue = string | number | Buffer | null;
type SqlRow = readonly ScannedValue[];

/** Records of other resources weigh up to 80 KB each. */
const lightBlock = 250;
const heavyBlock = 25;

/** A scan must read one table row anyway; that takes as long as reading this many chunk rows. */
const rowsOfChunks = 100;

/** SQLite's page cache. A scan reads each page once: a larger cache would not help. */
const cacheKiB = 1024;

/**
 * Opens a scan of one state of the cache, unaffected by writes. Without filter and sort, records come in the
 * order in which they were first stored.
 * @throws FailureError `bad-query` if the query cannot be answered, `damaged`
 */
export function openCacheScan(path: string, resource: ResourceName, query: Query): CacheScan {
  const database = new Database(path, { readonly: true, timeout: 5000 });
  try {
    database.pragma(`cache_size = -${cacheKiB.toString()}`);
    installFunctions(database);
    database.exec('BEGIN');
    // SQLite takes its snapshot at the first read.
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    makeTableCheck(database)(resource, fieldsOfQuery(query));
    return scanOf(database, shownTable(resources[resource]), query);
  } catch (error) {
    database.close();
    throw error instanceof QueryProblem ? badQuery(error.message, error) : error;
  }
}

/** All cached records of a query, read in blocks, for work on a separate thread. */
function scanOf(database: Database.Database, table: Table, query: Query) {
  const statements = makeStatements(database);
  const chunks = makeChunkPages(statements);
  const options = cachedFields(database);
  const compiled = compileQuery(table, query, options);
  const runner = makeQueryRunner(database, chunks);
  const [low, high] = keyBounds(database, table);
  const span = high - low + 1;
  const isWhole = query.filter === undefined && query.sort === undefined;
  const keys = isWhole ? null : keysInOrder();
  const isDense = keys === null && runner.countRecords(table) === span;
  const chosen = keys ?? (isDense ? null : keysOfAll());
  const count = chosen?.length ?? Math.max(0, span);
  const blockSize = table.chunked ? lightBlock : heavyBlock;
  const hasWrapped = once(() =>
    Boolean(
      database
        .prepare(`SELECT EXISTS (SELECT 1 FROM ${table.bodies} WHERE substr(content, 1, 1) = ' ')`)
        .pluck()
        .get(),
    ),
  );

  function keysInOrder(): Float64Array {
    const { order, where, parameters } = compiled;
    const by = orderSql(order, { mark: '' });
    const matches = chunks.matches(table, query, options);
    const few = matches !== null && matches.count * rowsOfChunks < span ? matches.keys() : null;
    if (few !== null) {
      const sql = `SELECT r._key FROM json_each(:keys) k CROSS JOIN ${table.name} r ON r._key = k.value ORDER BY ${by}`;
      return Float64Array.from(
        statements.values(sql).all({ ...parameters, keys: JSON.stringify([...few]) }),
        Number,
      );
    }
    const found = chunks.keys(table, query, order, options, { offset: 0, limit: Infinity });
    if (found !== null) return Float64Array.from(found);
    const sql = `SELECT r._key FROM ${table.name} r WHERE ${where} ORDER BY ${by}`;
    return Float64Array.from(statements.values(sql).all(parameters), Number);
  }

  function keysOfAll(): Float64Array {
    const sql = `SELECT _key FROM ${table.name} ORDER BY _key`;
    return (
      chunks.matches(table, {}, options)?.keys() ?? Float64Array.from(statements.values(sql).all(), Number)
    );
  }

  function prepare(list: string, withBodies: boolean): Database.Statement {
    const bodies = withBodies ? `CROSS JOIN ${table.bodies} b ON b.key = r._body` : '';
    return database.prepare(
      chosen === null
        ? `SELECT ${list} FROM ${table.name} r ${bodies} WHERE r._key >= ? AND r._key < ?`
        : `SELECT ${list} FROM json_each(?) k CROSS JOIN ${table.name} r ON r._key = k.value ${bodies}`,
    );
  }

  function bindings(block: number): unknown[] {
    const [start, end] = [block * blockSize, (block + 1) * blockSize];
    return chosen === null
      ? [low + start, Math.min(low + end, high + 1)]
      : [JSON.stringify([...chosen.subarray(start, end)])];
  }

  function select(expressions: readonly string[], withBodies = false): (block: number) => SqlRow[] {
    const statement = prepare(expressions.join(', '), withBodies).raw();
    return (block) => statement.all(...bindings(block)).filter(isSqlRow);
  }

  const whole = once(() => select([table.selectList], true));
  return {
    count,
    blocks: Math.ceil(count / blockSize),
    /** Fetch times of the oldest and newest record in milliseconds since 1970 UTC. */
    fetchSpan() {
      const row = database
        .prepare(
          `SELECT min(at), max(at) FROM fetches f WHERE EXISTS (SELECT 1 FROM ${table.name} r WHERE r._fetch = f.key AND ${compiled.where})`,
        )
        .raw()
        .get(compiled.parameters);
      const [first, last] = isSqlRow(row) ? row : [];
      return {
        first: typeof first === 'number' ? first : null,
        last: typeof last === 'number' ? last : null,
      };
    },
    coverage: () => ({
      all: runner.countRecords(table),
      missingFields: runner.missingFields(table, fieldsOf(query.filter)),
    }),
    records: (block: number) =>
      whole()(block)
        .filter(isRow)
        .map((row) => decodeRecord(table, row)),
    texts: (block: number) =>
      whole()(block)
        .filter(isRow)
        .map((row) => recordText(table, row)),
    /** Returns the column with all of a field's values; null if records have to be decoded. */
    plainColumn(field: string): Column | null {
      const column = table.column.get(field);
      return column === undefined || column.rowIndex === null || hasWrapped() ? null : column;
    },
    select: (expressions: readonly string[]) => select(expressions),
    addFunction(name: string, body: (value: number) => string) {
      database.function(name, { deterministic: true, directOnly: true }, (value: unknown) =>
        typeof value === 'number' ? body(value) : null,
      );
    },
    close() {
      database.close();
    },
  };
}

function keyBounds(database: Database.Database, table: Table): [number, number] {
  // In one SELECT, SQLite would scan all rows for both.
  const end = (which: 'min' | 'max'): string => `(SELECT ${which}(_key) FROM ${table.name})`;
  const row = database
    .prepare(`SELECT ${end('min')}, ${end('max')}`)
    .raw()
    .get();
  const [low, high] = isSqlRow(row) ? row : [];
  return typeof low === 'number' && typeof high === 'number' ? [low, high] : [1, 0];
}

export function columnSql(column: Column): string {
  return `r.${quote(column.name)}`;
}

function isSqlRow(row: unknown): row is SqlRow {
  return Array.isArray(row);
}

function isRow(row: SqlRow): row is Row & SqlRow {
  return row.every((value) => !Buffer.isBuffer(value));
}
