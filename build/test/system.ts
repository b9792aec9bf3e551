import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { projectFolder } from '../start/project.ts';

const variable = 'RWA_TEST_SYSTEM';

/**
 * Installs what tests need, if allowed; otherwise prints what to type.
 * @returns whether everything is installed
 */
export function completeSystem(): boolean {
  if (process.env[variable] === undefined) {
    const script = path.join(projectFolder, 'build', 'system.mjs');
    const { status } = spawnSync(process.execPath, [script, 'test'], { stdio: 'inherit' });
    process.env[variable] = status === 0 ? 'complete' : 'incomplete';
  }
  return process.env[variable] === 'complete';
}
