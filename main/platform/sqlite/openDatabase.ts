import Database from 'better-sqlite3';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FailureError, type Failure } from '../../../preload/contract/failures.ts';
import { isDamage, isFull } from './failures.ts';
import { hasRoomForLog } from './logRoom.ts';
import { hasOwnSchema, migrate, readDatabaseVersion, refuseNewerFile, type Migration } from './migrations.ts';
import { enter, inTurn, noteDamage, removeMarks, type OpenMarks } from './openMarks.ts';
import { makePrivateFile } from '../system/privateFile.ts';
import { databaseSuffixes, syncFolder } from './atomicFile.ts';

export interface DatabaseOptions {
  readonly path: string;
  readonly migrations: readonly Migration[];
  /**
   * `rollback`: a committed change is on the disk and in the file itself, so nothing is lost in a power
   * failure. `wal`: nothing is lost if the process dies, and readers do not wait.
   */
  readonly journal: 'rollback' | 'wal';
  readonly replace: (path: string) => string;
  /** True to check the file thoroughly at each start; else it is checked after an unclean end. */
  readonly alwaysCheck?: boolean;
  readonly readOnly: boolean;
}

export interface OpenedDatabase {
  readonly database: Database.Database;
  readonly notices: readonly string[];
  /** The mark of this process; `isOpenMarkHeld` returns whether it still has the file open. */
  readonly openedAs: string;
  noteDamage(): void;
  close(): void;
}

/** Size that a large write leaves of the write-ahead log. */
const maxLogBytes = 16 * 1024 * 1024;
const busyTimeoutMs = 5000;

export function openDatabase(options: DatabaseOptions): OpenedDatabase {
  const { path } = options;
  if (options.readOnly) return openForReading(options);
  makePrivateFile(path);
  refuseNewerFile(path, options.migrations);
  const { marks, mark } = enter(path);
  try {
    const { database, notices } = openSound(options, marks);
    removeMarks(marks.left);
    return {
      database,
      notices,
      openedAs: mark.name,
      noteDamage() {
        noteDamage(path);
      },
      close() {
        if (options.journal === 'wal') closeWithLog(database);
        else database.close();
        mark.remove();
      },
    };
  } catch (error) {
    mark.remove();
    throw error;
  }
}

function openForReading({ path, migrations, alwaysCheck }: DatabaseOptions): OpenedDatabase {
  if (!existsSync(path))
    throw new Database.SqliteError(`${basename(path)} is missing and cannot be made.`, 'SQLITE_READONLY');
  refuseNewerFile(path, migrations);
  const database = new Database(path, { readonly: true, timeout: busyTimeoutMs });
  try {
    if (alwaysCheck === true) checkIntegrity(database, 'thorough');
  } catch (error) {
    database.close();
    throw isDamage(error) ? new FailureError(damagedForReading(path), { cause: error }) : error;
  }
  return {
    database,
    notices: [],
    openedAs: '',
    noteDamage: () => undefined,
    close: () => database.close(),
  };
}

function damagedForReading(path: string): Failure {
  return {
    code: 'storage',
    message: `${path} is damaged, and its folder is not writable. Make the folder writable, then restart the app: it continues with an intact copy.`,
  };
}

function openSound(
  options: DatabaseOptions,
  marks: OpenMarks,
): { database: Database.Database; notices: string[] } {
  try {
    return {
      database: openChecked(options, checkNeeded(options, marks)),
      notices: [],
    };
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (marks.running > 0) {
      throw new FailureError(
        {
          code: 'storage',
          message: 'A database of the app is damaged. Close all windows of the app, then restart it.',
        },
        { cause: error },
      );
    }
    const notice = options.replace(options.path);
    return { database: openChecked(options, 'thorough'), notices: [notice] };
  }
}

type Check = 'none' | 'quick' | 'thorough';

/** Larger files would take too long: a million transactions take a minute. */
const thoroughLimitBytes = 64 * 1024 * 1024;

function checkNeeded({ path, alwaysCheck }: DatabaseOptions, { left, isDamageNoted }: OpenMarks): Check {
  if (alwaysCheck === true || isDamageNoted) return 'thorough';
  if (left.length === 0) return 'none';
  return statSync(path).size <= thoroughLimitBytes ? 'thorough' : 'quick';
}

