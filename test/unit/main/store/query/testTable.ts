import Database from 'better-sqlite3';
import type { Query } from '../../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import type { Resource } from '../../../../../preload/contract/resources/types.ts';
import {
  makeRemainderWriter,
  readRemainders,
  remaindersTable,
} from '../../../../../main/store/query/exact.ts';
import { chunkStatement } from '../../../../../main/store/query/chunks/chunkTable.ts';
import { installFunctions } from '../../../../../main/store/query/functions.ts';
import { decodeRecord, recordText, type Row } from '../../../../../main/store/query/records.ts';
import { makeQueryRunner } from '../../../../../main/store/query/run.ts';
import {
  indexStatements,
  makeTable,
  tableStatements,
  type Table,
} from '../../../../../main/store/query/tables.ts';
import { makeWriter } from '../../../../../main/store/query/writer.ts';

/** A table of one resource in a database in memory. */
export type TestTable = ReturnType<typeof openTestTable>;

/** Makes the table with its indexes. */
export function createTable(database: Database.Database, table: Table): void {
  for (const statement of [...tableStatements(table), ...indexStatements(table)]) database.exec(statement);
  if (table.chunked) database.exec(chunkStatement(table));
}

export function openTestTable(resource: Resource, records: readonly ResourceRecord[] = []) {
  const database = new Database(':memory:');
  installFunctions(database);
  const table = makeTable(resource);
  createTable(database, table);
  database.exec(remaindersTable);
  const writer = makeWriter(database, table, undefined, makeRemainderWriter(database, table));
  const hasRests = readRemainders(database);
  const write = database.transaction((all: readonly ResourceRecord[]) => writer.write(all));
  write(records);
  const runner = makeQueryRunner(database);
  return {
    database,
    table,
    write,
    /** Removes the records with these ids. */
    remove(ids: readonly (string | number)[]): void {
      const keyOf = database.prepare(`SELECT _key FROM ${table.name} WHERE "id" = ?`).pluck();
      database.transaction(() => {
        writer.remove(ids.map((id) => Number(keyOf.get(id))));
      })();
    },
    /** As the app runs a query: the way to the page chosen by the count. */
    run(query: Query, openFields = true) {
      const { rows, pagination } = runner.readPage(table, query, { openFields, hasRests });
      return { records: rows.map((row) => decodeRecord(table, row)), pagination };
    },
    /** The JSON texts of all records. */
    texts(): ReadonlySet<string> {
      const rows = database
        .prepare<unknown[], Row>(
          `SELECT ${table.selectList} FROM ${table.name} r JOIN ${table.bodies} b ON b.key = r._body`,
        )
        .raw()
        .all();
      return new Set(rows.map((row) => recordText(table, row)));
    },
    [Symbol.dispose]() {
      database.close();
    },
  };
}
