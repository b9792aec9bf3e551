import type { Migration } from '../../platform/sqlite/migrations.ts';
import { remaindersTable } from '../query/exact.ts';

/**
 * The fixed tables of a cache. Those of the resources come from the catalogue (see `resourceTables.ts`).
 *
 * `fetches`: one row for each answer of the service; pages and records name theirs. `pages`: the keys of the records of each
 * answered page, in order. `aggregates`: answers of the aggregate endpoints, `head` as JSON, `days` and `figures` as the
 * bytes of their typed arrays. `catalogue`: what the tables of the resources, and the stored views, were made from. `syncs`: the unfinished ones;
 * `since` is the last fetch before them. `complete`: what finished syncs have made complete. `vanished`: records that a sync
 * no longer saw. `rests`: what numbers are more than a double holds. `last_list`: the list that the window showed last, as it requested it.
 */
export const cacheMigrations: readonly Migration[] = [
  (database) => {
    database.exec(`
      CREATE TABLE fetches (key INTEGER PRIMARY KEY, at INTEGER NOT NULL, request TEXT NOT NULL) STRICT;
      CREATE TABLE pages (
        resource TEXT NOT NULL,
        query TEXT NOT NULL,
        fetch INTEGER NOT NULL,
        records TEXT NOT NULL,
        pagination TEXT NOT NULL,
        applied TEXT NOT NULL,
        PRIMARY KEY (resource, query)
      ) STRICT;
      CREATE TABLE metadata (resource TEXT PRIMARY KEY, metadata TEXT NOT NULL, fetched_at INTEGER NOT NULL) STRICT;
      CREATE TABLE budgets (endpoint TEXT PRIMARY KEY, tokens REAL NOT NULL, at REAL NOT NULL) STRICT;
      CREATE TABLE catalogue (resource TEXT PRIMARY KEY, shape TEXT NOT NULL) STRICT;
    `);
  },
  (database) => {
    database.exec(`
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
        PRIMARY KEY (resource, shape, query, since)
      ) STRICT;
      CREATE INDEX aggregates_at ON aggregates (at);
    `);
  },
  (database) => {
    database.exec(`
      ALTER TABLE pages ADD COLUMN etag TEXT;
      ALTER TABLE pages ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0;
      CREATE TABLE syncs (
        resource TEXT NOT NULL,
        filter TEXT NOT NULL,
        state TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        since INTEGER NOT NULL,
        progress TEXT NOT NULL,
        PRIMARY KEY (resource, filter)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE complete (
        resource TEXT NOT NULL,
        filter TEXT NOT NULL,
        as_of INTEGER NOT NULL,
        count INTEGER NOT NULL,
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
    `);
  },
  (database) => {
    database.exec(remaindersTable);
    database.exec('ALTER TABLE budgets ADD COLUMN uptime REAL');
    database.exec(`ALTER TABLE pages ADD COLUMN notes TEXT NOT NULL DEFAULT '[]'`);
  },
  (database) => {
    database.exec(
      'CREATE TABLE last_list (only INTEGER PRIMARY KEY CHECK (only = 1), request TEXT NOT NULL) STRICT',
    );
  },
  (database) => {
    const isThere = database
      .prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'watch_members'`)
      .pluck()
      .get();
    if (isThere === undefined) return;
    for (const column of ['kind INTEGER', 'dollars REAL', 'sender INTEGER', 'recipient INTEGER'])
      database.exec(`ALTER TABLE watch_members ADD COLUMN ${column}`);
    // `installWatch` makes it again, and has the members filled.
    database.exec('DROP TRIGGER IF EXISTS watch_gone');
  },
  (database) => {
    const isThere = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'watch_lists'`).get();
    // `installWatch` counts the members.
    if (isThere !== undefined)
      database.exec('ALTER TABLE watch_lists ADD COLUMN count INTEGER NOT NULL DEFAULT 0');
  },
];
