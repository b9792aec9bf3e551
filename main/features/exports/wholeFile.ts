import {
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  renameSync,
  statSync,
  type Stats,
} from 'node:fs';
import { open, readlink, realpath, rm, type FileHandle } from 'node:fs/promises';
import { Socket } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { FailureError, errorCode, type Failure } from '../../../preload/contract/failures.ts';
import { isMine, isOfOthers, linkOfOthersIn, setRights } from '../../platform/system/ownership.ts';
import { newWorkPath, noteWriting, temporaryName } from '../../platform/system/workFolder.ts';

interface WholeFileOptions {
  /** Mode of a file of the app's own. Without it, an existing plain file of this user keeps its mode. */
  readonly mode?: number | undefined;
  /** False for a file beside the named one: a link of its name may be anybody's, and is replaced. */
  readonly followsLinks?: boolean;
  /** Called once the new file is complete: the existing one may have changed or appeared meanwhile. */
  readonly mayReplace?: ((path: string) => Promise<boolean>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * An open file under a temporary name beside its final one. Others with write access to the folder can
 * replace the name, but not the open file, so nothing is written and no mode is set by name.
 */
export interface UnnamedFile extends AsyncDisposable {
  readonly handle: FileHandle;
  write(text: string): Promise<void>;
  /**
   * Renames the written file to its final name, or writes it into the pipe or device of that name. Calls
   * `first` right before the rename; not for a pipe or device.
   * @throws FailureError `file` if an existing file may not be replaced, or another user has exchanged the
   * file
   */
  place(first?: () => Promise<void>): Promise<void>;
  /** Removes the placed file, unless its name leads to another one by now. */
  withdraw(): Promise<void>;
}

/**
 * Opens a file that gets its name once it is complete. Without `place`, nothing remains, and an older file of
 * that name is unchanged. A link still leads to its file, which keeps its mode; a pipe or a device is written
 * into.
 * @throws FailureError `file` if the system refuses to write
 */
export async function openWholeFile(path: string, options: WholeFileOptions = {}): Promise<UnnamedFile> {
  const { followsLinks = true, mode, mayReplace, signal } = options;
  const link = linkOfOthersIn(dirname(path));
  if (link !== null) throw new FailureError({ ...throughLink, detail: link });
  const intoStream = followsLinks && isStream(path);
  const target = intoStream || !followsLinks ? path : await asFileFailure(path, leadsTo(path));
  const temporary = intoStream ? newWorkPath() : temporaryName(target);
  const forget = noteWriting(temporary);
  const rights = (): number | undefined => mode ?? rightsOf(target);
  let isPlaced = false;
  const handle = await asFileFailure(path, open(temporary, 'wx', intoStream ? 0o600 : rights())).catch(
    (error: unknown) => {
      forget();
      throw error;
    },
  );

  async function replace(first?: () => Promise<void>): Promise<void> {
    const now = rights();
    if (now !== undefined) setRights(handle.fd, now);
    if (mayReplace !== undefined && isThere(target) && !(await mayReplace(target)))
      throw new FailureError({ ...changedMeanwhile, detail: path });
    await first?.();
    refuseExchanged(handle, temporary);
    renameSync(temporary, target);
    isPlaced = true;
    refuseExchanged(handle, target);
  }

  return {
    handle,
    async write(text) {
      await asFileFailure(path, handle.writeFile(text));
      await asFileFailure(path, handle.sync());
    },
    async place(first) {
      await asFileFailure(path, intoStream ? pour(temporary, path, signal) : replace(first));
    },
    async withdraw() {
      if (isPlaced && isNamed(handle, target)) await rm(target, { force: true });
    },
    async [Symbol.asyncDispose]() {
      await handle.close();
      if (!isPlaced) await rm(temporary, { force: true }).catch(() => undefined);
      forget();
    },
  };
}

/** Rule: open(2): a name may change between two calls; device and inode identify the open file. */
function isNamed({ fd }: FileHandle, name: string): boolean {
  const own = fstatSync(fd, { bigint: true });
  const found = lstatSync(name, { bigint: true, throwIfNoEntry: false });
  return found?.ino === own.ino && found.dev === own.dev;
}

function refuseExchanged(handle: FileHandle, name: string): void {
  if (!isNamed(handle, name)) throw new FailureError({ ...exchanged, detail: name });
}

const exchanged = {
  code: 'file',
  message:
    'Another user or program exchanged the file while it was written. Choose a folder that only you can write to.',
} as const;

const throughLink = {
  code: 'file',
  message: 'The folder lies behind a link of another user. Choose a folder of your own.',
} as const;

const changedMeanwhile = {
  code: 'file',
  message: 'The file was changed while the new one was made. Choose another name.',
} as const;

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Returns the mode of this user's plain file with one name; others chose the mode of any other file. */
function rightsOf(path: string): number | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.nlink === 1 && isMine(found) ? found.mode & 0o777 : undefined;
}

export function isStream(path: string): boolean {
  if (!existsSync(path) || isLinkOfOthers(path)) return false;
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && isOwnStream(found);
}

/** False for another user's, unless it is this process's output: `sudo` keeps the caller's. */
function isOwnStream(found: Stats): boolean {
  if (found.isFile() || found.isDirectory()) return false;
  return !isOfOthers(found) || [1, 2].some((output) => isSameFile(found, fstatSync(output)));
}

function isSameFile(one: Stats, other: Stats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/** Follows links, except another user's, which may lead to any file of this user and is replaced. */
async function leadsTo(path: string): Promise<string> {
  if (isLinkOfOthers(path)) return path;
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
    return leadsTo(resolve(await realpath(dirname(path)), await readlink(path)));
  }
}

/** Returns whether another user, not the system, made a link. On Windows only administrators make links. */
function isLinkOfOthers(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isSymbolicLink() === true && isOfOthers(found);
}

async function pour(temporary: string, path: string, signal: AbortSignal | undefined): Promise<void> {
  const fd = await openStream(path, constants.O_WRONLY, signal);
  if (fd === null || fstatSync(fd).isFile()) {
    if (fd !== null) closeSync(fd);
    throw new FailureError({ ...exchanged, detail: path });
  }
  await pipeline(createReadStream(temporary), streamOf(fd), signal === undefined ? {} : { signal });
}

export interface OpenLog extends Disposable {
  /** Appends to the file that has the name by now. Throws as `openLog` does. */
  add(text: string): Promise<void>;
}

/**
 * Opens a file for appending, or a pipe or device of this user, once the pipe has a reader. The reader sees
 * no end until it is closed.
 * @throws Error of the system, or one with the reason
 */
export async function openLog(path: string, signal: AbortSignal): Promise<OpenLog> {
  const open = async (): Promise<number> => {
    const link = linkOfOthersIn(path);
    if (link !== null) throw new Error(`${link} is a link of another user`);
    const { O_WRONLY, O_APPEND, O_CREAT } = constants;
    const fd = await openStream(path, O_WRONLY | O_APPEND | O_CREAT, signal);
    if (fd === null) throw new Error('it belongs to another user');
    return fd;
  };
  const held = await open();
  return {
    add: async (text) => pipeline([text], streamOf(await open())),
    [Symbol.dispose]: () => closeSync(held),
  };
}

/** A socket waits for a pipe's reader without blocking a thread. */
function streamOf(fd: number): Writable {
  return fstatSync(fd).isFIFO()
    ? new Socket({ fd, readable: false, writable: true })
    : createWriteStream('', { fd });
}

const readerPollMs = 50;

/** Opens a pipe once it has a reader; truncates nothing. Null for another user's pipe or device. */
async function openStream(
  path: string,
  flags: number,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  for (;;) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() === false && !found.isDirectory() && !isOwnStream(found)) return null;
    try {
      // Nonblocking, a terminal would refuse what it cannot show at once. Only root makes devices.
      const waits = found?.isCharacterDevice() === true ? 0 : constants.O_NONBLOCK;
      const fd = openSync(path, flags | waits, 0o600);
      const opened = fstatSync(fd);
      if (opened.isFile() || isOwnStream(opened)) return fd;
      closeSync(fd);
      return null;
    } catch (error) {
      // Rule: fifo(7): ENXIO means that there is no reader yet.
      if (found?.isFIFO() !== true || errorCode(error) !== 'ENXIO') throw error;
      await setTimeout(readerPollMs);
      signal?.throwIfAborted();
    }
  }
}

