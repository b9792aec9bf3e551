import module from 'node:module';
import { dirname } from 'node:path';
import { makePrivateFolder } from './privateFolder.ts';

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
