import type * as nodeSqlite from 'node:sqlite';
import type { SqlColumn, SqlColumnType } from '../../../../preload/contract/sql.ts';
import { quote } from '../../../store/query/sql.ts';
import { foldAsFilters } from './textFunctions.ts';

export type ViewTypes = ReadonlyMap<string, ReadonlyMap<string, SqlColumnType>>;

export function typesOf(columns: readonly Pick<SqlColumn, 'name' | 'type'>[]): Map<string, SqlColumnType> {
  return new Map(columns.map(({ name, type }) => [name, type]));
}

/**
 * Returns for each result column the type of the view column that it shows unchanged; undefined if computed.
 * SQLite names the table behind a column, not the view, so the statement is prepared again over empty tables
 * with the views' names. After a UNION, SQLite names one of several columns, so all are undefined.
 * Rule: sqlite.org/c3ref/column_database_name.html.
 */
export function plainColumns(
  { DatabaseSync }: Pick<typeof nodeSqlite, 'DatabaseSync'>,
  sql: string,
  types: ViewTypes,
  words: ReadonlySet<string>,
): (SqlColumnType | undefined)[] {
  const database = new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: false });
  try {
    foldAsFilters(database);
    for (const [view, columns] of types)
      database.exec(`CREATE TEMP TABLE ${quote(view)} (${[...columns.keys()].map(quote).join(', ')})`);
    return database
      .prepare(sql)
      .columns()
      .map(({ table, column }) =>
        words.has('union') ? undefined : types.get(table ?? '')?.get(column ?? ''),
      );
  } finally {
    database.close();
  }
}