/** Throws as `openWholeFile` and `place` do. */
async function makeWholeFile<T>(
  path: string,
  make: (handle: FileHandle) => Promise<T>,
  options: WholeFileOptions = {},
): Promise<T> {
  await using file = await openWholeFile(path, options);
  const made = await make(file.handle);
  await file.place();
  return made;
}

export function writeWholeFile(
  path: string,
  work: (write: (block: string | Uint8Array) => Promise<void>) => Promise<void>,
  options: WholeFileOptions = {},
): Promise<{ bytes: number }> {
  const make = async (handle: FileHandle): Promise<{ bytes: number }> => {
    let bytes = 0;
    await work(async (block) => {
      const written = typeof block === 'string' ? Buffer.from(block, 'utf8') : block;
      await asFileFailure(path, handle.writeFile(written));
      bytes += written.byteLength;
    });
    await asFileFailure(path, handle.sync());
    return { bytes };
  };
  return makeWholeFile(path, make, options);
}

/** Checks a path before anything is fetched. Throws `file` if it cannot be written. */
export async function refuseUnwritable(path: string, options: WholeFileOptions = {}): Promise<void> {
  await (await openWholeFile(path, options))[Symbol.asyncDispose]();
}

/** Checks the name of a later file. Throws `file` if the system refuses it. */
export async function refuseBadName(path: string): Promise<void> {
  await asFileFailure(path, leadsTo(path));
}

/** @throws FailureError `file` if the file system refuses the work */
export async function asFileFailure<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof FailureError || (error instanceof Error && error.name === 'AbortError')) throw error;
    throw new FailureError(fileFailure(error, path), { cause: error });
  }
}

const folderThere = 'A folder already has this name. Choose another name.';

const advice: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space, or choose another folder.',
  EDQUOT: 'Your quota on this disk is used up. Free some space, or choose another folder.',
  EACCES: 'This folder is not writable. Choose another one.',
  EPERM: 'This folder is not writable. Choose another one.',
  EROFS: 'This folder is not writable. Choose another one.',
  ENOENT: 'The folder does not exist. Choose another one.',
  ENOTDIR: 'The folder does not exist. Choose another one.',
  ENAMETOOLONG: 'This name is too long. Choose a shorter one.',
  EISDIR: folderThere,
  ENOTEMPTY: folderThere,
  EEXIST: folderThere,
  EBUSY: 'The file is open in another program. Close it there, or choose another name.',
};

export function fileFailure(error: unknown, path: string): Failure {
  const code = errorCode(error);
  return {
    code: 'file',
    message: advice[code] ?? 'The file could not be written. Choose another folder or name.',
    detail: `${path}${code === '' ? '' : ` (${code})`}`,
  };
}
