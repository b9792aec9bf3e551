import type { Query } from '../../../preload/contract/query.ts';
import { compileQuery, type CompileOptions } from './compile.ts';
import type { SqlDatabase, SqlStatement } from './database.ts';
import type { Row } from './records.ts';
import type { Table } from './tables.ts';

export interface PageOfRows {
  /** As `decodeRecord` and `recordText` take them. */
  readonly rows: readonly Row[];
  /** `page` may lie past the end; then there are no rows. */
  readonly pagination: {
    readonly page: number;
    readonly perPage: number;
    readonly pageCount: number;
    readonly resultCount: number;
  };
}

/** Runs queries on the tables of one database. */
export interface QueryRunner {
  readPage(table: Table, query: Query, options: CompileOptions): PageOfRows;
}

/** Statements kept prepared at most. */
const keptStatements = 200;

export function makeQueryRunner(database: SqlDatabase): QueryRunner {
  const prepare = makePrepare(database);
  return {
    readPage(table, query, options) {
      const compiled = compileQuery(table, query, options);
      const { page, perPage, parameters } = compiled;
      const resultCount = Number(prepare(compiled.countSql, 'pluck').get(parameters));
      const offset = (page - 1) * perPage;
      const pagination = { page, perPage, pageCount: Math.ceil(resultCount / perPage), resultCount };
      if (offset >= resultCount) return { rows: [], pagination };
      const rows = prepare(compiled.rowsSql, 'raw').all({ ...parameters, limit: perPage, offset });
      return { rows: rows.filter(isRow), pagination };
    },
  };
}

/** Keeps the statements that were used last, since preparing a wide one takes longer than running it. */
function makePrepare(database: SqlDatabase): (sql: string, mode: 'pluck' | 'raw') => SqlStatement {
  const kept = new Map<string, SqlStatement>();
  return (sql, mode) => {
    const statement = kept.get(sql) ?? database.prepare(sql)[mode]();
    kept.delete(sql);
    kept.set(sql, statement);
    const [oldest] = kept.keys();
    if (kept.size > keptStatements && oldest !== undefined) kept.delete(oldest);
    return statement;
  };
}

function isRow(row: unknown): row is Row {
  return Array.isArray(row);
}
