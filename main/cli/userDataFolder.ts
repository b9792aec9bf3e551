import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { cacheCompiledCode } from '../platform/system/compiled.ts';

const option = '--user-data-dir';

/** The name of the app's folder, as Electron makes it from the product name. */
const folderName = 'RWA Explorer';

/** The folder of a command's data: where none is given, the window's on this system, Electron's `app.getPath('userData')`. */
export function userDataFolderOf({ userDataDir }: { readonly userDataDir?: string | undefined }): string {
  return resolve(userDataDir ?? join(configFolder(), folderName));
}

/** Keeps the code of commands compiled where there are data of the app: a command that reads or writes none makes no folder. */
export function keepCompiled(argv: readonly string[]): void {
  const named = argv.map((word, at) => (word === option ? argv[at + 1] : word.split(`${option}=`)[1]));
  const folder = userDataFolderOf({ userDataDir: named.findLast((dir) => dir !== undefined) });
  if (existsSync(join(folder, 'data'))) cacheCompiledCode(join(folder, 'compiled'));
}

function configFolder(): string {
  const { platform, env } = process;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming');
  return env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
}
