import Database from 'better-sqlite3';

/** How a thread enters a state of the database that another one reads too. */
export type BeginRead = (database: Database.Database) => void;

/** Begins to read: everything read until the end of the transaction is of this one state. */
export const beginRead: BeginRead = (database) => {
  database.exec('BEGIN');
  // SQLite takes its snapshot at the first read.
  database.prepare('SELECT count(*) FROM sqlite_schema').get();
};

/**
 * Numbers on shared memory by which two threads enter the same state: how often the leader has asked the follower to begin (0),
 * how often the follower has begun (1), and what came of it (2).
 */
export const snapshotNumbers = 3;
const asked = 0;
const begun = 1;
const outcome = 2;
const isShared = 1;
const isApart = 2;

/** Every try takes well below a millisecond; a writer that commits within each of so many does not rest. */
const tries = 200;
/** While waiting for the other thread it is looked so often whether to stop. */
const waitMs = 50;

/**
 * The leader's part. Both threads begin between two looks at SQLite's counter of commits: where it stands still, no commit lies
 * between the two beginnings. Rule: SQLite, `PRAGMA data_version`, which counts the commits of all other connections.
 * @returns whether the follower reads the same state.
 */
export function beginAsLeader(
  path: string,
  database: Database.Database,
  shared: Int32Array,
  checkStopped: () => void,
): boolean {
  const watcher = new Database(path, { readonly: true, timeout: 5000 });
  const commits = (): unknown => watcher.pragma('data_version', { simple: true });
  try {
    for (let round = 1; round <= tries; round += 1) {
      if (round > 1) database.exec('COMMIT');
      const before = commits();
      beginRead(database);
      tell(shared, asked, round);
      awaitNumber(shared, begun, round, checkStopped);
      if (commits() === before) {
        tell(shared, outcome, isShared);
        return true;
      }
    }
    tell(shared, outcome, isApart);
    return false;
  } finally {
    watcher.close();
  }
}

/** The follower's part. @returns whether it reads what the leader reads. */
export function beginAsFollower(
  database: Database.Database,
  shared: Int32Array,
  checkStopped: () => void,
): boolean {
  let round = 0;
  for (;;) {
    const settled = Atomics.load(shared, outcome);
    if (settled !== 0) return settled === isShared;
    const now = Atomics.load(shared, asked);
    if (now === round) {
      // Both numbers may change: a short wait for the one, and a look at the other.
      Atomics.wait(shared, asked, round, 1);
      checkStopped();
      continue;
    }
    if (round > 0) database.exec('COMMIT');
    beginRead(database);
    round = now;
    tell(shared, begun, round);
  }
}

function tell(shared: Int32Array, place: number, value: number): void {
  Atomics.store(shared, place, value);
  Atomics.notify(shared, place);
}

function awaitNumber(shared: Int32Array, place: number, value: number, checkStopped: () => void): void {
  for (let now = Atomics.load(shared, place); now < value; now = Atomics.load(shared, place)) {
    Atomics.wait(shared, place, now, waitMs);
    checkStopped();
  }
}
