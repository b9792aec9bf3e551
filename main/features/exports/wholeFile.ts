import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, lstatSync, statSync } from 'node:fs';
import { chmod, open, readlink, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FailureError, errorCode, type Failure } from '../../../preload/contract/failures.ts';
import { newWorkPath, noteWriting } from '../../platform/system/workFolder.ts';

export interface WholeFileOptions {
  /** The rights of a file of the app's own; left out, a file that is there keeps its own. */
  readonly mode?: number | undefined;
  /** False for a file beside the one that the user named: a link of its name may be anybody's, and is replaced itself. */
  readonly followsLinks?: boolean;
  /** Asked about a file that is there when the new one is whole: it may have changed, or have been put there, meanwhile. */
  readonly mayReplace?: ((path: string) => Promise<boolean>) | undefined;
}

/**
 * Makes a file that appears under its name only when it is whole: `make` writes it under a temporary name beside it, then it is
 * renamed. Where the work fails nothing is left behind and an older file of that name is untouched. A link goes on leading to the file, which
 * keeps its rights; a pipe or a device is written into.
 * @throws FailureError `file` when the system refuses to write, or the file that is there may not be replaced
 */
export async function makeWholeFile<T>(
  path: string,
  make: (temporary: string) => Promise<T>,
  { followsLinks = true, ...options }: WholeFileOptions = {},
): Promise<T> {
  const intoStream = followsLinks && isStream(path);
  const target = intoStream || !followsLinks ? path : await asFileFailure(path, leadsTo(path));
  const temporary = intoStream ? newWorkPath() : temporaryName(target);
  const forget = noteWriting(temporary);
  try {
    const made = await make(temporary);
    await asFileFailure(path, intoStream ? pour(temporary, path) : replace(temporary, target, options));
    return made;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    forget();
  }
}

/** True for a pipe, a device or a socket: what is written into it is neither whole nor a file. What cannot be looked at is refused when it is written. */
export function isStream(path: string): boolean {
  if (!existsSync(path) || isLinkOfOthers(path)) return false;
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

/**
 * The file that a link leads to, also where that is not there yet; the path itself where the link is another user's, who may have it lead to any
 * file of this one: such a link is replaced itself.
 */
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

/** True for a link that neither this user has made nor the system. Windows names no users: there only an administrator makes links. */
function isLinkOfOthers(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isSymbolicLink() === true && found.uid !== 0 && found.uid !== process.getuid?.();
}

async function replace(
  temporary: string,
  path: string,
  { mode, mayReplace }: Pick<WholeFileOptions, 'mode' | 'mayReplace'>,
): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true && mode === undefined) await chmod(temporary, found.mode & 0o777);
  if (found !== undefined && mayReplace !== undefined && !(await mayReplace(path)))
    throw new FailureError({
      code: 'file',
      message: 'The file was changed while the new one was made. Choose another name.',
      detail: path,
    });
  await rename(temporary, path);
}

async function pour(temporary: string, path: string): Promise<void> {
  await pipeline(createReadStream(temporary), createWriteStream(path));
  await rm(temporary);
}

/** A name beside a file that nothing else has, however long that of the file is: file systems take 255 bytes. */
export function temporaryName(path: string): string {
  return join(dirname(path), `.${randomUUID().slice(0, 8)}.part`);
}

/** Writes a file of text, or of bytes, in the same way. */
export function writeWholeFile(
  path: string,
  work: (write: (block: string | Uint8Array) => Promise<void>) => Promise<void>,
  options: WholeFileOptions = {},
): Promise<{ bytes: number }> {
  const make = async (temporary: string): Promise<{ bytes: number }> => {
    const file = await asFileFailure(path, open(temporary, 'wx', options.mode));
    try {
      let bytes = 0;
      await work(async (block) => {
        const written = typeof block === 'string' ? Buffer.from(block, 'utf8') : block;
        await asFileFailure(path, file.writeFile(written));
        bytes += written.byteLength;
      });
      await asFileFailure(path, file.sync());
      return { bytes };
    } finally {
      await file.close();
    }
  };
  return makeWholeFile(path, make, options);
}

/** @throws FailureError `file` where the system takes no such name, of a file that is to be written later */
export async function refuseBadName(path: string): Promise<void> {
  await asFileFailure(path, leadsTo(path));
}

/** Makes the temporary file of a path and removes it. @throws FailureError `file` where the system refuses to write there. */
export async function refuseUnwritable(path: string, temporary: string): Promise<void> {
  await asFileFailure(
    path,
    open(temporary, 'wx', 0o600).then((file) => file.close()),
  );
  await rm(temporary);
}

/** @throws FailureError `file` where the work is refused by the file system */
export async function asFileFailure<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof FailureError) throw error;
    throw new FailureError(fileFailure(error, path), { cause: error });
  }
}

const folderThere = 'A folder already has this name. Choose another name.';

const advice: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space, or choose another folder.',
  EDQUOT: 'The disk is full. Free some space, or choose another folder.',
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

/** What the system's refusal to write a file means to the user. */
export function fileFailure(error: unknown, path: string): Failure {
  const code = errorCode(error);
  return {
    code: 'file',
    message: advice[code] ?? 'The file could not be written. Choose another folder or name.',
    detail: `${path}${code === '' ? '' : ` (${code})`}`,
  };
}
