import path from 'node:path';

export const projectFolder = path.resolve(import.meta.dirname, '../..');

/** State of the scripts between runs. `npm ci` keeps it. */
export const memoryFolder = path.join(projectFolder, '.cache');

/** State about installed packages. `npm ci` removes it. */
export const installationFolder = path.join(projectFolder, 'node_modules', '.cache', 'rwa-explorer');

export const checksFolder = path.join(memoryFolder, 'checks');

export function packageProgram(...names: string[]): string {
  return path.join(projectFolder, 'node_modules', ...names);
}
