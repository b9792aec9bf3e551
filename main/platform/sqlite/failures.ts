import { FailureError, errorCode, errorText, type Failure } from '../../../preload/contract/failures.ts';
import { diskSpace, megabytes } from '../system/diskSpace.ts';

const sentences: readonly (readonly [start: RegExp, sentence: string])[] = [
  [
    /^SQLITE_READONLY_DBMOVED/,
    'Another program replaced or removed a database of the app while it was open. Restart the app: it goes on with what is there now, or with a copy.',
  ],
  [/^SQLITE_FULL/, 'The disk is full. Free some space, then try again.'],
  [
    /^SQLITE_READONLY/,
    'The app’s data folder is not writable. Make it writable, or start the app with another data folder.',
  ],
  [
    /^EFTYPE/,
    'A file in the app’s data folder is a link, a folder, a pipe or a device. Remove it, or start the app with another data folder.',
  ],
  [
    /^SQLITE_CANTOPEN/,
    'The app’s data cannot be opened. Check that its folder exists and can be written, then restart the app.',
  ],
  [
    /^SQLITE_(CORRUPT|NOTADB)/,
    'A database of the app is damaged. Restart the app: it sets the damaged file aside and continues with an intact one.',
  ],
  [
    /^SQLITE_(BUSY|LOCKED)/,
    'Another program is using the app’s data. Close other windows of the app, then try again.',
  ],
  [
    /^SQLITE_IOERR/,
    'The disk reported an error. Check the disk, its free space and limits on the size of files, then try again.',
  ],
];

const fileCodes: Readonly<Record<string, string>> = {
  EACCES: 'SQLITE_READONLY',
  EPERM: 'SQLITE_READONLY',
  EROFS: 'SQLITE_READONLY',
  // The shared memory of a database's connections has no space.
  SQLITE_IOERR_SHMSIZE: 'SQLITE_FULL',
  ENOSPC: 'SQLITE_FULL',
  EDQUOT: 'SQLITE_FULL',
  ENOENT: 'SQLITE_CANTOPEN',
  ENOTDIR: 'SQLITE_CANTOPEN',
  // Anything but a plain file: a link, a pipe without a reader, a folder.
  ELOOP: 'EFTYPE',
  ENXIO: 'EFTYPE',
  EISDIR: 'EFTYPE',
  EEXIST: 'SQLITE_CANTOPEN',
};

export const cacheDamaged: Failure = {
  code: 'damaged',
  message: 'The disk damaged a part of the cache. Clear the cache, then go online to fill it again.',
};

export function storageFailure(error: unknown, folder?: string): unknown {
  if (error instanceof FailureError) return error;
  const code = errorCode(error);
  const known = sentences.find(([start]) => start.test(fileCodes[code] ?? code));
  const isSqlite = code.startsWith('SQLITE_') && !code.startsWith('SQLITE_ERROR') && code !== 'SQLITE_MISUSE';
  if (known === undefined && !isSqlite) return error;
  const message =
    (folder === undefined ? undefined : sentenceOn(folder, error)) ??
    known?.[1] ??
    'The app’s data could not be read or written. Restart the app.';
  // For a damaged file, SQLite’s own message does not help.
  const detail = isDamage(error) ? undefined : errorText(error);
  return new FailureError({ code: 'storage', message, detail }, { cause: error });
}

function sentenceOn(folder: string, error: unknown): string | undefined {
  if (isFull(error))
    return `The disk that holds ${folder} is full (${megabytes(diskSpace(folder).free)} free). Clear the cache or free some space, then try again.`;
  return isReadOnly(error) ? notWritable(folder) : undefined;
}

export function notWritable(folder: string): string {
  return `Nothing can be saved: ${folder} is not writable. Make it writable, or start the app with another data folder.`;
}

export function sqliteFailure(error: unknown): unknown {
  return errorCode(error).startsWith('SQLITE_') ? storageFailure(error) : error;
}

export function isDamage(error: unknown): boolean {
  const code = errorCode(error instanceof FailureError ? error.cause : error);
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';
}

export function isFull(error: unknown): boolean {
  const code = errorCode(error);
  return (fileCodes[code] ?? code) === 'SQLITE_FULL';
}

export function isReadOnly(error: unknown): boolean {
  const code = errorCode(error);
  return (fileCodes[code] ?? code).startsWith('SQLITE_READONLY');
}

export function isBusy(error: unknown): boolean {
  return errorCode(error).startsWith('SQLITE_BUSY');
}