function openChecked(options: DatabaseOptions, check: Check): Database.Database {
  makePrivateFile(options.path);
  const isNew = (): boolean => statSync(options.path).size === 0;
  if (!isNew() && readDatabaseVersion(options.path) === null)
    throw new Database.SqliteError('The header is that of no database.', 'SQLITE_NOTADB');
  let database = new Database(options.path, { timeout: busyTimeoutMs });
  try {
    if (options.journal === 'wal') {
      database.pragma('synchronous = OFF');
      // SQLite does not wait for a process that starts or ends a log; another may have created the file.
      database = inTurn(options.path, () => {
        if (isNew()) {
          returnSpace(database);
          // Through a log, the tables would take twice the space.
          database.pragma('journal_mode = MEMORY');
          migrate(database, options.migrations);
        }
        return withLog(database);
      });
      database.pragma('synchronous = NORMAL');
    } else {
      if (isNew()) returnSpace(database);
      database.pragma('journal_mode = DELETE');
      // EXTRA also syncs the folder once the journal is gone, and SQLite fails if the disk refuses that.
      // macOS needs `fullfsync` to flush the disk's own cache.
      database.pragma(`synchronous = ${syncFolder(dirname(options.path)) ? 'EXTRA' : 'FULL'}`);
      database.pragma('fullfsync = ON');
    }
    database.pragma(`journal_size_limit = ${maxLogBytes.toString()}`);
    if (check !== 'none') checkIntegrity(database, check);
    migrate(database, options.migrations);
    if (options.alwaysCheck === true ? !hasTablesOf(database, options.migrations) : !hasOwnSchema(database))
      throw new Database.SqliteError('The tables are not those of the app.', 'SQLITE_CORRUPT');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** On an existing database this writes, which a full disk does not allow. */
function returnSpace(database: Database.Database): void {
  database.pragma('auto_vacuum = INCREMENTAL');
}

/**
 * Uses a write-ahead log, so that readers do not wait. A full disk has no space for the log's files: then
 * each change goes to the file itself, and reading works.
 * @returns the connection to use; the given one may be closed
 */
function withLog(database: Database.Database): Database.Database {
  try {
    database.pragma('journal_mode = WAL');
    // Only reading creates the log's files.
    database.pragma('user_version');
    return database;
  } catch (error) {
    if (!isFull(error)) throw error;
  }
  database.close();
  // A single connection needs no shared-memory file. Source: https://sqlite.org/wal.html, “Use of WAL Without
  // Shared-Memory”.
  const alone = new Database(database.name, { timeout: busyTimeoutMs });
  try {
    alone.pragma('locking_mode = EXCLUSIVE');
    alone.pragma('journal_mode = MEMORY');
  } finally {
    alone.close();
  }
  return new Database(database.name, { timeout: busyTimeoutMs });
}

/** Keeps the log by a last read-only connection if the disk is too full to copy it into the file. */
function closeWithLog(database: Database.Database): void {
  let reader: Database.Database | undefined;
  try {
    if (hasRoomForLog(database)) leaveLog(database);
    else {
      reader = new Database(database.name, { readonly: true });
      reader.pragma('user_version');
    }
  } catch {
    // The file or its disk is gone, so there is nothing to copy into.
  }
  database.close();
  reader?.close();
}

/** A file without a log can be read on a read-only disk. Skipped while others use the file. */
function leaveLog(database: Database.Database): void {
  try {
    inTurn(database.name, () => {
      database.pragma('busy_timeout = 0');
      database.pragma('synchronous = OFF');
      database.pragma('journal_mode = MEMORY');
    });
  } catch {
    // In use, or the disk is full: the log stays, with its content.
  }
}

/** Returns whether the tables are those of the migrations. SQLite's check accepts any valid text. */
export function hasTablesOf(database: Database.Database, migrations: readonly Migration[]): boolean {
  const model = new Database(':memory:');
  try {
    migrate(model, migrations);
    const [own, expected] = [database, model].map((one) =>
      JSON.stringify(one.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all()),
    );
    return own === expected;
  } finally {
    model.close();
  }
}

/** True if SQLite finds the database file damaged, or a value of a type that its table refuses. */
export function isDamagedFile(path: string): boolean {
  const database = new Database(path, { readonly: true, timeout: 5000 });
  try {
    checkIntegrity(database, 'quick');
    return false;
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}

/** The quick check does not compare indexes with tables. */
function checkIntegrity(database: Database.Database, check: 'quick' | 'thorough'): void {
  const pragma = check === 'quick' ? 'quick_check(1)' : 'integrity_check(1)';
  const result = database.pragma(pragma, { simple: true });
  if (result !== 'ok') throw new Database.SqliteError(String(result), 'SQLITE_CORRUPT');
}

/** Deletes a database unless a process has it open; returns whether it is open. */
export function deleteDatabase(path: string): boolean {
  const { marks, mark } = enter(path);
  try {
    if (marks.running > 0) return false;
    for (const suffix of ['', ...databaseSuffixes]) rmSync(path + suffix, { force: true });
    removeMarks(marks.left);
    return true;
  } finally {
    mark.remove();
  }
}

export function quarantine(path: string, why: 'damaged' | 'replaced' = 'damaged'): string {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  const aside = join(dirname(path), `${basename(path, '.db')}.${why}-${stamp}.db`);
  for (const suffix of ['', ...databaseSuffixes]) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  return basename(aside);
}
