import type { SqlDatabase, SqlStatement } from './database.ts';
import { quote } from './sql.ts';

/** Recently used statements by their text. Preparing a wide one takes longer than running it. */
export interface Statements {
  rows(sql: string): SqlStatement;
  values(sql: string): SqlStatement;
}

const maxEntries = 300;

export function makeStatements(database: SqlDatabase): Statements {
  const rows = makeBoundedMap<SqlStatement>(maxEntries);
  const values = makeBoundedMap<SqlStatement>(maxEntries);
  return {
    rows: (sql) => rows.get(sql, () => database.prepare(sql).raw()),
    values: (sql) => values.get(sql, () => database.prepare(sql).pluck()),
  };
}

/** Changes when another connection commits, and when this one writes. */
export function dataVersion(statements: Statements): string {
  // Each attached file has its own version.
  const files = statements.values('SELECT name FROM pragma_database_list').all();
  const others = files.map((name) =>
    String(statements.values(`PRAGMA ${quote(String(name))}.data_version`).get()),
  );
  return [...others, String(statements.values('SELECT total_changes()').get())].join(' ');
}

export interface BoundedMap<T> {
  get(name: string, make: () => T): T;
  clear(): void;
}

export function makeBoundedMap<T>(limit: number): BoundedMap<T> {
  const entries = new Map<string, { value: T }>();
  return {
    get(name, make) {
      const entry = entries.get(name) ?? { value: make() };
      entries.delete(name);
      entries.set(name, entry);
      const [oldest] = entries.keys();
      if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
      return entry.value;
    },
    clear() {
      entries.clear();
    },
  };
}
