import path from 'node:path';

/** The project's folder. */
export const projectFolder = path.resolve(import.meta.dirname, '../..');

/** What the scripts remember between runs, gone with the next `npm ci`. */
export const memoryFolder = path.join(projectFolder, 'node_modules', '.cache', 'rwa-explorer');

/** What the checks of types and lint rules remember between runs. */
export const checksFolder = path.join(memoryFolder, 'checks');

/** The program of an installed package. */
export function packageProgram(...names: string[]): string {
  return path.join(projectFolder, 'node_modules', ...names);
}
