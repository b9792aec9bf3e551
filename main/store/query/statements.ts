import type { SqlDatabase, SqlStatement } from './database.ts';

/** Statements by their text. Preparing a wide one takes longer than running it, so those used last are cached. */
export interface Statements {
  /** Each row a list of values. */
  rows(sql: string): SqlStatement;
  /** The first value of each row. */
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

/** The values that were requested last, up to a number of them. */
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
