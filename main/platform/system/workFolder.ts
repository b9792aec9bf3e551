import { randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { FailureError } from '../../../preload/contract/failures.ts';
import { makePrivateFolder } from './privateFolder.ts';
import { isRunning } from './processes.ts';

/**
 * What a process makes for the time of its work lies in a folder of its own inside the app's, private to the user: results of SQL, what SQLite has
 * to put aside, texts for the clipboard, and the names of the files that it is writing elsewhere. What a process has left that was killed is
 * removed at the start and at the end of others.
 */
export interface WorkFolder {
  readonly path: string;
  /** Removes it. */
  close(): void;
}

/** Those of this process; the last one is used. */
const opened: string[] = [];
const listName = 'writing';

/**
 * Makes the folder of this process. Called before SQLite opens its first database: it remembers where it puts things aside. Where there is no room
 * for it, or nothing may be written, what needs it tries again and says why.
 */
export function openWorkFolder(userDataFolder: string): WorkFolder {
  const all = join(userDataFolder, 'work');
  const path = join(all, `${process.pid.toString()}-${randomUUID()}`);
  try {
    makePrivateFolder(all);
    sweep(all);
    mkdirSync(join(path, listName), { recursive: true, mode: 0o700 });
    useForSqlite(path);
  } catch (error) {
    if (error instanceof FailureError) throw error;
    // The disk is full, or may only be read.
  }
  opened.push(path);
  return {
    path,
    close() {
      if (!opened.includes(path)) return;
      opened.splice(opened.indexOf(path), 1);
      useForSqlite(opened.at(-1));
      removeFolder(path);
      sweep(all);
    },
  };
}

/** The path of a new file in the folder of this process. */
export function newWorkPath(): string {
  const folder = opened.at(-1);
  if (folder === undefined) throw new Error('This process has no folder for its work.');
  return join(folder, randomUUID());
}

/** Opens a new file for writing, in a folder that is made where it is missing: there may be room for it by now. */
export function openWorkFile(path: string, flags: 'wx' | 'wx+'): number {
  for (const folder of [dirname(dirname(path)), dirname(path)])
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  return openSync(path, flags, 0o600);
}

/**
 * Notes that this process writes a file elsewhere, which is not yet under its name, so that it goes where the process is killed.
 * @returns what is called once it is gone from there
 */
export function noteWriting(path: string): () => void {
  const folder = opened.at(-1);
  if (folder === undefined) return () => undefined;
  const note = join(folder, listName, randomUUID());
  try {
    writeFileSync(note, resolve(path), { mode: 0o600 });
  } catch {
    // A full disk must not keep a file from being written elsewhere.
  }
  return () => {
    rmSync(note, { force: true });
  };
}

function useForSqlite(folder: string | undefined): void {
  if (folder === undefined) delete process.env['SQLITE_TMPDIR'];
  else process.env['SQLITE_TMPDIR'] = folder;
}

/** Removes what processes have left that run no more, and the files that they were writing. */
function sweep(all: string): void {
  for (const name of namesIn(all)) {
    const path = join(all, name);
    const pid = Number.parseInt(name, 10);
    if (opened.includes(path) || (pid !== process.pid && isRunning(pid))) continue;
    for (const note of namesIn(join(path, listName))) removeLeftover(join(path, listName, note));
    removeFolder(path);
  }
}

/** None where the folder is gone: another process may sweep at the same time, and whoever removes the app's folder removes all. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Removes the one plain file of this user that a note names. Whatever else has its name by now is somebody else's: it is neither followed nor
 * entered.
 */
function removeLeftover(note: string): void {
  try {
    const path = readFileSync(note, 'utf8');
    const found = lstatSync(path);
    if (found.isFile() && (process.getuid === undefined || found.uid === process.getuid())) unlinkSync(path);
  } catch {
    // It is gone, or cannot be removed: then it does no harm.
  }
}

function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Another process has a file of it open: a later end or start removes it.
  }
}
