import { dayMs, dayNumber, dayText } from '../../../preload/contract/days.ts';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { FailureError } from '../../../preload/contract/failures.ts';
import { resourceNames, resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { cacheDamaged } from '../../platform/sqlite/failures.ts';
import { codecOf } from '../query/columns.ts';
import { quote } from '../query/sql.ts';

/**
 * The history of records. The records have the latest values; these tables have the earlier ones:
 *
 * - `first_seen`: the day on which a record was first seen;
 * - `history`: one row for a record and a day on which it came with other values than on the last day before:
 *   the replaced values (see `historyCodec.ts`), and the last day on which they were seen;
 * - `history_fields`: the numbers of fields in the packed values;
 * - `history_thinned`: the days up to which rows were joined by week, and up to which they were removed;
 * - `complete_from`: the first day on which every record of a resource was cached, from which new records can
 *   be determined.
 *
 * Days are counted from 1970-01-01 UTC. A record that does not change adds nothing.
 */
const tables = `
  CREATE TABLE history_fields (
    number INTEGER PRIMARY KEY,
    resource TEXT NOT NULL,
    name TEXT NOT NULL,
    UNIQUE (resource, name)
  ) STRICT;
  CREATE TABLE first_seen (
    resource TEXT NOT NULL,
    key INTEGER NOT NULL,
    day INTEGER NOT NULL,
    PRIMARY KEY (resource, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE history (
    resource TEXT NOT NULL,
    key INTEGER NOT NULL,
    changed_on INTEGER NOT NULL,
    seen_until INTEGER NOT NULL,
    before BLOB NOT NULL,
    PRIMARY KEY (resource, key, changed_on)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX history_days ON history (resource, changed_on);
  CREATE TABLE history_thinned (
    resource TEXT PRIMARY KEY,
    thinned_to INTEGER NOT NULL,
    forgotten_to INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE complete_from (resource TEXT PRIMARY KEY, day INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  -- A mark without a filter says that every record of the resource is here. The first day stays: by a condition, since the conflict
  -- clause of the statement that stores the mark holds in the trigger too.
  CREATE TRIGGER complete_resources AFTER INSERT ON complete
    WHEN new.filter = '' AND new.shortfalls = '[]' AND NOT EXISTS (SELECT 1 FROM complete_from WHERE resource = new.resource) BEGIN
    INSERT INTO complete_from (resource, day) VALUES (new.resource, new.as_of / ${dayMs.toString()});
  END;
`;

export const resourcesWithHistory: readonly ResourceName[] = resourceNames.filter(
  (name) => name !== 'transactions',
);

export function installHistory(database: Database.Database): void {
  database.exec(tables);
  numberFields(database);
  for (const name of resourcesWithHistory) {
    database.exec(`CREATE TRIGGER ${quote(`${name}_history`)} AFTER DELETE ON ${quote(name)} BEGIN
      DELETE FROM history WHERE resource = '${name}' AND key = old._key;
      DELETE FROM first_seen WHERE resource = '${name}' AND key = old._key;
    END`);
  }
}

export function numberFields(database: Database.Database): void {
  const add = database.prepare(
    'INSERT INTO history_fields (resource, name) SELECT ?, value FROM json_each(?)',
  );
  for (const name of resourcesWithHistory) add.run(name, JSON.stringify(watchedFields(name)));
}

/** Returns the fields with a history: all with a column but the identifier and bookkeeping. */
function watchedFields(name: ResourceName): string[] {
  return resources[name].fields
    .filter((field) => codecOf(field) !== null && field.name !== 'id' && !field.name.startsWith('_'))
    .map((field) => field.name);
}

const daysSchema = z.tuple([z.number().nullable(), z.number().nullable()]);
const fieldsSchema = z.array(z.object({ number: z.number(), name: z.string() }));

/** Throws `damaged` if a field has no number, because its values would be dropped silently. */
export function readFieldNumbers(database: Database.Database, resource: ResourceName): Map<number, string> {
  const rows = database.prepare('SELECT number, name FROM history_fields WHERE resource = ?').all(resource);
  const fields = fieldsSchema.safeParse(rows);
  const names = new Set(fields.data?.map(({ name }) => name));
  if (!fields.success || watchedFields(resource).some((name) => !names.has(name)))
    throw new FailureError(cacheDamaged);
  return new Map(fields.data.map(({ number, name }) => [number, name]));
}

/** Returns whether a record is new for certain: first seen since then, after every record was cached once. */
export function isNewSince(first: number, since: number, completeFrom: string | null): boolean {
  return first > since && completeFrom !== null && first > dayNumber(completeFrom);
}

export function knownDays(
  database: Database.Database,
  resource: ResourceName,
): { knownFrom: string | null; completeFrom: string | null } {
  const [known, complete] = daysSchema.parse(
    database
      .prepare(
        `SELECT (SELECT min(day) FROM first_seen WHERE resource = ?), (SELECT day FROM complete_from WHERE resource = ?)`,
      )
      .raw()
      .get(resource, resource),
  );
  return {
    knownFrom: known === null ? null : dayText(known),
    completeFrom: complete === null ? null : dayText(complete),
  };
}
