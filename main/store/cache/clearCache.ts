import type Database from 'better-sqlite3';
import { z } from 'zod';

/** The budgets are those of the service, and fields of the history keep their numbers. */
const stays: ReadonlySet<string> = new Set(['budgets', 'history_fields']);

const namedSchema = z.array(z.object({ name: z.string(), sql: z.string() }));

/** Empties every table that holds what was fetched, all of them or none, and gives the space back to the disk. */
export function clearCache(database: Database.Database): void {
  const tables = namedSchema.parse(
    database
      .prepare(
        `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
      )
      .all(),
  );
  const virtual = tables.filter(({ sql }) => /^CREATE VIRTUAL/i.test(sql)).map(({ name }) => name);
  const isShadow = (name: string): boolean => virtual.some((of) => name.startsWith(`${of}_`));
  database
    .transaction(() => {
      // A table is emptied at once where nothing looks at each row.
      const triggers = namedSchema.parse(
        database.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all(),
      );
      for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`);
      for (const { name } of tables) {
        if (stays.has(name) || isShadow(name)) continue;
        if (virtual.includes(name)) emptyIndex(database, name);
        else database.exec(`DELETE FROM "${name}"`);
      }
      for (const { sql } of triggers) database.exec(sql);
    })
    .immediate();
  database.exec('VACUUM');
  database.pragma('wal_checkpoint(TRUNCATE)');
}

/** A full-text index without content of its own is emptied by a command (SQLite FTS5, "The delete-all Command"). */
function emptyIndex(database: Database.Database, name: string): void {
  const sql = String(database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name));
  if (/content\s*=/i.test(sql)) database.exec(`INSERT INTO "${name}" ("${name}") VALUES ('delete-all')`);
  else database.exec(`DELETE FROM "${name}"`);
}
