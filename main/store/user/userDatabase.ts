import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { FailureError } from '../../../preload/contract/failures.ts';
import { settingsSchema, type Settings } from '../../../preload/contract/settings.ts';
import { storageFailure } from '../files/failures.ts';
import { lockFile } from '../files/fileLock.ts';
import { openDatabase, setAside, type OpenedDatabase } from '../files/openDatabase.ts';
import { readDatabaseVersion, type Migration } from '../files/migrations.ts';
import { enter } from '../files/openMarks.ts';
import type { StoredConnection } from '../storeTypes.ts';
import { listCopies, makeCopy, momentOf, nameOf, newestSound, restoreCopy } from './copies.ts';
import { openThings, thingsTable, type Things } from './things.ts';

/** The database of the user's own things, `user.db`, and its dated copies (see `copies.ts`). */
export interface UserDatabase {
  readonly notices: readonly string[];
  readSettings(): Settings;
  writeSettings(settings: Settings): void;
  listConnections(): StoredConnection[];
  saveConnection(connection: StoredConnection): void;
  readActiveConnection(): string | null;
  writeActiveConnection(id: string | null): void;
  readonly things: Things;
  /** Makes a copy where something has changed and the last one is so old; returns what hindered it, in sentences. */
  copy(now: number, olderThanMs: number): string[];
  noteDamage(): void;
  /** Makes a copy of what has changed, and closes. */
  close(): void;
}

const migrations: readonly Migration[] = [
  (database) => {
    database.exec(`
      CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
      CREATE TABLE connections (
        position INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        base_url TEXT NOT NULL,
        key_name TEXT NOT NULL
      ) STRICT;
    `);
  },
  (database) => {
    database.exec(thingsTable);
  },
  (database) => {
    database.exec('ALTER TABLE connections DROP COLUMN key_name');
  },
];

const activeSchema = z.string().nullable().catch(null);
const connectionsSchema = z.array(z.object({ id: z.string(), name: z.string(), baseUrl: z.string() }));

/** How long to wait for another process that opens, restores or copies the database. */
const waitMs = 15_000;

/**
 * Opens `user.db`. One that is missing, cut short, damaged or without a version is restored from the newest sound copy.
 * @param restore names a copy to put into the place of what is there, or `newest`
 * @throws FailureError `newer-data` for a database of a newer app, with the time of the copy that could take its place
 */
export function openUserDatabase(folder: string, restore?: string): UserDatabase {
  const path = join(folder, 'user.db');
  const lock = lockFile(join(folder, 'user.lock'), waitMs);
  try {
    const before = restore === undefined ? restoreIfUnusable(folder, path) : restoreNow(path, restore);
    const opened = openDatabase({
      path,
      migrations,
      journal: 'rollback',
      alwaysCheck: true,
      replace: (setAsideAs) => {
        const copy = newestSound(path, migrations.length);
        const damaged = `Settings, connections and saved things were damaged. They were set aside as ${setAsideAs}`;
        if (copy === null) return `${damaged}; there is no copy, and the app starts with new ones.`;
        restoreCopy(path, copy);
        return `${damaged} and restored from the copy of ${momentOf(copy)}.`;
      },
    });
    return operations({ ...opened, notices: [...before, ...opened.notices] }, folder);
  } catch (error) {
    throw withCopy(error, path);
  } finally {
    lock.release();
  }
}

/** Brings the newest sound copy into the place of a file that cannot be the database; says so. */
function restoreIfUnusable(folder: string, path: string): string[] {
  const exists = existsSync(path) && statSync(path).size > 0;
  if (exists && (readDatabaseVersion(path) ?? 0) !== 0) return [];
  if (exists && readDatabaseVersion(path) === null && newestSound(path, migrations.length) === null)
    return [];
  const copy = newestSound(path, migrations.length);
  const what = `Settings, connections and saved things were ${exists ? 'damaged' : 'missing'}`;
  if (copy === null) {
    const wasUsed = readdirSync(folder).some((name) => /^cache-.*\.db$/.test(name));
    if (exists) return [`${what}, and there is no copy. They were set aside as ${setAside(path)}.`];
    return wasUsed ? [`${what}, and there is no copy: the app starts with new ones.`] : [];
  }
  refuseWhileOpen(path);
  const aside = exists ? `. They were set aside as ${setAside(path)}` : '';
  restoreCopy(path, copy);
  return [`${what}${aside} and were restored from the copy of ${momentOf(copy)}.`];
}

