import type Database from 'better-sqlite3';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { SqlValue } from '../query/columns.ts';
import { isRow } from '../query/records.ts';
import { textLiteral } from '../query/sql.ts';
import type { Table } from '../query/tables.ts';
import type { RowObserver } from '../query/writer.ts';
import { cacheTable } from './resourceTables.ts';

/**
 * Table of the rows that were added or changed, or are gone, since a list of their resource was complete or a
 * page of it was stored. `was`: the earlier values of changed columns, by name; null for an added row.
 */
export const newerRowsTable = `
  CREATE TABLE newer_rows (
    resource TEXT NOT NULL,
    key INTEGER NOT NULL,
    at INTEGER NOT NULL,
    was TEXT,
    PRIMARY KEY (resource, key, at)
  ) STRICT, WITHOUT ROWID;
`;

export function makeNewerRows(database: Database.Database) {
  const note = database.prepare(
    'INSERT OR IGNORE INTO newer_rows (resource, key, at, was) VALUES (:resource, :key, :at, :was)',
  );
  const noteAdded = database.prepare(
    `INSERT OR IGNORE INTO newer_rows (resource, key, at, was) SELECT :resource, :key, :at, NULL
     WHERE EXISTS (SELECT 1 FROM complete WHERE resource = :resource AND shortfalls = '[]')`,
  );
  const forget = database.prepare(
    `DELETE FROM newer_rows WHERE resource = :resource AND at <= (SELECT coalesce(min(at), ${Number.MAX_SAFE_INTEGER.toString()}) FROM (
       SELECT until AS at FROM complete WHERE resource = :resource AND shortfalls = '[]'
       UNION ALL SELECT f.at FROM pages p JOIN fetches f ON f.key = p.fetch WHERE p.resource = :resource))`,
  );
  const thin = database.prepare(
    `DELETE FROM newer_rows AS n WHERE resource = :resource
       AND EXISTS (SELECT 1 FROM newer_rows l WHERE l.resource = :resource AND l.key = n.key AND l.at > n.at)
       AND NOT EXISTS (SELECT 1 FROM complete c WHERE c.resource = :resource AND c.shortfalls = '[]' AND c.until < n.at
         AND c.until >= (SELECT coalesce(max(e.at), 0) FROM newer_rows e WHERE e.resource = :resource AND e.key = n.key AND e.at < n.at))`,
  );
  let at = 0;
  return {
    /** Begins a write of rows fetched at this time (milliseconds since 1970 UTC). */
    begin(fetchedAt: number): void {
      at = fetchedAt;
    },
    of(resource: ResourceName): RowObserver {
      const { columns } = cacheTable(resources[resource]);
      return {
        added: (key) => void noteAdded.run({ resource, key, at }),
        changed(key, before, values) {
          const differing = columns.filter((_, index) => before[index] !== values[index]);
          note.run({ resource, key, at, was: earlier(differing, (index) => before[index]) });
        },
      };
    },
    /** Call it before these rows are removed, because the service no longer has their records. */
    removed(resource: ResourceName, keys: readonly number[], now: number): void {
      const { name, columns } = cacheTable(resources[resource]);
      const find = database
        .prepare(`SELECT ${columns.map(({ sql }) => sql).join(', ')} FROM ${name} WHERE _key = ?`)
        .raw();
      for (const key of keys) {
        const row = find.get(key);
        if (isRow(row)) note.run({ resource, key, at: now, was: earlier(columns, (index) => row[index]) });
      }
    },
    /**
     * Forgets the rows that are no newer than each complete list and stored page of a resource, and of the others
     * all but the last change and what a row was as of each list.
     */
    forget(resource: ResourceName): void {
      forget.run({ resource });
      thin.run({ resource });
    },
  };
}

function earlier(columns: Table['columns'], valueAt: (index: number) => SqlValue | undefined): string {
  const valueOf = (index: number): string | number | null => {
    const value = valueAt(index) ?? null;
    return typeof value === 'bigint' ? Number(value) : value;
  };
  return JSON.stringify(Object.fromEntries(columns.map(({ name, index }) => [name, valueOf(index)])));
}

/** The table with the earlier values of its rows, as far as row `n` of `newer_rows` has them. */
export function earlierTable(table: Table): Table {
  return {
    ...table,
    columnSql({ name, sql }) {
      const path = textLiteral(`$.${JSON.stringify(name)}`);
      return `iif(json_type(n.was, ${path}) IS NULL, r.${sql}, n.was ->> ${path})`;
    },
  };
}
