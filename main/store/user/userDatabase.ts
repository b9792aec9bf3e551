import { dirname, join } from 'node:path';
import { z } from 'zod';
import { FailureError } from '../../../preload/contract/failures.ts';
import { settingsSchema, type Settings } from '../../../preload/contract/settings.ts';
import { storageFailure } from '../../platform/sqlite/failures.ts';
import { lockFile } from '../../platform/sqlite/fileLock.ts';
import { openDatabase, setAside, type OpenedDatabase } from '../../platform/sqlite/openDatabase.ts';
import type { Migration } from '../../platform/sqlite/migrations.ts';
import { removeUnfinished } from '../../platform/sqlite/wholeFile.ts';
import type { StoredConnection } from '../storeTypes.ts';
import { copiesFolder, makeCopy, momentOf, newestSound, restoreCopy } from './copies.ts';
import { restoreIfUnusable, restoreNow, withCopy } from './restore.ts';
import { openDocuments, documentsTable } from './userDocuments.ts';

/** The database of the user's documents, `user.db`, and its dated copies (see `copies.ts`). */
export interface UserDatabase {
  readonly notices: readonly string[];
  readonly data: ReturnType<typeof dataIn>;
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
        base_url TEXT NOT NULL
      ) STRICT;
      ${documentsTable}
    `);
  },
];

const activeSchema = z.string().nullable().catch(null);
const connectionsSchema = z.array(z.object({ id: z.string(), name: z.string(), baseUrl: z.string() }));

export function userDatabasePath(folder: string): string {
  return join(folder, 'user.db');
}

/** How long to wait for another process that opens, restores or copies the database. */
const waitMs = 15_000;

/**
 * Opens `user.db`. One that is missing, cut short, damaged or without a version is restored from the newest sound copy.
 * @param restore names a copy to put into the place of what is there, or `newest`
 * @throws FailureError `newer-data` for a database of a newer app, with the time of the copy that could take its place
 */
export function openUserDatabase(folder: string, restore?: string): UserDatabase {
  const path = userDatabasePath(folder);
  const opened = alone(folder, () => openNow(path, restore));
  const version = migrations.length;

  /** Returns a sentence where no copy could be made; the data open all the same. */
  function copy(now: number, olderThanMs: number): string[] {
    try {
      alone(folder, () => {
        makeCopy(opened.database, path, { version, now, olderThanMs });
      });
      return [];
    } catch (error) {
      const failure = storageFailure(error, folder);
      if (!(failure instanceof FailureError)) throw error;
      return [`Settings and saved items could not be copied. ${failure.message}`];
    }
  }

  return {
    notices: opened.notices,
    data: dataIn(opened),
    copy,
    noteDamage() {
      opened.noteDamage();
    },
    close() {
      copy(Date.now(), 0);
      opened.close();
    },
  };
}

/** Does something that no other process may do at the same time, nor open the database meanwhile. */
function alone<T>(folder: string, work: () => T): T {
  const lock = lockFile(join(folder, 'user.lock'), waitMs);
  try {
    return work();
  } finally {
    lock.release();
  }
}

function openNow(path: string, restore: string | undefined): OpenedDatabase {
  const folder = dirname(path);
  for (const one of [folder, copiesFolder(folder)]) removeUnfinished(one);
  const version = migrations.length;
  try {
    const before =
      restore === undefined ? restoreIfUnusable(path, version) : restoreNow(path, restore, version);
    const opened = openDatabase({
      path,
      migrations,
      journal: 'rollback',
      alwaysCheck: true,
      replace: () => {
        const copy = newestSound(path, version);
        const aside = copy === null ? setAside(path) : (restoreCopy(path, copy) ?? '');
        const damaged = `Settings, connections and saved items were damaged. They were set aside as ${aside}`;
        return copy === null
          ? `${damaged}; there is no copy, and the app starts with new ones.`
          : `${damaged} and restored from the copy of ${momentOf(copy)}.`;
      },
    });
    return { ...opened, notices: [...before, ...opened.notices] };
  } catch (error) {
    throw withCopy(error, path, version);
  }
}

/** The user's settings, connections and documents, written so that they survive a power cut. */
function dataIn({ database }: OpenedDatabase) {
  const readFact = database.prepare('SELECT value FROM facts WHERE name = ?').pluck();
  const writeFact = database.prepare(
    'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const listed = database.prepare('SELECT id, name, base_url AS baseUrl FROM connections ORDER BY position');
  const save = database.prepare(
    `INSERT INTO connections (id, name, base_url) VALUES (:id, :name, :baseUrl)
     ON CONFLICT (id) DO UPDATE SET name = :name, base_url = :baseUrl`,
  );
  return {
    ...openDocuments(database),
    /** Settings that are missing or no longer valid take their defaults. */
    readSettings: (): Settings => settingsSchema.parse(parseFact(readFact.get('settings')) ?? {}),
    writeSettings(settings: Settings): void {
      writeFact.run('settings', JSON.stringify(settings));
    },
    /** In the order in which they were first saved. */
    listConnections: (): StoredConnection[] => connectionsSchema.parse(listed.all()),
    /** Adds a connection, or replaces the one with the same id. */
    saveConnection(connection: StoredConnection): void {
      save.run(connection);
    },
    readActiveConnection: (): string | null =>
      activeSchema.parse(parseFact(readFact.get('activeConnection'))),
    writeActiveConnection(id: string | null): void {
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
