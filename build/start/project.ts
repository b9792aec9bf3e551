import path from 'node:path';

/** The project's folder. */
export const projectFolder = path.resolve(import.meta.dirname, '../..');

/** What the scripts remember between runs; `npm ci` leaves it alone. */
export const memoryFolder = path.join(projectFolder, '.cache');

/** What the scripts remember of the installed packages, gone with the next `npm ci`. */
export const installationFolder = path.join(projectFolder, 'node_modules', '.cache', 'rwa-explorer');

/** What the checks of types, lint rules and formatting remember between runs. */
export const checksFolder = path.join(memoryFolder, 'checks');

/** The program of an installed package. */
export function packageProgram(...names: string[]): string {
  return path.join(projectFolder, 'node_modules', ...names);
}
