import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
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
 * Makes the folder of this process. Called before SQLite opens its first database: it remembers where it puts things aside. Where the app's folder
 * cannot be written, the store says so, and what needs this one is refused.
 */
export function openWorkFolder(userDataFolder: string): WorkFolder {
  const all = join(userDataFolder, 'work');
  const path = join(all, `${process.pid.toString()}-${randomUUID()}`);
  try {
    makePrivateFolder(all);
    sweep(all);
    mkdirSync(join(path, listName), { recursive: true, mode: 0o700 });
  } catch {
    return { path, close: () => undefined };
  }
  opened.push(path);
  useForSqlite();
  return {
    path,
    close() {
      if (!opened.includes(path)) return;
      opened.splice(opened.indexOf(path), 1);
      useForSqlite();
      removeFolder(path);
      sweep(all);
    },
  };
}

/** The path of a new file or folder in the folder of this process. */
export function newWorkPath(): string {
  const folder = opened.at(-1);
  if (folder === undefined) throw new FailureError(notWritable);
  return join(folder, randomUUID());
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

const notWritable = {
  code: 'storage',
  message:
    'The app’s data folder is not writable. Make it writable, or start the app with another data folder.',
} as const;

function useForSqlite(): void {
  const folder = opened.at(-1);
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
