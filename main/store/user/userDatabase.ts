import type Database from 'better-sqlite3';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Json } from '../../../preload/contract/json.ts';
import { settingsSchema, type Settings } from '../../../preload/contract/settings.ts';
import { storageFailure } from '../../platform/sqlite/failures.ts';
import { lockFile } from '../../platform/sqlite/fileLock.ts';
import {
  openDatabase,
  quarantine,
  type DatabaseOptions,
  type OpenedDatabase,
} from '../../platform/sqlite/openDatabase.ts';
import { removeUnfinished } from '../../platform/sqlite/atomicFile.ts';
import type { StoredConnection } from '../storeTypes.ts';
import { copiesFolder, makeCopy, momentOf, newerDamaged, newestSound, restoreCopy } from './copies.ts';
import { mendDocuments, takeOver } from './mendDocuments.ts';
import { restoreIfUnusable, restoreNow, withCopy } from './restore.ts';
import { migrations, openDocuments } from './userDocuments.ts';

/** The database of the user's documents, `user.db`, and its dated copies (see `copies.ts`). */
export type UserDatabase = ReturnType<typeof openUserDatabase>;

const activeSchema = z.string().nullable().catch(null);
const connectionSchema = z.object({ name: z.string(), baseUrl: z.string(), position: z.number() });

export function userDatabasePath(folder: string): string {
  return join(folder, 'user.db');
}

/** Milliseconds to wait for another process that opens, restores or copies the database. */
const waitMs = 15_000;

/**
 * Opens `user.db`. If it is missing, truncated, damaged or without a version, restores it from the newest
 * sound copy.
 * @param readOnly true if the folder is read-only: nothing is repaired, restored or copied
 * @param restore name of a copy to restore, or `newest`
 * @throws FailureError `newer-data` for a database of a newer app, with the time of the copy that could
 * replace it
 */
export function openUserDatabase(folder: string, readOnly = false, restore?: string) {
  const path = userDatabasePath(folder);
  const opened = readOnly
    ? openDatabase(optionsFor(path, true))
    : withLock(folder, () => openNow(path, restore));
  const untold: string[] = [...opened.notices];

  function attempt(work: () => void, problem: string): void {
    try {
      work();
    } catch (error) {
      const failure = storageFailure(error, folder);
      if (!(failure instanceof FailureError)) throw error;
      untold.push(`${problem} ${failure.message}`);
    }
  }
  const mend = (): void => {
    attempt(() => {
      untold.push(...mendDocuments(opened.database, path));
    }, 'Some settings or saved items are damaged and could not be restored.');
  };
  /**
   * Repairs damage, and makes a copy if something changed and the last one is old enough. Returns messages on
   * repairs since the last time, and on a failed copy.
   */
  const copy = (now: number, olderThanMs: number): string[] => {
    mend();
    if (readOnly) return untold.splice(0);
    attempt(() => {
      withLock(folder, () => {
        makeCopy(opened.database, path, { now, olderThanMs });
      });
    }, 'Settings and saved items could not be copied.');
    return untold.splice(0);
  };

  mend();
  return {
    notices: untold.splice(0),
    data: dataIn(opened.database, mend),
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

function withLock<T>(folder: string, work: () => T): T {
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
  try {
    const before =
      restore === undefined ? restoreIfUnusable(path) : { notices: restoreNow(path, restore), damaged: null };
    let { damaged } = before;
    const opened = openDatabase({
      ...optionsFor(path, false),
      replace: () => {
        const copy = newestSound(path);
        damaged = copy === null ? quarantine(path) : (restoreCopy(path, copy) ?? '');
        const what = `Settings, connections and saved items were damaged. They were set aside as ${damaged}`;
        return copy === null
          ? `${what}; no copy is intact, and the app starts with new ones.`
          : `${what} and restored from the copy of ${momentOf(copy)}.`;
      },
    });
    const wasLost = damaged !== null || before.notices.length > 0;
    const taken =
      damaged === null ? [] : takeOver(join(folder, damaged), 'the damaged file', opened.database);
    // Unless the user chose what to restore.
    if (wasLost && restore === undefined)
      for (const copy of newerDamaged(path))
        taken.push(...takeOver(copy.path, `the damaged copy of ${momentOf(copy)}`, opened.database));
    return { ...opened, notices: [...before.notices, ...opened.notices, ...taken] };
  } catch (error) {
    throw withCopy(error, path);
  }
}

function optionsFor(path: string, readOnly: boolean): DatabaseOptions {
  return { path, migrations, journal: 'rollback', alwaysCheck: true, readOnly, replace: quarantine };
}

/** Settings and the active connection are documents whose kind is their id. */
const singles = { settings: 'settings', active: 'active-connection' } as const;

/** The user's settings, connections and documents; writes survive a power failure. */
function dataIn(database: Database.Database, mend: () => void) {
  const documents = openDocuments(database, mend);
  const readSingle = (kind: string): unknown => documents.listDocuments(kind)[0]?.value;
  const writeSingle = (kind: string, value: Json): void => {
    documents.changeDocuments([{ kind, id: kind, value }]);
  };
  /** In the order in which they were first saved. */
  const connections = () =>
    documents
      .listDocuments('connection')
      .map(({ id, value }) => ({ id, ...connectionSchema.parse(value) }))
      .sort((a, b) => a.position - b.position);
  return {
    ...documents,
    /** Missing or invalid settings take their defaults. */
    readSettings: (): Settings => settingsSchema.parse(readSingle(singles.settings) ?? {}),
    writeSettings(settings: Settings): void {
      writeSingle(singles.settings, settings);
    },
    listConnections: (): StoredConnection[] =>
      connections().map(({ id, name, baseUrl }) => ({ id, name, baseUrl })),
    saveConnection({ id, name, baseUrl }: StoredConnection): void {
      const known = connections();
      const position = known.find((one) => one.id === id)?.position ?? (known.at(-1)?.position ?? 0) + 1;
      documents.changeDocuments([{ kind: 'connection', id, value: { name, baseUrl, position } }]);
    },
    readActiveConnection: (): string | null => activeSchema.parse(readSingle(singles.active)),
    writeActiveConnection(id: string | null): void {
      writeSingle(singles.active, id);
    },
  };
}
