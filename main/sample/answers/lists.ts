import type Database from 'better-sqlite3';
import type { Query } from '../../../preload/contract/query.ts';
import type { SqlValue } from '../../store/query/columns.ts';
import { compileQuery, type CompiledQuery } from '../../store/query/compile.ts';
import { recordText, type Row } from '../../store/query/records.ts';
import type { Table } from '../../store/query/tables.ts';
import { RequestProblem } from '../http/answer.ts';
import { makeKept } from './kept.ts';

/** Answers lists and single records from the tables. */
export interface Lists {
  /** The JSON text of a list. Throws a `QueryProblem` where the query cannot be answered. */
  list(table: Table, query: Query): string;
  /** The JSON text of a record, or null where there is none with this id. */
  record(table: Table, id: number): string | null;
}

/** Statements and counts kept at most. The data never change, so a count stays true. */
const kept = 500;

export function makeLists(database: Database.Database): Lists {
  const statements = makeKept<Database.Statement>(kept);
  const counts = makeKept<number>(kept);
  const prepare = (sql: string, mode: 'raw' | 'pluck'): Database.Statement =>
    statements.get(sql, () => database.prepare(sql)[mode]());

  function count({ countSql, parameters }: CompiledQuery): number {
    return counts.get(JSON.stringify([countSql, parameters]), () =>
      Number(prepare(countSql, 'pluck').get(parameters)),
    );
  }

  return {
    list: (table, query) => {
      if (query.aggregate !== undefined) {
        throw new RequestProblem(400, "Invalid query: 'aggregate' belongs to the aggregate endpoints.");
      }
      const compiled = compileQuery(table, query, { openFields: false });
      const { page, perPage, parameters } = compiled;
      const resultCount = count(compiled);
      const offset = (page - 1) * perPage;
      const rows =
        offset < resultCount
          ? prepare(compiled.rowsSql, 'raw')
              .all({ ...parameters, limit: perPage, offset })
              .filter(isRow)
          : [];
      return envelope(
        rows.map((row) => recordText(table, row)),
        query.filter,
        query.sort ?? table.resource.defaultSort,
        { page, perPage, pageCount: Math.ceil(resultCount / perPage), resultCount },
      );
    },
    record: (table, id) => {
      const sql = `SELECT ${table.selectList} FROM ${table.name} r JOIN ${table.bodies} b ON b.key = r._body WHERE r."id" = ?`;
      const row = prepare(sql, 'raw').get(id);
      return isRow(row) ? recordText(table, row) : null;
    },
  };
}

/** Rule: field notes, "Envelope of a list". */
function envelope(records: readonly string[], filter: unknown, sort: unknown, pagination: unknown): string {
  const echoes = JSON.stringify({ filter, sort, pagination }).slice(1);
  return `{"results":[${records.join(',')}],${echoes}`;
}

function isRow(row: unknown): row is Row & SqlValue[] {
  return Array.isArray(row);
}
