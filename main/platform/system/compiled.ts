import { createHash } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makePrivateFolder } from './privateFolder.ts';
import { cacheFolder } from './userFolders.ts';

/**
 * The folder for the compiled code of this build, without that of the builds before it: in the user's own cache folder, wherever the data are.
 * Data may come from somebody else, and with them would come what runs.
 * @param entryUrl the entry of the program, whose time is that of its build
 */
function compiledFolderOf(entryUrl: string): string {
  const entry = fileURLToPath(entryUrl);
  const { mtimeMs, size } = statSync(entry);
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
  const ofProgram = join(cacheFolder(), 'compiled', hash(entry));
  const ofBuild = join(ofProgram, hash(`${mtimeMs.toString()} ${size.toString()}`));
  if (!existsSync(ofBuild)) rmSync(ofProgram, { recursive: true, force: true });
  return ofBuild;
}

/** As `cacheCompiledCode`, in the user's own folder for this program; not where the user has none. */
export function cacheCompiledCodeOf(entryUrl: string): void {
  let folder: string;
  try {
    folder = compiledFolderOf(entryUrl);
  } catch {
    return;
  }
  cacheCompiledCode(folder);
}

/**
 * Keeps what V8 makes of the code in a folder, for the next start. The folder holds code that will run: it must be the user's
 * own. Where it cannot be written, the code is compiled again. Of modules that are loaded after this call, in this thread.
 * Rule: Node.js, `module.enableCompileCache`.
 */
export function cacheCompiledCode(folder: string): void {
  try {
    // Whoever can write to it can run code as the user.
    if (makePrivateFolder(folder) !== null) return;
  } catch {
    return;
  }
  module.enableCompileCache(folder);
  const ofThisVersion = module.getCompileCacheDir();
  if (ofThisVersion !== undefined) makePrivateFolder(ofThisVersion);
}

/** The folder of this thread, to be handed to others; null where nothing is stored. */
export function compiledFolder(): string | null {
  const ofThisVersion = module.getCompileCacheDir();
  return ofThisVersion === undefined ? null : dirname(ofThisVersion);
}

/** Writes what was compiled so far, functions that were first called after the start among it. */
export function flushCompiled(): void {
  module.flushCompileCache();
}
