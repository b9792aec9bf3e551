import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { resources, type Field, type Resource } from '../../../preload/contract/resources.ts';
import {
  hasChunks,
  installChunks,
  makeChunkFilling,
  pauseFilling,
  readFilling,
} from '../query/chunks/chunkFilling.ts';
import { chunkName, chunkStatement } from '../query/chunks/chunkTable.ts';
import { isFieldType } from '../query/columns.ts';
import { makeRemainderWriter } from '../query/exact.ts';
import { decodeRecord, idOf, isRow, ownValues, type Row } from '../query/records.ts';
import { quote } from '../query/sql.ts';
import { makeTable, tableStatements, type Table } from '../query/tables.ts';
import { makeWriter } from '../query/writer.ts';
import { changeIndex, nextIndexChange, type IndexChange } from './tableIndexes.ts';

/** The fetch a row came with. */
const own = [{ name: '_fetch', sqlType: 'INTEGER NOT NULL' }] as const;

/** The table of a resource in a cache. */
export function cacheTable(resource: Resource): Table {
  return makeTable(resource, own);
}

const shapeSchema = z.object({
  fields: z.array(z.object({ name: z.string(), type: z.string() })),
  tables: z.array(z.string()),
});
type Shape = z.infer<typeof shapeSchema>;

/**
 * Makes the table of a resource, or brings it to what the catalogue says today: indexes are added and dropped; where fields
 * came, went or changed their type, every record is rewritten, with its key. What takes long in a large cache of an earlier version is
 * left to `makeConversion`.
 */
export function upgradeTables(database: Database.Database, resource: Resource): Table {
  const table = cacheTable(resource);
  if (isAsToday(database, table)) return table;
  database
    .transaction(() => {
      const shape = shapeOf(table);
      const stored = readShape(database, resource);
      if (JSON.stringify(stored) !== JSON.stringify(shape)) {
        // `renewStoredViews` stores them again.
        dropStoredViews(database);
        if (stored === null) for (const statement of shape.tables) database.exec(statement);
        else if (JSON.stringify(stored.tables) !== JSON.stringify(shape.tables))
          rebuild(database, table, stored);
        database
          .prepare(
            `INSERT INTO catalogue (resource, shape) VALUES (?, ?) ON CONFLICT (resource) DO UPDATE SET shape = excluded.shape`,
          )
          .run(resource.name, JSON.stringify(shape));
      }
      if (table.chunked) installChunks(database, table);
      let change = nextIndexChange(database, table);
      while (change !== null && !isLeftToCatchUp(database, table, change)) {
        changeIndex(database, change);
        change = nextIndexChange(database, table);
      }
    })
    .immediate();
  return table;
}

function isAsToday(database: Database.Database, table: Table): boolean {
  return (
    JSON.stringify(readShape(database, table.resource)) === JSON.stringify(shapeOf(table)) &&
    (!table.chunked || hasChunks(database, table)) &&
    nextIndexChange(database, table) === null
  );
}

/** An index of so many rows is made in less than a second. */
const fewRows = 100_000;

/** While columns are converted old indexes answer; to replace those of many rows takes long. */
function isLeftToCatchUp(database: Database.Database, table: Table, { old }: IndexChange): boolean {
  if (!table.chunked) return false;
  if (readFilling(database, table) !== null) return true;
  const rows = database.prepare(`SELECT max(_key) FROM ${table.name}`).pluck().get();
  return old !== null && Number(rows) > fewRows;
}

/** What `upgradeTables` has left to do in a large cache of an earlier version. */
export interface Conversion {
  /** Stores some columns of the transactions in chunks. False where all are, or where it is paused. */
  fill(): boolean;
  /** Replaces an index, which takes seconds where transactions are many. False where all are as the catalogue says, or where chunks are missing. */
  replaceIndex(): boolean;
  /** Pauses `fill`, also over restarts, or resumes it. */
  pause(isPaused: boolean): void;
}

