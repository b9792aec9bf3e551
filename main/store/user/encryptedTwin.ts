import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { isDamage } from '../../platform/sqlite/failures.ts';
import { openPlainFile, type OpenFile } from '../../platform/sqlite/openFile.ts';
import { databaseSuffixes, writeWhole } from '../../platform/sqlite/wholeFile.ts';
import type { DataKey } from '../storeTypes.ts';
import { decryptInPlace, encryptedOpener, encryptInPlace, tryCipher } from './encryptedFile.ts';
import type { UserCipher } from './userCipher.ts';

export function createUserCipher({ id, key }: DataKey): UserCipher {
  tryCipher();
  const open = encryptedOpener(key);
  return {
    keyId: id,
    open,
    encrypt(plain, twin) {
      writeWhole(twin, (unfinished) => {
        copyWithJournal(plain, unfinished);
        const contents = readContents(unfinished, openPlainFile);
        if (contents === null) {
          wrap(plain, unfinished, open);
        } else {
          encryptInPlace(unfinished, key);
          refuseOther(contents, readContents(unfinished, open));
        }
        keepTime(plain, unfinished);
      });
    },
    decrypt(encrypted, twin) {
      const contents = readContents(encrypted, open);
      if (contents === null) return false;
      writeWhole(twin, (unfinished) => {
        const wrapped = readWrapped(encrypted, open);
        if (wrapped !== null) {
          for (const { suffix, bytes } of wrapped) writeFileSync(unfinished + suffix, bytes);
          return;
        }
        copyWithJournal(encrypted, unfinished);
        decryptInPlace(unfinished, key);
        refuseOther(contents, readContents(unfinished, openPlainFile));
        keepTime(encrypted, unfinished);
      });
      return true;
    },
    isTwin(plain, encrypted) {
      const contents = readContents(plain, openPlainFile);
      return contents !== null && contents === readContents(encrypted, open);
    },
  };
}

function copyWithJournal(from: string, to: string): void {
  for (const suffix of ['', ...databaseSuffixes])
    if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
}

/** By the time of a copy the next one is known to be needed. */
function keepTime(from: string, to: string): void {
  const { mtime } = statSync(from);
  utimesSync(to, mtime, mtime);
}

const rowsSchema = z.array(z.array(z.unknown()));

/** A hash of everything in a database, whatever its tables are; null where it is damaged. Plays back what a journal beside it has. */
function readContents(path: string, open: OpenFile): string | null {
  let database: Database.Database | undefined;
  try {
    database = open(path);
    database.pragma('journal_mode = DELETE');
    if (database.pragma('integrity_check(1)', { simple: true }) !== 'ok') return null;
    return hashContents(database);
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  } finally {
    database?.close();
  }
}

function hashContents(database: Database.Database): string {
  const hash = createHash('sha256').update(String(database.pragma('user_version', { simple: true })));
  const rowsOf = (sql: string): string[] =>
    rowsSchema.parse(database.prepare(sql).raw().safeIntegers().all()).map(textOfRow).sort();
  for (const row of rowsOf('SELECT type, name, tbl_name, sql FROM sqlite_schema')) hash.update(row);
  const tables = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`)
    .pluck()
    .all()
    .map(String)
    .sort();
  for (const table of tables) {
    hash.update(`\n${table}`);
    for (const row of rowsOf(`SELECT * FROM "${table.replaceAll('"', '""')}"`)) hash.update(`\n${row}`);
  }
  return hash.digest('hex');
}

/** Whole numbers of SQLite may be larger than JSON's. */
function textOfRow(row: readonly unknown[]): string {
  return JSON.stringify(row, (_name, value: unknown) =>
    typeof value === 'bigint' ? `${value.toString()}n` : value,
  );
}

function refuseOther(before: string, after: string | null): void {
  if (before !== after) throw new Database.SqliteError('A file is not like its original.', 'SQLITE_IOERR');
}

/** What of a database file is in a wrapper: its main part has no suffix. */
const wrappedSchema = z.array(z.object({ suffix: z.string(), bytes: z.instanceof(Uint8Array) }));

/** Puts a file that is no sound database, and what is beside it, into an encrypted database. */
function wrap(plain: string, path: string, open: OpenFile): void {
  for (const suffix of databaseSuffixes) rmSync(path + suffix, { force: true });
  writeFileSync(path, '');
  const database = open(path);
  try {
    database.exec('CREATE TABLE damaged_file (suffix TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT');
    const insert = database.prepare('INSERT INTO damaged_file (suffix, bytes) VALUES (?, ?)');
    for (const suffix of ['', ...databaseSuffixes])
      if (existsSync(plain + suffix)) insert.run(suffix, readFileSync(plain + suffix));
  } finally {
    database.close();
  }
}

/** Null for a database that is no wrapper. */
function readWrapped(path: string, open: OpenFile): z.infer<typeof wrappedSchema> | null {
  const database = open(path, { readonly: true });
  try {
    const has = database.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'damaged_file'`).pluck();
    if (has.get() === 0) return null;
    return wrappedSchema.parse(database.prepare('SELECT suffix, bytes FROM damaged_file').all());
  } finally {
    database.close();
  }
}
