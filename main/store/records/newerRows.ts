import type Database from 'better-sqlite3';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { RowObserver } from '../query/writer.ts';

/** Table of the rows that were added or changed since a list of their resource was complete. */
export const newerRowsTable = `
  CREATE TABLE newer_rows (
    resource TEXT NOT NULL,
    key INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (resource, key)
  ) STRICT, WITHOUT ROWID;
`;

/** Notes added and changed rows, if a list of their resource is complete. */
export function makeNewerRows(database: Database.Database) {
  const note = database.prepare(
    `INSERT OR REPLACE INTO newer_rows (resource, key, at) SELECT :resource, :key, :at
     WHERE EXISTS (SELECT 1 FROM complete WHERE resource = :resource AND shortfalls = '[]')`,
  );
  let at = 0;
  return {
    /** Begins a write of rows fetched at this time (milliseconds since 1970 UTC). */
    begin(fetchedAt: number): void {
      at = fetchedAt;
    },
    of(resource: ResourceName): RowObserver {
      const changed = (key: number): void => void note.run({ resource, key, at });
      return { added: changed, changed };
    },
  };
}

/** Returns what forgets the rows that are no newer than each complete list of a resource. */
export function forgetOldRows(database: Database.Database): (resource: ResourceName) => void {
  const forget = database.prepare(
    `DELETE FROM newer_rows WHERE resource = :resource AND at <=
     (SELECT min(until) FROM complete WHERE resource = :resource AND shortfalls = '[]')`,
  );
  return (resource) => void forget.run({ resource });
}
