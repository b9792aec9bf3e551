import path from 'node:path';

export const projectFolder = path.resolve(import.meta.dirname, '../..');

/** Memory of the scripts between runs. `npm ci` keeps it. */
export const memoryFolder = path.join(projectFolder, '.cache');

/** Memory about installed packages. `npm ci` removes it. */
export const installationFolder = path.join(projectFolder, 'node_modules', '.cache', 'rwa-explorer');

/** Memory of the checks of types, lint rules and formatting. */
export const checksFolder = path.join(memoryFolder, 'checks');

export function packageProgram(...names: string[]): string {
  return path.join(projectFolder, 'node_modules', ...names);
}
