import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cacheCompiledCodeOf } from '../platform/system/compiled.ts';
import { configFolder } from '../platform/system/userFolders.ts';

const option = '--user-data-dir';

/** The name of the app's folder, that of the product. */
const folderName = 'RWA Explorer';

/** The folder of the app's data: where none is given, the system's usual one. */
export function userDataFolderOf({ userDataDir }: { readonly userDataDir?: string | undefined }): string {
  return resolve(userDataDir ?? join(configFolder(), folderName));
}

/** Keeps the code of commands compiled where there are data of the app: a command that reads or writes none makes no folder. */
export function keepCompiled(argv: readonly string[], entryUrl: string): void {
  const named = argv.map((word, at) => (word === option ? argv[at + 1] : word.split(`${option}=`)[1]));
  const folder = named.findLast((dir) => dir !== undefined) ?? userDataFolderOf({});
  if (existsSync(join(folder, 'data'))) cacheCompiledCodeOf(entryUrl);
}
