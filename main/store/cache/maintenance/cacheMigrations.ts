import type { Migration } from '../../../platform/sqlite/migrations.ts';
import { resourceNames, resources } from '../../../../preload/contract/resources.ts';
import { installHistory } from '../../history/historyTables.ts';
import { newerRowsTable } from '../../records/newerRows.ts';
import { remaindersTable } from '../../query/exact.ts';
import { installSearch } from '../../search/searchTables.ts';
import { watchTables } from '../../watchlists/watchTables.ts';
import { resourceStatements } from '../../records/resourceTables.ts';
import { twinsTable } from '../../records/twins.ts';

/**
 * The fixed tables of a cache.
 *
 * `fetches`: one row for each answer of the service; pages and records name theirs. `pages`: the keys of each
 * page's records, in order. `aggregates`: answers of the aggregate endpoints, `head` as JSON, `days` and
 * `figures` as the bytes of their typed arrays. `syncs`: unfinished ones; `since` is the last fetch before
 * them. `complete`: results of finished syncs, with `shortfalls` if incomplete. `vanished`: records that a
 * sync no longer saw. `rests`: the part of numbers beyond a double. `newer_rows`: see `newerRows.ts`.
 */
const fixedTables = `
  CREATE TABLE fetches (key INTEGER PRIMARY KEY, at INTEGER NOT NULL, request TEXT NOT NULL, sync INTEGER) STRICT;
  CREATE TABLE pages (
    resource TEXT NOT NULL,
    query TEXT NOT NULL,
    fetch INTEGER NOT NULL,
    records TEXT NOT NULL,
    pagination TEXT NOT NULL,
    applied TEXT NOT NULL,
    notes TEXT NOT NULL,
    etag TEXT,
    used_at INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (resource, query)
  ) STRICT;
  CREATE TABLE metadata (resource TEXT PRIMARY KEY, metadata TEXT NOT NULL, fetched_at INTEGER NOT NULL) STRICT;
  CREATE TABLE budgets (endpoint TEXT PRIMARY KEY, tokens REAL NOT NULL, at REAL NOT NULL, uptime REAL) STRICT;
  CREATE TABLE aggregates (
    resource TEXT NOT NULL,
    shape TEXT NOT NULL,
    query TEXT NOT NULL,
    since REAL NOT NULL,
    at INTEGER NOT NULL,
    request TEXT NOT NULL,
    head TEXT NOT NULL,
    days BLOB NOT NULL,
    figures BLOB NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (resource, shape, query, since)
  ) STRICT;
  CREATE INDEX aggregates_at ON aggregates (at);
  CREATE TABLE syncs (
    resource TEXT NOT NULL,
    filter TEXT NOT NULL,
    state TEXT NOT NULL,
    owner TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    since INTEGER NOT NULL,
    progress TEXT NOT NULL,
    PRIMARY KEY (resource, filter)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE complete (
    resource TEXT NOT NULL,
    filter TEXT NOT NULL,
    as_of INTEGER NOT NULL,
    until INTEGER NOT NULL,
    count INTEGER NOT NULL,
    left_out TEXT NOT NULL,
    changed INTEGER NOT NULL,
    evidence TEXT NOT NULL,
    shortfalls TEXT NOT NULL,
    PRIMARY KEY (resource, filter)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE vanished (
    resource TEXT NOT NULL,
    id TEXT NOT NULL,
    record TEXT NOT NULL,
    fetched_at INTEGER NOT NULL,
    noticed_at INTEGER NOT NULL,
    PRIMARY KEY (resource, id)
  ) STRICT, WITHOUT ROWID;
`;

/** The tables of a cache. After a release, a change of the catalogue's resources needs a migration. */
export const cacheMigrations: readonly Migration[] = [
  (database) => {
    database.exec(fixedTables);
    database.exec(remaindersTable);
    database.exec(newerRowsTable);
    for (const name of resourceNames)
      for (const statement of resourceStatements(resources[name])) database.exec(statement);
    installHistory(database);
    installSearch(database);
    database.exec(watchTables);
    database.exec(twinsTable);
  },
];
