import Database from 'better-sqlite3';
import { copyFileSync, existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { dayMs, hourMs } from '../../../preload/contract/days.ts';
import { readDatabaseVersion } from '../../platform/sqlite/migrations.ts';
import { hasTablesOf, quarantine } from '../../platform/sqlite/openDatabase.ts';
import { makePrivateFolder } from '../../platform/system/privateFolder.ts';
import { databaseSuffixes, writeAtomically } from '../../platform/sqlite/atomicFile.ts';
import { isAsWritten, migrations, readRows, type DocumentRow } from './userDocuments.ts';

/**
 * Dated copies of the user's database, in the folder `copies` beside it. For each of the last seven days with
 * a copy, the last one stays, and the fullest one if that has more; of older ones only the fullest, by the
 * same rule.
 */
export interface Copy {
  readonly path: string;
  /** Milliseconds since 1970 UTC. */
  readonly madeAt: number;
}

const cachedDays = 7;

type Contents = ReadonlyMap<string, number>;

export function copiesFolder(folder: string): string {
  return join(folder, 'copies');
}

/** A copy dated this much later than now was made under another clock. */
const aheadMs = hourMs;

/**
 * Returns the copies of the database, newest first. Copies dated later than now come last: their age is
 * unknown, and each start copies newer data.
 */
export function listCopies(database: string, now = Date.now()): Copy[] {
  const folder = copiesFolder(dirname(database));
  if (!existsSync(folder)) return [];
  const copies = readdirSync(folder, { withFileTypes: true }).flatMap((entry): Copy[] => {
    const { name } = entry;
    // SQLite would wait for the writer of a pipe.
    const stamp = !entry.isFile()
      ? null
      : /^user-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.db$/.exec(name);
    if (stamp === null) return [];
    const [, day = '', hour = '', minute = '', second = '', ms = ''] = stamp;
    return [{ path: join(folder, name), madeAt: Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`) }];
  });
  const isAhead = ({ madeAt }: Copy): number => Number(madeAt > now + aheadMs);
  return copies.sort((a, b) => isAhead(a) - isAhead(b) || b.madeAt - a.madeAt);
}

export function newestSound(database: string): Copy | null {
  return listCopies(database).find(({ path }) => readSound(path) !== null) ?? null;
}

/** Returns damaged copies newer than that, newest first, without those of a newer app. */
export function newerDamaged(database: string): Copy[] {
  const copies = listCopies(database);
  const sound = copies.findIndex(({ path }) => readSound(path) !== null);
  return copies
    .slice(0, sound === -1 ? copies.length : sound)
    .filter(({ path }) => (readDatabaseVersion(path) ?? 0) <= migrations.length);
}

/**
 * Restores a copy, all or nothing. Sets the old file aside once the copy is on the disk, which may be full.
 * @returns the old file's new name; null if there was none
 */
export function restoreCopy(database: string, { path }: Copy, why?: 'damaged' | 'replaced'): string | null {
  let aside: string | null = null;
  writeAtomically(
    database,
    (unfinished) => {
      copyFileSync(path, unfinished);
    },
    () => {
      if (existsSync(database) && statSync(database).size > 0) aside = quarantine(database, why);
      // SQLite would replay the old file's journal into the copy.
      for (const suffix of databaseSuffixes) rmSync(database + suffix, { force: true });
    },
  );
  return aside;
}

/**
 * Makes a copy if something changed since the last one, checks it, and removes obsolete copies.
 * @param path the file of `database`
 * @param olderThanMs makes none if the last one is younger
 */
export function makeCopy(
  database: Database.Database,
  path: string,
  { now, olderThanMs = 0 }: { now: number; olderThanMs?: number },
): void {
  const [last] = listCopies(path, now);
  const changedAt = statSync(path).mtime;
  const age = last === undefined ? Infinity : now - last.madeAt;
  if (last !== undefined && statSync(last.path).mtime.getTime() === changedAt.getTime()) return;
  if (age >= 0 && age < olderThanMs) return;
  const folder = copiesFolder(dirname(path));
  makePrivateFolder(folder);
  // Later than the last one, even if the clock was set back a little: the last copy is the one to restore.
  const name = copyName(last === undefined || age < -aheadMs ? now : Math.max(now, last.madeAt + 1));
  writeAtomically(join(folder, name), (unfinished) => {
    database.prepare('VACUUM INTO ?').run(unfinished);
    const copied = readSound(unfinished);
    if (copied === null || !covers(copied, contentsOf(readRows(database))))
      throw new Database.SqliteError('The copy is not like its original.', 'SQLITE_IOERR');
    // Takes the original's change time, which decides whether the next copy is needed.
    utimesSync(unfinished, changedAt, changedAt);
  });
  removeOld(path, now);
}

/** Formats when a copy was made: `22 November 2026, 09:15 UTC`. */
export function momentOf({ madeAt }: Copy): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(madeAt).replace(' at ', ', ')} UTC`;
}

function copyName(now: number): string {
  return `user-${new Date(now).toISOString().replace(/[:.]/g, '-')}.db`;
}

function removeOld(database: string, now: number): void {
  const sound = listCopies(database, now).flatMap((copy) => {
    const contents = readSound(copy.path);
    return contents === null ? [] : [{ ...copy, contents, day: Math.floor(copy.madeAt / dayMs) }];
  });
  const days = [...new Set(sound.map(({ day }) => day))];
  const retained = new Set<string>();
  const [newest] = sound;
  /** Keeps the fullest copy too, if the kept one lacks some of its content. */
  const keepFullest = (among: typeof sound, stays: (typeof sound)[number] | undefined): void => {
    const [fullest] = among.toSorted((a, b) => size(b.contents) - size(a.contents));
    if (fullest !== undefined && !(stays !== undefined && covers(stays.contents, fullest.contents)))
      retained.add(fullest.path);
  };
  for (const day of days.slice(0, cachedDays)) {
    const ofDay = sound.filter((copy) => copy.day === day);
    const [last] = ofDay;
    if (last !== undefined) retained.add(last.path);
    keepFullest(ofDay, last);
  }
  const older = new Set(days.slice(cachedDays));
  keepFullest(
    sound.filter(({ day }) => older.has(day)),
    newest,
  );
  for (const { path } of sound) if (!retained.has(path)) rmSync(path, { force: true });
}

function contentsOf(rows: readonly DocumentRow[]): Contents {
  const contents = new Map<string, number>();
  for (const { kind } of rows) contents.set(kind, (contents.get(kind) ?? 0) + 1);
  return contents;
}

function readSound(path: string): Contents | null {
  try {
    const database = new Database(path, { readonly: true, fileMustExist: true });
    try {
      if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') return null;
      // From the file: SQLite may be able to read a header, but not to write its database.
      const ofCopy = readDatabaseVersion(path) ?? 0;
      if (ofCopy < 1 || ofCopy > migrations.length) return null;
      if (!hasTablesOf(database, migrations.slice(0, ofCopy))) return null;
      const rows = readRows(database);
      return rows.every(isAsWritten) ? contentsOf(rows) : null;
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

function covers(one: Contents, other: Contents): boolean {
  return [...other].every(([kind, count]) => (one.get(kind) ?? 0) >= count);
}

function size(contents: Contents): number {
  return [...contents.values()].reduce((sum, count) => sum + count, 0);
}

export function nameOf({ path }: Copy): string {
  return basename(path, '.db');
}
