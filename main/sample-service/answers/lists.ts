import type Database from 'better-sqlite3';
import type { Query } from '../../../preload/contract/query.ts';
import { isRow, recordText, type Row } from '../../store/query/records.ts';
import { makeQueryRunner } from '../../store/query/run.ts';
import type { Table } from '../../store/query/tables.ts';
import { RequestProblem } from '../http/answer.ts';
import { makeTokenNesting } from './nestedTokens.ts';

/** Answers lists and single records from the tables. */
export interface Lists {
  /** The JSON text of a list. Throws a `QueryProblem` where the query cannot be answered. */
  list(table: Table, query: Query): string;
  /** The JSON text of a record, or null where there is none with this id. */
  record(table: Table, id: number): string | null;
}

export function makeLists(database: Database.Database, tokens: Table): Lists {
  const runner = makeQueryRunner(database);
  const nestTokens = makeTokenNesting(database, tokens);
  const textOf = (table: Table, row: Row): string => {
    const text = recordText(table, row);
    return table.resource.name === 'assets' ? nestTokens(text) : text;
  };
  return {
    list: (table, query) => {
      if (query.aggregate !== undefined) {
        throw new RequestProblem(400, "Invalid query: 'aggregate' belongs to the aggregate endpoints.");
      }
      const { rows, pagination } = runner.readPage(table, query, { openFields: false });
      const records = rows.map((row) => textOf(table, row));
      const { filter, sort = table.resource.defaultSort } = query;
      // Rule: service notes, "Envelope of a list".
      return `{"results":[${records.join(',')}],${JSON.stringify({ filter, sort, pagination }).slice(1)}`;
    },
    record: (table, id) => {
      const row = database
        .prepare(
          `SELECT ${table.selectList} FROM ${table.name} r JOIN ${table.bodies} b ON b.key = r._body WHERE r."id" = ?`,
        )
        .raw()
        .get(id);
      return isRow(row) ? textOf(table, row) : null;
    },
  };
}
