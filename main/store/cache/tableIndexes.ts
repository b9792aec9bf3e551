import type Database from 'better-sqlite3';
import { z } from 'zod';
import { quote } from '../query/sql.ts';
import { indexStatements, type Table } from '../query/tables.ts';

/** The indexes of a resource's table in a cache. */

const indexesSchema = z.array(z.object({ name: z.string(), sql: z.string() }));

/** Drops, makes or replaces one index that the catalogue of today has otherwise; false where all are as they should be. Call it inside a transaction. */
export function replaceIndex(database: Database.Database, table: Table): boolean {
  const wanted = new Set([...indexStatements(table), fetchIndex(table)].map(asStored));
  const stored = indexesSchema.parse(
    database
      .prepare(
        `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`,
      )
      .all(table.resource.name),
  );
  const old = stored.find(({ sql }) => !wanted.has(sql));
  const known = new Set(stored.map(({ sql }) => sql));
  // Queries name the index that they walk along: one of that name has to be there at any time.
  const next = [...wanted].find((sql) =>
    old === undefined ? !known.has(sql) : sql.startsWith(`CREATE INDEX ${quote(old.name)} `),
  );
  if (old !== undefined) database.exec(`DROP INDEX ${quote(old.name)}`);
  if (next !== undefined) database.exec(next);
  return old !== undefined || next !== undefined;
}

/** The narrowest index, along which all rows are counted; new rows come at its end. */
function fetchIndex(table: Table): string {
  return `CREATE INDEX IF NOT EXISTS ${quote(`${table.resource.name}_fetches`)} ON ${table.name} (_fetch)`;
}

/** SQLite stores the statement so. */
function asStored(statement: string): string {
  return statement.replace('CREATE INDEX IF NOT EXISTS', 'CREATE INDEX');
}