/** Puts a copy into the place of the database, which is set aside whatever it is. */
function restoreNow(path: string, wanted: string): string[] {
  const copy =
    wanted === 'newest'
      ? newestSound(path, migrations.length)
      : listCopies(path).find((one) => nameOf(one) === wanted);
  if (copy === undefined || copy === null) {
    throw new FailureError({
      code: 'not-found',
      message: wanted === 'newest' ? 'There is no sound copy to restore.' : `There is no copy “${wanted}”.`,
    });
  }
  refuseWhileOpen(path);
  const aside = existsSync(path) ? setAside(path, 'replaced') : null;
  restoreCopy(path, copy);
  const words = `Settings, connections and saved things were restored from the copy of ${momentOf(copy)}.`;
  return [aside === null ? words : `${words} Those before were set aside as ${aside}.`];
}

/** @throws FailureError `storage` where another process has the database open, and would write to what is set aside */
function refuseWhileOpen(path: string): void {
  const { marks, mark } = enter(path);
  mark.remove();
  if (marks.running === 0) return;
  throw new FailureError({
    code: 'storage',
    message:
      'Settings and saved things can only be restored while nothing uses them. Close all windows of the app, then try again.',
  });
}

function withCopy(error: unknown, path: string): unknown {
  if (!(error instanceof FailureError) || error.failure.code !== 'newer-data') return error;
  const copy = newestSound(path, migrations.length);
  if (copy === null) return error;
  return new FailureError({ ...error.failure, copyMadeAt: copy.madeAt }, { cause: error });
}

function operations({ database, ...opened }: OpenedDatabase, folder: string): UserDatabase {
  const path = join(folder, 'user.db');
  const readFact = database.prepare('SELECT value FROM facts WHERE name = ?').pluck();
  const writeFact = database.prepare(
    'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const listed = database.prepare('SELECT id, name, base_url AS baseUrl FROM connections ORDER BY position');
  const save = database.prepare(
    `INSERT INTO connections (id, name, base_url) VALUES (:id, :name, :baseUrl)
     ON CONFLICT (id) DO UPDATE SET name = :name, base_url = :baseUrl`,
  );
  /** Returns a sentence where no copy could be made, which keeps nobody from the data themselves. */
  function copy(now: number, olderThanMs: number): string[] {
    try {
      const lock = lockFile(join(folder, 'user.lock'), waitMs);
      try {
        makeCopy(database, path, { version: migrations.length, now, olderThanMs });
      } finally {
        lock.release();
      }
      return [];
    } catch (error) {
      const failure = storageFailure(error);
      if (!(failure instanceof FailureError)) throw error;
      return [`Settings and saved things could not be copied. ${failure.message}`];
    }
  }

  return {
    ...opened,
    copy,
    close() {
      copy(Date.now(), 0);
      opened.close();
    },
    things: openThings(database),
    readSettings: () => settingsSchema.parse(parseFact(readFact.get('settings')) ?? {}),
    writeSettings(settings) {
      writeFact.run('settings', JSON.stringify(settings));
    },
    listConnections: () => connectionsSchema.parse(listed.all()),
    saveConnection(connection) {
      save.run(connection);
    },
    readActiveConnection: () => activeSchema.parse(parseFact(readFact.get('activeConnection'))),
    writeActiveConnection(id) {
      writeFact.run('activeConnection', JSON.stringify(id));
    },
  };
}

/** Undefined where the fact is missing or no JSON: the app opens with defaults rather than not at all. */
function parseFact(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
