import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { FailureError, type Failure } from '../../preload/contract/failures.ts';

/**
 * Writes a file that appears under its name only when it is whole: into a temporary name beside it, flushed to the disk, then
 * renamed. Where the work fails nothing is left behind and an older file of that name is untouched.
 * @throws FailureError `file` when the system refuses to write.
 */
export async function writeWholeFile(
  path: string,
  work: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<{ bytes: number }> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.part`;
  const file = await open(temporary, 'wx').catch((error: unknown) => {
    throw new FailureError(fileFailure(error, path), { cause: error });
  });
  let bytes = 0;
  try {
    await work(async (text) => {
      const block = Buffer.from(text, 'utf8');
      await asFileFailure(path, file.writeFile(block));
      bytes += block.byteLength;
    });
    await asFileFailure(path, file.sync());
    await file.close();
    await asFileFailure(path, rename(temporary, path));
    return { bytes };
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
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
  EACCES: 'This folder may not be written to. Choose another one.',
  EPERM: 'This folder may not be written to. Choose another one.',
  EROFS: 'This folder may not be written to. Choose another one.',
  ENOENT: 'The folder does not exist. Choose another one.',
  EISDIR: 'There is a folder of this name. Choose another name.',
  EBUSY: 'The file is open in another program. Close it there, or choose another name.',
};

function fileFailure(error: unknown, path: string): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return {
    code: 'file',
    message: advice[code] ?? 'The file could not be written. Choose another folder or name.',
    detail: `${path}${code === '' ? '' : ` (${code})`}`,
  };
}
