import { dayMs } from '../../../preload/contract/days.ts';
import Database from 'better-sqlite3';
import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { FailureError } from '../../../preload/contract/failures.ts';
import { settingsSchema, type Settings } from '../../../preload/contract/settings.ts';
import { storageFailure } from '../files/failures.ts';
import { openDatabase, type OpenedDatabase } from '../files/openDatabase.ts';
import type { Migration } from '../files/migrations.ts';
import { makePrivateFile } from '../files/privateFiles.ts';
import type { StoredConnection } from '../storeTypes.ts';
import { openThings, thingsTable, type Things } from './things.ts';

/** The database of the user's own things, `user.db`, and its daily copy, `user-copy.db`. */
export interface UserDatabase {
  readonly notices: readonly string[];
  readSettings(): Settings;
  writeSettings(settings: Settings): void;
  listConnections(): StoredConnection[];
  saveConnection(connection: StoredConnection): void;
  readActiveConnection(): string | null;
  writeActiveConnection(id: string | null): void;
  readonly things: Things;
  noteDamage(): void;
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

export function openUserDatabase(folder: string): UserDatabase {
  const path = join(folder, 'user.db');
  const copy = join(folder, 'user-copy.db');
  const opened = openDatabase({
    path,
    migrations,
    synchronous: 'full',
    alwaysCheck: true,
    replace: (setAsideAs) => {
      if (!isSound(copy)) {
        return `Settings and connections were damaged. They were set aside as ${setAsideAs}; the app starts with new ones.`;
      }
      copyFileSync(copy, path);
      return `Settings and connections were damaged. They were set aside as ${setAsideAs} and restored from the last daily copy.`;
    },
  });
  return operations({ ...opened, notices: [...opened.notices, ...keepDailyCopy(opened, copy)] });
}

function operations({ database, ...opened }: OpenedDatabase): UserDatabase {
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
    ...opened,
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

function isSound(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    const database = new Database(path, { readonly: true });
    try {
      return database.pragma('integrity_check(1)', { simple: true }) === 'ok';
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/**
 * At most one copy a day, made whole before it takes the place of the last one. Returns a sentence where none could be made,
 * which keeps nobody from the data themselves.
 */
function keepDailyCopy({ database }: OpenedDatabase, copy: string): string[] {
  if (existsSync(copy) && Math.abs(Date.now() - statSync(copy).mtimeMs) < dayMs) return [];
  const unfinished = `${copy}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    makePrivateFile(unfinished);
    database.prepare('VACUUM INTO ?').run(unfinished);
    renameSync(unfinished, copy);
    return [];
  } catch (error) {
    rmSync(unfinished, { force: true });
    const failure = storageFailure(error);
    if (!(failure instanceof FailureError)) throw error;
    return [`Today’s copy of settings and saved things could not be made. ${failure.message}`];
  }
}
