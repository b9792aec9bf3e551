import { randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  type Dirent,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { FailureError, errorCode } from '../../../preload/contract/failures.ts';
import { isLocked, lockFile, type FileLock } from '../sqlite/fileLock.ts';
import { inTurn } from '../sqlite/openMarks.ts';
import { isMine } from './ownership.ts';
import { makeFolders, makePrivateFolder } from './privateFolder.ts';
import { ownFile, readPlainFileSync } from './textFile.ts';

/**
 * The private folder of a running process inside the app's folder: results of SQL, temporary files of SQLite,
 * texts for the clipboard, and the names of files that it is writing elsewhere. Other processes remove the
 * folder of a killed process when they start or end: the lock beside the folder shows whether its process
 * runs. A process id would not do, because computers and containers on the same disk have their own.
 */
export interface WorkFolder {
  readonly path: string;
  close(): void;
}

/** The folders of this process; the last one is used. A folder without a lock waits for space on the disk. */
const opened: { readonly path: string; lock: FileLock | null }[] = [];
const listName = 'writing';

/**
 * Creates the folder of this process. Call it before SQLite opens its first database, since SQLite remembers
 * its temporary folder. If the disk is full or read-only, later users of the folder retry and report it.
 */
export function openWorkFolder(userDataFolder: string): WorkFolder {
  const all = join(userDataFolder, 'work');
  const folder = { path: join(all, randomUUID()), lock: null };
  claim(folder);
  opened.push(folder);
  return {
    path: folder.path,
    close() {
      if (!opened.includes(folder)) return;
      opened.splice(opened.indexOf(folder), 1);
      useForSqlite(opened.at(-1)?.path);
      release(folder);
    },
  };
}

/** Creates a folder and its lock, once. Throws a `FailureError` if others may own it. */
function claim(folder: (typeof opened)[number]): void {
  if (folder.lock !== null) return;
  const all = dirname(folder.path);
  try {
    makePrivateFolder(all);
    folder.lock = lockFile(lockOf(folder.path), 0);
    makeFolders(join(folder.path, listName), 0o700);
    useForSqlite(folder.path);
    inTurn(folder.path, () => {
      sweep(all, folder.path);
    });
  } catch (error) {
    if (error instanceof FailureError) throw error;
    // The name of this lock is random, so no other process has it.
    if (folder.lock === null && /^SQLITE_(BUSY|PERM|IOERR_LOCK)/.test(errorCode(error)))
      throw new FailureError({ code: 'storage', message: withoutLocks(all) });
    // Full or read-only disk: writers report it.
  }
}

const withoutLocks = (folder: string): string =>
  `The disk that holds ${folder} refuses locks, without which two programs would damage the app’s data. Name a folder on another disk with --user-data-dir.`;

function release({ path, lock }: (typeof opened)[number]): void {
  lock?.release();
  try {
    inTurn(path, () => {
      sweep(dirname(path));
    });
  } catch {
    // Another process is sweeping, or the folder is gone: a later start sweeps.
  }
}

function lockOf(path: string): string {
  return `${path}.lock`;
}

export function newWorkPath(): string {
  const folder = opened.at(-1);
  if (folder === undefined) throw new Error('This process has no folder for its work.');
  claim(folder);
  return join(folder.path, randomUUID());
}

/** Opens a new file for writing. Creates a missing folder, since there may be space by now. */
export function openWorkFile(path: string, flags: 'wx' | 'wx+'): number {
  for (const folder of [dirname(dirname(path)), dirname(path)])
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  return openSync(path, flags, 0o600);
}

/** Records an unfinished file elsewhere, removed if the process is killed. Call the result at its end. */
export function noteWriting(path: string): () => void {
  const folder = opened.at(-1)?.path;
  if (folder === undefined) return () => undefined;
  const note = join(folder, listName, randomUUID());
  try {
    writeFileSync(note, `${inodeOf(folder)} ${resolve(path)}`, { mode: 0o600 });
  } catch {
    // A full disk must not prevent writing a file elsewhere.
  }
  return () => {
    rmSync(note, { force: true });
  };
}

function useForSqlite(folder: string | undefined): void {
  if (folder === undefined) delete process.env['SQLITE_TMPDIR'];
  else process.env['SQLITE_TMPDIR'] = folder;
}

/** Distinguishes a folder from a copy of it, which records files of another computer or user. */
function inodeOf(folder: string): string {
  return lstatSync(folder, { bigint: true }).ino.toString();
}

function sweep(all: string, own?: string): void {
  for (const { name } of entriesIn(all).filter((entry) => entry.isDirectory())) {
    const path = join(all, name);
    if (path === own || opened.some((one) => one.path === path) || isLocked(lockOf(path))) continue;
    for (const note of entriesIn(join(path, listName))) removeLeftover(path, join(path, listName, note.name));
    removeFolder(path);
    rmSync(lockOf(path), { force: true });
  }
}

/** Empty if the folder is gone: another process may have swept, or the app's folder was removed. */
function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Names that only unfinished files have. */
const unfinishedName = /^\.[0-9a-f]{8}\.part$/;

/** Returns an unused name beside a file, of limited length: file systems take 255 bytes. */
export function temporaryName(path: string): string {
  return join(dirname(path), `.${randomUUID().slice(0, 8)}.part`);
}

/**
 * Removes the unfinished file of this user that a record names, if it is the original. Never follows or
 * enters other users' files of that name.
 */
function removeLeftover(folder: string, note: string): void {
  try {
    const [, inode, path = ''] =
      /^(\d+) (.*)$/s.exec(readPlainFileSync(note, ownFile).toString('utf8')) ?? [];
    if (inode !== inodeOf(folder) || !unfinishedName.test(basename(path))) return;
    const found = lstatSync(path);
    if (found.isFile() && found.nlink === 1 && isMine(found)) unlinkSync(path);
  } catch {
    // Already gone, or cannot be removed, which does no harm.
  }
}

function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Another process has a file of it open: a later end or start removes it.
  }
}
