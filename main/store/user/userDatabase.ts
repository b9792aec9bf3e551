import { join } from 'node:path';
import { z } from 'zod';
import { FailureError } from '../../../preload/contract/failures.ts';
import { settingsSchema, type Settings } from '../../../preload/contract/settings.ts';
import { storageFailure } from '../../platform/sqlite/failures.ts';
import { lockFile } from '../../platform/sqlite/fileLock.ts';
import { openDatabase, type OpenedDatabase } from '../../platform/sqlite/openDatabase.ts';
import type { Migration } from '../../platform/sqlite/migrations.ts';
import { removeUnfinished } from '../../platform/sqlite/wholeFile.ts';
import type { StoredConnection } from '../storeTypes.ts';
import { adoptEarlierCopy, makeCopy, momentOf, newestSound, restoreCopy } from './copies.ts';
import { decryptDatabase, encryptDatabase, encryptLeftovers, removeTwins } from './encryption.ts';
import { refuseWhileOpen, restoreIfUnusable, restoreNow, withCopy } from './restore.ts';
import { openDocuments, documentsTable } from './userDocuments.ts';
import type { UserCipher } from './userCipher.ts';
import { accessOf, copiesFolder, currentFile, listOthers, type UserAccess } from './userFiles.ts';

/** The database of the user's documents, `user.db`, and its dated copies (see `copies.ts`). */
export interface UserDatabase {
  readonly notices: readonly string[];
  /** The contents. To be read again after encryption was turned on or off. */
  readonly data: ReturnType<typeof dataIn>;
  /** Makes a copy where something has changed and the last one is so old; returns what hindered it, in sentences. */
  copy(now: number, olderThanMs: number): string[];
  /** The id of the key that the database is encrypted with; null in the clear. */
  readonly keyId: string | null;
  /**
   * Encrypts the database, its copies and what was set aside; nothing stays in the clear. Returns what could not be done, in sentences.
   * @throws FailureError `storage` while another process has it open, or where it cannot be written: it stays as it was
   */
  encrypt(cipher: UserCipher): string[];
  /** The way back, on the same terms. Returns whether some file is too damaged, and stays encrypted. */
  decrypt(): { someStay: boolean };
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
    database.exec(documentsTable);
  },
  (database) => {
    database.exec('ALTER TABLE connections DROP COLUMN key_name');
  },
];

const activeSchema = z.string().nullable().catch(null);
const connectionsSchema = z.array(z.object({ id: z.string(), name: z.string(), baseUrl: z.string() }));

/** How long to wait for another process that opens, restores or copies the database. */
const waitMs = 15_000;

export interface UserDatabaseOptions {
  /** Names a copy to put into the place of what is there, or `newest`. */
  readonly restore?: string | undefined;
  /** Opens the database where it is encrypted. */
  readonly cipher?: UserCipher | undefined;
}

/**
 * Opens `user.db`. One that is missing, cut short, damaged or without a version is restored from the newest sound copy.
 * @throws FailureError `newer-data` for a database of a newer app, with the time of the copy that could take its place; `locked` for
 * one that is encrypted with another key
 */
export function openUserDatabase(folder: string, options: UserDatabaseOptions = {}): UserDatabase {
  let opened = alone(folder, () => openNow(folder, options));
  let data = dataIn(opened);
  const version = migrations.length;

  /** Closes the database while its file is replaced, and opens whatever is there then. */
  function replaceFile(cipher: UserCipher, replace: (path: string) => void): void {
    const { path } = opened.access;
    opened.close();
    try {
      refuseWhileOpen(
        path,
        'Encryption can only be turned on or off while nothing else uses the app’s data.',
      );
      replace(path);
    } catch (error) {
      throw storageFailure(error);
    } finally {
      opened = openNow(folder, { cipher });
      data = dataIn(opened);
    }
  }

  /** Returns a sentence where no copy could be made; the data open all the same. */
  function copy(now: number, olderThanMs: number): string[] {
    try {
      alone(folder, () => {
        makeCopy(opened.database, opened.access, { version, now, olderThanMs });
      });
      return [];
    } catch (error) {
      const failure = storageFailure(error);
      if (!(failure instanceof FailureError)) throw error;
      return [`Settings and saved items could not be copied. ${failure.message}`];
    }
  }

  return {
    notices: opened.notices,
    get data() {
      return data;
    },
    get keyId() {
      return opened.access.keyId;
    },
    copy,
    encrypt: (cipher) =>
      alone(folder, () => {
        replaceFile(cipher, (path) => {
          encryptDatabase(path, cipher);
        });
        return [...opened.notices];
      }),
    decrypt: () =>
      alone(folder, () => {
        const { cipher } = opened;
        if (cipher === undefined) return { someStay: false };
        replaceFile(cipher, (path) => {
          decryptDatabase(folder, path, cipher);
        });
        return { someStay: listOthers(folder, 'encrypted').length > 0 };
      }),
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

type Opened = OpenedDatabase & { readonly access: UserAccess; readonly cipher: UserCipher | undefined };

function openNow(folder: string, { restore, cipher }: UserDatabaseOptions): Opened {
  for (const one of [folder, copiesFolder(folder)]) removeUnfinished(one);
  adoptEarlierCopy(folder);
  const access = accessTo(folder, cipher);
  const version = migrations.length;
  try {
    const before =
      restore === undefined ? restoreIfUnusable(access, version) : restoreNow(access, restore, version);
    const opened = openDatabase({
      path: access.path,
      open: access.open,
      migrations,
      journal: 'rollback',
      alwaysCheck: true,
      replace: (setAsideAs) => {
        const copy = newestSound(access, version);
        const damaged = `Settings, connections and saved items were damaged. They were set aside as ${setAsideAs}`;
        if (copy === null) return `${damaged}; there is no copy, and the app starts with new ones.`;
        restoreCopy(access, copy);
        return `${damaged} and restored from the copy of ${momentOf(copy)}.`;
      },
    });
    const notices = [...before, ...opened.notices];
    if (access.keyId === null || cipher === undefined) {
      removeTwins(folder);
      return { ...opened, notices, access, cipher: undefined };
    }
    notices.push(...encryptLeftovers(folder, access.path, cipher));
    return { ...opened, notices, access, cipher };
  } catch (error) {
    throw withCopy(error, access, version);
  }
}

/** @throws FailureError `locked` where the database is encrypted, and not with this key */
function accessTo(folder: string, cipher: UserCipher | undefined): UserAccess {
  const file = currentFile(folder);
  const access = accessOf(file, cipher);
  if (access !== null) return access;
  throw new FailureError({
    code: 'locked',
    message: 'Your settings and saved items are encrypted. Enter the recovery code to open them.',
    ...(file.keyId === null ? {} : { keyId: file.keyId }),
  });
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
