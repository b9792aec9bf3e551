/**
 * The tables of watchlists in a cache:
 *
 * - `watch_lists`: each list with the filter of its members, the filter of its last complete check
 *   (`synced`), when that began (`checked_at`) and the first day from which all members are known since
 *   (`complete_since`, null: all days), and the number of its members;
 * - `watch_members`: the transactions of each list. `state`: 0 its past, 1 new and unread, 2 new and read.
 *   `day` counts from 1970-01-01 UTC, `time` is that of the transaction and `at` when it arrived, both in
 *   milliseconds. Clustered by list and day, since it is read that way. Facts for figures are stored too:
 *   `dollars`, `kind` (0 other, 1 mint, 2 burn) and the numbers of its addresses, null without a sender or
 *   recipient;
 * - `watch_addresses`: the numbers of addresses by their `walletKey`, each as first spelled. A number stays
 *   when its last member goes, and is then unused;
 * - `watch_events`: events of a list;
 * - `watch_hits`: alerts of new transactions that the log of alerts does not have yet. Written together with
 *   the members, so that no end of the process loses one;
 * - `watch_counted`: the transactions that an alert on a sum has counted;
 * - `watch_marks`: the time of the user's last look.
 *
 * A transaction that leaves the cache leaves its lists. The tables of the resources must exist.
 */
export const watchTables = `
  CREATE TABLE watch_lists (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    filter TEXT,
    synced TEXT,
    checked_at INTEGER,
    complete_since TEXT,
    count INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE watch_members (
    list INTEGER NOT NULL,
    day INTEGER NOT NULL,
    key INTEGER NOT NULL,
    time INTEGER NOT NULL,
    at INTEGER NOT NULL,
    state INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    dollars REAL,
    sender INTEGER,
    recipient INTEGER,
    PRIMARY KEY (list, day, key)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX watch_members_key ON watch_members (key, list);
  CREATE INDEX watch_members_new ON watch_members (list, at, state) WHERE state > 0;
  CREATE INDEX watch_members_unread ON watch_members (list, day) WHERE state = 1;
  CREATE TABLE watch_addresses (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, address TEXT NOT NULL) STRICT;
  CREATE TABLE watch_events (
    list INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    count INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX watch_events_list ON watch_events (list, at);
  CREATE TABLE watch_hits (
    number INTEGER PRIMARY KEY,
    alert TEXT NOT NULL,
    at INTEGER NOT NULL,
    hit TEXT NOT NULL
  ) STRICT;
  CREATE TABLE watch_counted (
    alert TEXT NOT NULL,
    key INTEGER NOT NULL,
    PRIMARY KEY (alert, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE watch_marks (name TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
  CREATE TRIGGER watch_gone AFTER DELETE ON "transactions" BEGIN
    DELETE FROM watch_members WHERE key = OLD._key;
  END;
  CREATE TRIGGER watch_member_added AFTER INSERT ON watch_members BEGIN
    UPDATE watch_lists SET count = count + 1 WHERE number = NEW.list;
  END;
  CREATE TRIGGER watch_member_removed AFTER DELETE ON watch_members BEGIN
    UPDATE watch_lists SET count = count - 1 WHERE number = OLD.list;
  END;
`;

export const memberStates = { past: 0, unread: 1, read: 2 } as const;
