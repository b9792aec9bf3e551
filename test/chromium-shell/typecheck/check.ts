import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Compiles the files of `main` and `preload` that know Electron against the shell instead: `npm run types` does. */
export const shellConfiguration = 'test/chromium-shell/typecheck/tsconfig.json';

/**
 * Writes Electron's declarations for this configuration. They are needed for the global namespace `Electron`, which the shell's own
 * types are made from; but the same file declares the module `electron`, and such a declaration comes before any `paths`.
 * @param project its folder, absolute
 */
export function writeElectronNamespace(project: string): void {
  const declarations = createRequire(import.meta.url).resolve('electron/electron.d.ts');
  const withoutModules = readFileSync(declarations, 'utf8').replaceAll(
    /declare module 'electron[^']*' \{[^}]*\}/g,
    '',
  );
  const folder = path.join(project, '.cache', 'electron-namespace');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'index.d.ts'), withoutModules);
}
