import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cacheCompiledCodeOf } from '../platform/system/compiled.ts';
import { configFolder } from '../platform/system/userFolders.ts';

const option = '--user-data-dir';

const folderName = 'RWA Explorer';

export function userDataFolderOf({ userDataDir }: { readonly userDataDir?: string | undefined }): string {
  return resolve(userDataDir ?? join(configFolder(), folderName));
}

/** Caches compiled code if the app has data; never makes the folder. */
export function keepCompiled(argv: readonly string[], entryUrl: string): void {
  const named = argv.map((word, at) => (word === option ? argv[at + 1] : word.split(`${option}=`)[1]));
  try {
    const folder = named.findLast((dir) => dir !== undefined) ?? userDataFolderOf({});
    if (existsSync(join(folder, 'data'))) cacheCompiledCodeOf(entryUrl);
  } catch {
    // A command that needs a home folder reports that it is missing.
  }
}
