import type Database from 'better-sqlite3';

/**
 * What a cache stores of watchlists:
 *
 * - `watch_lists`: each list with the filter that its members match, and how far it was fetched;
 * - `watch_members`: which transactions belong to which list. `state`: 0 its past, 1 new and unread, 2 new and read. `day` counts
 *   from 1970-01-01 UTC, `time` is that of the transaction and `at` when it arrived, both in milliseconds. Clustered by list
 *   and day, since that is how it is read;
 * - `watch_events`: what happened to a list;
 * - `watch_hits`: what new transactions have raised and the log of alerts does not have yet. Written together with the members, so
 *   that no end of the process loses one;
 * - `watch_counted`: the transactions that an alert on a sum has counted;
 * - `watch_marks`: when the user last looked.
 *
 * A transaction that leaves the cache leaves its lists.
 */
const statements = `
  CREATE TABLE IF NOT EXISTS watch_lists (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    filter TEXT,
    synced TEXT,
    synced_at INTEGER,
    checked_at INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS watch_members (
    list INTEGER NOT NULL,
    day INTEGER NOT NULL,
    key INTEGER NOT NULL,
    time INTEGER NOT NULL,
    at INTEGER NOT NULL,
    state INTEGER NOT NULL,
    PRIMARY KEY (list, day, key)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX IF NOT EXISTS watch_members_key ON watch_members (key, list);
  CREATE INDEX IF NOT EXISTS watch_members_new ON watch_members (list, at, state) WHERE state > 0;
  CREATE INDEX IF NOT EXISTS watch_members_unread ON watch_members (list, day) WHERE state = 1;
  CREATE TABLE IF NOT EXISTS watch_events (
    list INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    count INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS watch_events_list ON watch_events (list, at);
  CREATE TABLE IF NOT EXISTS watch_hits (
    number INTEGER PRIMARY KEY,
    alert TEXT NOT NULL,
    at INTEGER NOT NULL,
    hit TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS watch_counted (
    alert TEXT NOT NULL,
    key INTEGER NOT NULL,
    PRIMARY KEY (alert, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS watch_marks (name TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
  CREATE TRIGGER IF NOT EXISTS watch_gone AFTER DELETE ON "transactions" BEGIN
    DELETE FROM watch_members WHERE key = OLD._key;
  END;
`;

/** Creates what is missing. Call it when the table of transactions is as it should be: a trigger goes with its table. */
export function installWatch(database: Database.Database): void {
  database.exec(statements);
}

/** What a member is to its list. */
export const memberStates = { past: 0, unread: 1, read: 2 } as const;
