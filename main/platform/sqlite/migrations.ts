import type Database from 'better-sqlite3';
import { crc32 } from 'node:zlib';
import { closeSync, readSync } from 'node:fs';
import { FailureError } from '../../../preload/contract/failures.ts';
import { openPlainFile, ownFile } from '../system/textFile.ts';

export type Migration = (database: Database.Database) => void;

/** Offsets of a database file's formats and `user_version` (SQLite file format, "Database header"). */
const [journalFormats, schemaFormat, versionOffset] = [[18, 19], 44, 60] as const;

/** Rejects a file of a newer app, without opening it as a database. */
export function refuseNewerFile(path: string, migrations: readonly Migration[]): void {
  const version = readDatabaseVersion(path);
  if (version !== null) refuseNewer(version, migrations);
}

/** Returns the version in a database file without opening it; null if there is no valid one. */
export function readDatabaseVersion(path: string): number | null {
  const header = Buffer.alloc(versionOffset + 4);
  const file = openPlainFile(path, ownFile);
  try {
    if (readSync(file, header, 0, header.length, 0) < header.length) return null;
  } finally {
    closeSync(file);
  }
  const version = header.readInt32BE(versionOffset);
  const isKnown =
    header.toString('latin1', 0, 15) === 'SQLite format 3' &&
    journalFormats.every((at) => header[at] === 1 || header[at] === 2) &&
    header.readUInt32BE(schemaFormat) <= 4;
  return isKnown && version >= 0 ? version : null;
}

export function migrate(database: Database.Database, migrations: readonly Migration[]): void {
  const version = (): number => Number(database.pragma('user_version', { simple: true }));
  refuseNewer(version(), migrations);
  if (version() === migrations.length) return;
  database
    .transaction(() => {
      // Another process may have run some before the lock was taken.
      for (const migration of migrations.slice(version())) migration(database);
      database.pragma(`user_version = ${migrations.length.toString()}`);
      database.pragma(`application_id = ${schemaSum(database).toString()}`);
    })
    .immediate();
}

/** True if tables, indexes and triggers are exactly those of the migrations. */
export function hasOwnSchema(database: Database.Database): boolean {
  return database.pragma('application_id', { simple: true }) === schemaSum(database);
}

/** Returns a checksum for the header's application id, without additions by SQLite and users. */
function schemaSum(database: Database.Database): number {
  const rows = database
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema WHERE type <> 'view' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name`,
    )
    .raw()
    .all();
  return crc32(JSON.stringify(rows)) | 0;
}

function refuseNewer(version: number, migrations: readonly Migration[]): void {
  if (version <= migrations.length) return;
  throw new FailureError({
    code: 'newer-data',
    message:
      'The data on this computer was written by a newer version of RWA Explorer. Install that version, or start this one with another data folder. Nothing was changed.',
    detail: `The database has version ${version.toString()}, this app knows ${migrations.length.toString()}.`,
  });
}
