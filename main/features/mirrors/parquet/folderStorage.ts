import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { FailureError, errorText } from '../../../../preload/contract/failures.ts';
import { writeWholeFile } from '../../exports/wholeFile.ts';
import { retryAt } from '../retryAt.ts';
import { manifestName } from './manifest.ts';
import type { MirrorStorage } from './storage.ts';

/** A mirror of one resource in a folder of this computer. */
export function folderStorage(root: string, table: string): MirrorStorage {
  const folder = join(root, table);
  const workFolder = join(folder, '_work');
  let isOurs = false;
  let hasNewFolders = false;
  return {
    name: folder,
    // The lock says that no other process writes.
    leftoverMs: 0,
    async prepare(lock) {
      await mkdir(folder, { recursive: true });
      await lock(join(folder, '_lock'));
      isOurs = true;
      await rm(workFolder, { recursive: true, force: true });
      await mkdir(workFolder);
      return workFolder;
    },
    async readManifest() {
      try {
        return await readFile(join(folder, manifestName), 'utf8');
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }
    },
    async writeManifest(text) {
      if (hasNewFolders) await syncFolder(folder);
      hasNewFolders = false;
      await writeWholeFile(join(folder, manifestName), (write) => write(text));
      await syncFolder(folder);
    },
    fetch: (path) => Promise.resolve(join(folder, path)),
    async put(local, path) {
      const to = join(folder, path);
      const made = await mkdir(dirname(to), { recursive: true });
      await rename(local, to);
      await syncFolder(dirname(to));
      hasNewFolders ||= made !== undefined;
    },
    async list() {
      const names = await readdir(folder, { recursive: true });
      const own = names.map((name) => name.split(sep).join('/')).filter((name) => !name.startsWith('_'));
      const found = await Promise.all(
        own.map(async (path) => ({ path, stats: await stat(join(folder, path)) })),
      );
      return found.flatMap(({ path, stats }) => (stats.isFile() ? { path, changedAt: stats.mtimeMs } : []));
    },
    async remove(paths) {
      for (const path of paths) await rm(join(folder, path), { force: true });
    },
    explain: (error) => folderFailure(error, folder),
    async close() {
      if (isOurs) await rm(workFolder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

/** Puts the names of a folder on the disk. Rule: fsync(2). Windows has no such call for folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const diskFull = 'The disk is full. Free some space, then run the mirror again: it resumes where it stopped.';
const notWritable =
  'The folder of the mirror cannot be written. Give your user the right to write there, or choose another folder.';
const noFolder =
  'The folder of the mirror cannot be made: a part of its path is a file. Choose another folder.';

const sentences: Readonly<Record<string, string>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  SQLITE_FULL: diskFull,
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  SQLITE_READONLY: notWritable,
  SQLITE_CANTOPEN: notWritable,
  ENOTDIR: noFolder,
  EEXIST: noFolder,
};

function folderFailure(error: unknown, folder: string): unknown {
  const [cause, code] =
    error instanceof FailureError ? [error.cause, codeOf(error.cause)] : [error, codeOf(error)];
  const message = sentences[code];
  if (message === undefined) return error;
  return new FailureError(
    {
      code: 'storage',
      message,
      detail: `${folder}: ${errorText(cause)}`,
      ...(message === diskFull ? { retryAt: retryAt() } : {}),
    },
    { cause: error },
  );
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
