import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { FailureError, type Failure } from '../../preload/contract/failures.ts';

/**
 * Makes a file that appears under its name only when it is whole: `make` writes it under a temporary name beside it, then it is
 * renamed. Where the work fails nothing is left behind and an older file of that name is untouched.
 * @throws FailureError `file` when the system refuses to write.
 */
export async function makeWholeFile<T>(path: string, make: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = temporaryName(path);
  try {
    const made = await make(temporary);
    await asFileFailure(path, rename(temporary, path));
    return made;
  } catch (error) {
    await rm(temporary, { force: true, recursive: true });
    throw error;
  }
}

/** A name beside a file that nothing else has. */
export function temporaryName(path: string): string {
  return `${path}.${randomBytes(4).toString('hex')}.part`;
}

/** Writes a file of text, or of bytes, in the same way. */
export function writeWholeFile(
  path: string,
  work: (write: (block: string | Uint8Array) => Promise<void>) => Promise<void>,
): Promise<{ bytes: number }> {
  return makeWholeFile(path, async (temporary) => {
    const file = await asFileFailure(path, open(temporary, 'wx'));
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

async function asFileFailure<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new FailureError(fileFailure(error, path), { cause: error });
  }
}

const advice: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space, or choose another folder.',
  EDQUOT: 'The disk is full. Free some space, or choose another folder.',
  EACCES: 'This folder may not be written to. Choose another one.',
  EPERM: 'This folder may not be written to. Choose another one.',
  EROFS: 'This folder may not be written to. Choose another one.',
  ENOENT: 'The folder does not exist. Choose another one.',
  ENOTDIR: 'The folder does not exist. Choose another one.',
  EISDIR: 'There is a folder of this name. Choose another name.',
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
