import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { FailureError, type Failure } from '../../../preload/contract/failures.ts';
import { noteWriting } from '../../platform/system/workFolder.ts';

/**
 * Makes a file that appears under its name only when it is whole: `make` writes it under a temporary name beside it, then it is
 * renamed. Where the work fails nothing is left behind and an older file of that name is untouched.
 * @throws FailureError `file` when the system refuses to write.
 */
export async function makeWholeFile<T>(path: string, make: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = temporaryName(path);
  const forget = noteWriting(temporary);
  try {
    const made = await make(temporary);
    await asFileFailure(path, rename(temporary, path));
    return made;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    forget();
  }
}

/** A name beside a file that nothing else has, and not much longer: file systems take 255 bytes. */
export function temporaryName(path: string): string {
  return `${path}.${randomUUID().slice(0, 8)}.part`;
}

/** Writes a file of text, or of bytes, in the same way; `mode` is that of a file of the app’s own. */
export function writeWholeFile(
  path: string,
  work: (write: (block: string | Uint8Array) => Promise<void>) => Promise<void>,
  mode?: number,
): Promise<{ bytes: number }> {
  return makeWholeFile(path, async (temporary) => {
    const file = await asFileFailure(path, open(temporary, 'wx', mode));
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
  });
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
  EISDIR: folderThere,
  ENOTEMPTY: folderThere,
  EEXIST: folderThere,
  EBUSY: 'The file is open in another program. Close it there, or choose another name.',
};

/** What the system's refusal to write a file means to the user. */
export function fileFailure(error: unknown, path: string): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return {
    code: 'file',
    message: advice[code] ?? 'The file could not be written. Choose another folder or name.',
    detail: `${path}${code === '' ? '' : ` (${code})`}`,
  };
}
