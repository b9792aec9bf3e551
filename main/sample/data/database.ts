import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { installFunctions } from '../../store/query/functions.ts';
import { isoDay } from './calendar.ts';
import { generate, type DataSize, type OnProgress } from './generate.ts';

/** Counts up with every change of what is generated or how it is stored. */
const generatorVersion = 1;

/**
 * Opens the sample data of this size, and makes them first where the folder does not hold them yet. They are made under
 * another name and renamed when whole, so that a half-made file is never read.
 */
export function openSampleDatabase(
  cacheFolder: string,
  size: DataSize,
  onProgress: OnProgress,
): Database.Database {
  mkdirSync(cacheFolder, { recursive: true });
  const name = fileName(size, isoDay(size.today));
  const path = join(cacheFolder, name);
  if (!existsSync(path)) {
    makeFile(path, size, onProgress);
    removeOtherDays(cacheFolder, name, size);
  }
  const database = new Database(path, { readonly: true, fileMustExist: true });
  database.pragma('mmap_size = 8589934592');
  database.pragma('cache_size = -64000');
  installFunctions(database);
  return database;
}

function fileName({ seed, assets, transactions }: DataSize, day: string): string {
  const parts = ['sample', generatorVersion, seed, assets, transactions, day];
  return `${parts.map(String).join('-')}.sqlite`;
}

function makeFile(path: string, size: DataSize, onProgress: OnProgress): void {
  const unfinished = `${path}.${process.pid.toString()}-${Date.now().toString(36)}.part`;
  try {
    const database = new Database(unfinished);
    // The file is thrown away if anything goes wrong, so nothing is done for its safety.
    for (const setting of [
      'page_size = 8192',
      'journal_mode = OFF',
      'synchronous = OFF',
      'locking_mode = EXCLUSIVE',
      'cache_size = -200000',
      'temp_store = FILE',
    ]) {
      database.pragma(setting);
    }
    installFunctions(database);
    generate(database, size, onProgress);
    database.close();
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Data of other days are of no use to anyone: the app passes the real day. */
function removeOtherDays(cacheFolder: string, kept: string, size: DataSize): void {
  const [start = ''] = fileName(size, '*').split('*');
  for (const name of readdirSync(cacheFolder)) {
    if (name === kept || !name.startsWith(start) || !name.endsWith('.sqlite')) continue;
    try {
      rmSync(join(cacheFolder, name));
    } catch {
      // Windows does not let go of a file that another service reads; the next start tries again.
    }
  }
}