export function makeConversion(database: Database.Database): Conversion {
  const table = cacheTable(resources.transactions);
  const fill = database.transaction(makeChunkFilling(database, table));
  const change = database.transaction(changeIndex);
  let isFilled = false;
  return {
    fill() {
      isFilled ||= readFilling(database, table) === null;
      return !isFilled && fill.immediate();
    },
    replaceIndex() {
      const next = readFilling(database, table) === null ? nextIndexChange(database, table) : null;
      if (next !== null) change.immediate(database, next);
      return next !== null;
    },
    pause(isPaused) {
      pauseFilling(database, table, isPaused);
    },
  };
}

/** The row of `catalogue` that says which views are stored; no resource has this name. */
export const storedViewsRow = 'views of SQL';

/** Removes the stored views: a table that a view names cannot be renamed without the view following it. */
export function dropStoredViews(database: Database.Database): void {
  const names = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'view' AND name GLOB 'rwa_v[0-9]*'`)
    .pluck()
    .all();
  for (const name of names) database.exec(`DROP VIEW ${quote(String(name))}`);
  database.prepare(`UPDATE catalogue SET shape = '' WHERE resource = ?`).run(storedViewsRow);
}

function shapeOf(table: Table): Shape {
  return {
    fields: table.resource.fields.map(({ name, type }) => ({ name, type })),
    tables: tableStatements(table),
  };
}

function readShape(database: Database.Database, resource: Resource): Shape | null {
  const text = database.prepare('SELECT shape FROM catalogue WHERE resource = ?').pluck().get(resource.name);
  return typeof text === 'string' ? shapeSchema.parse(JSON.parse(text)) : null;
}

function dropIndexes(database: Database.Database, table: Table): void {
  const names = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`)
    .pluck()
    .all(table.resource.name);
  for (const name of names) database.exec(`DROP INDEX ${quote(String(name))}`);
}

/** Records written at once. */
const batchSize = 1000;

/** The table as it was, under another name. What only other records hold had no column. */
function oldTable(database: Database.Database, table: Table, stored: Shape): Table {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table.resource.name);
  const fields = stored.fields.flatMap(({ name, type }): Field[] =>
    isFieldType(type) && columns.includes(name)
      ? [
          {
            name,
            type,
            label: name,
            group: 'Record',
            description: '',
            filterable: false,
            sortable: false,
            searchable: false,
          },
        ]
      : [],
  );
  return makeTable({ ...table.resource, name: `${table.resource.name} before`, fields }, table.own);
}

function rebuild(database: Database.Database, table: Table, stored: Shape): void {
  const old = oldTable(database, table, stored);
  dropIndexes(database, table);
  if (table.chunked) {
    database.exec(`DROP TABLE IF EXISTS ${chunkName(table)}`);
    database.exec(chunkStatement(table));
  }
  database.exec(`ALTER TABLE ${table.name} RENAME TO ${old.name}`);
  database.exec(`ALTER TABLE ${table.bodies} RENAME TO ${old.bodies}`);
  for (const statement of tableStatements(table)) database.exec(statement);
  const writer = makeWriter(database, table, undefined, makeRemainderWriter(database, table));
  const read = database
    .prepare(
      `SELECT r._key, ${old.selectList} FROM ${old.name} r JOIN ${old.bodies} b ON b.key = r._body
       WHERE r._key > ? ORDER BY r._key LIMIT ${batchSize.toString()}`,
    )
    .raw();
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = read.all(last).filter(isRow);
    const keys = new Map<string | number, number>();
    const fetches = new Map<string, { records: ResourceRecord[]; own: Row }>();
    for (const [key, ...row] of rows) {
      const record = decodeRecord(old, row);
      const ownOfRow = ownValues(old, row);
      const fetch = fetches.get(ownOfRow.join()) ?? { records: [], own: ownOfRow };
      fetches.set(ownOfRow.join(), fetch);
      fetch.records.push(record);
      last = Number(key);
      keys.set(idOf(record), last);
    }
    for (const fetch of fetches.values())
      writer.write(fetch.records, fetch.own, (id) => keys.get(id) ?? null);
    if (rows.length < batchSize) break;
  }
  database.exec(`DROP TABLE ${old.name}`);
  database.exec(`DROP TABLE ${old.bodies}`);
}
