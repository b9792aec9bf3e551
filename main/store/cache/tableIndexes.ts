import type Database from 'better-sqlite3';
import { z } from 'zod';
import { quote } from '../query/sql.ts';
import { indexStatements, type Table } from '../query/tables.ts';

/** The indexes of a resource's table in a cache. */

const indexesSchema = z.array(z.object({ name: z.string(), sql: z.string() }));

/** An index to drop, to make or to replace. */
export interface IndexChange {
  /** The name of one that the catalogue of today has otherwise, or not at all. */
  readonly old: string | null;
  /** The statement that makes the one of today. */
  readonly next: string | null;
}

/** The next change of a table's indexes; null where all are as the catalogue says. */
export function nextIndexChange(database: Database.Database, table: Table): IndexChange | null {
  const wanted = [...indexStatements(table), fetchIndex(table)].map(asStored);
  const stored = indexesSchema.parse(
    database
      .prepare(
        `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`,
      )
      .all(table.resource.name),
  );
  const old = stored.find(({ sql }) => !wanted.includes(sql));
  // Queries name the index that they walk along: one of that name has to be there at any time.
  const next = wanted.find((sql) =>
    old === undefined
      ? !stored.some((index) => index.sql === sql)
      : sql.startsWith(`CREATE INDEX ${quote(old.name)} `),
  );
  return old === undefined && next === undefined ? null : { old: old?.name ?? null, next: next ?? null };
}

/** Call it inside a transaction. */
export function changeIndex(database: Database.Database, { old, next }: IndexChange): void {
  if (old !== null) database.exec(`DROP INDEX ${quote(old)}`);
  if (next !== null) database.exec(next);
}

/** The narrowest index, along which all rows are counted; new rows come at its end. */
function fetchIndex(table: Table): string {
  return `CREATE INDEX IF NOT EXISTS ${quote(`${table.resource.name}_fetches`)} ON ${table.name} (_fetch)`;
}

/** SQLite stores the statement so. */
function asStored(statement: string): string {
  return statement.replace('CREATE INDEX IF NOT EXISTS', 'CREATE INDEX');
}
