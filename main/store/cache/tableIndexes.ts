import type Database from 'better-sqlite3';
import { z } from 'zod';
import { quote } from '../query/sql.ts';
import { indexStatements, type Table } from '../query/tables.ts';

/** The indexes of a resource's table in a cache. */

const indexesSchema = z.array(z.object({ name: z.string(), sql: z.string() }));

/** Drops or makes one index that the catalogue of today has otherwise; false where all are as they should be. */
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
  if (old !== undefined) {
    database.exec(`DROP INDEX ${quote(old.name)}`);
    return true;
  }
  const known = new Set(stored.map(({ sql }) => sql));
  const [missing] = [...wanted].filter((sql) => !known.has(sql));
  if (missing === undefined) return false;
  database.exec(missing);
  return true;
}

/** The narrowest index, along which all rows are counted; new rows come at its end. */
function fetchIndex(table: Table): string {
  return `CREATE INDEX IF NOT EXISTS ${quote(`${table.resource.name}_fetches`)} ON ${table.name} (_fetch)`;
}

/** SQLite stores the statement so. */
function asStored(statement: string): string {
  return statement.replace('CREATE INDEX IF NOT EXISTS', 'CREATE INDEX');
}
