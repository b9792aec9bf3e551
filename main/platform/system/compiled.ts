import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dayMs } from '../../../preload/contract/days.ts';
import { appImageOf } from './installation.ts';
import { makePrivateFolder } from './privateFolder.ts';
import { cacheFolder } from './userFolders.ts';

const unusedMs = 30 * dayMs;

/**
 * Returns the folder for compiled code of this build, always in the user's own cache folder: copied data must
 * not bring code that runs.
 * @param entryUrl the entry of the program. Its text identifies the build, because the time of a file in an
 * archive is the start of the process (Electron's `asar-fs-wrapper.ts`).
 */
function compiledFolderOf(entryUrl: string): string {
  const all = join(cacheFolder(), 'compiled');
  const build = createHash('sha256')
    .update(readFileSync(fileURLToPath(entryUrl)))
    .digest('hex');
  const ofBuild = join(all, build.slice(0, 16));
  const now = new Date();
  if (existsSync(ofBuild)) utimesSync(ofBuild, now, now);
  else if (existsSync(all))
    for (const folder of readdirSync(all).map((name) => join(all, name)))
      if (now.getTime() - lstatSync(folder).mtimeMs > unusedMs)
        rmSync(folder, { recursive: true, force: true });
  return ofBuild;
}

/** Skipped if the program's path changes at each start: Node identifies code by its path. */
export function cacheCompiledCodeOf(entryUrl: string): void {
  if (appImageOf() !== null || entryUrl.includes('/AppTranslocation/')) return;
  let folder: string;
  try {
    folder = compiledFolderOf(entryUrl);
  } catch {
    return;
  }
  cacheCompiledCode(folder);
}

/**
 * Stores V8's compiled code of later imports in a folder, for the next start. The folder has code that will
 * run, so it must be the user's own. If it cannot be written, code is compiled again. Rule: Node.js,
 * `module.enableCompileCache`.
 */
export function cacheCompiledCode(folder: string): void {
  try {
    // Other users who can write there could run code as this user.
    if (makePrivateFolder(folder) !== null) return;
  } catch {
    return;
  }
  module.enableCompileCache(folder);
  const ofThisVersion = module.getCompileCacheDir();
  if (ofThisVersion !== undefined) makePrivateFolder(ofThisVersion);
}

export function compiledFolder(): string | null {
  const ofThisVersion = module.getCompileCacheDir();
  return ofThisVersion === undefined ? null : dirname(ofThisVersion);
}

/** Writes the code compiled so far, including functions first called after the start. */
export function flushCompiled(): void {
  module.flushCompileCache();
}
