import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { projectFolder } from '../start/project.ts';

/** Whether this process, or the one that has started it, has looked already. */
const variable = 'RWA_TEST_SYSTEM';

/**
 * Installs what the system lacks for the tests, where it may; else names it, with what to type.
 * @returns whether everything is there
 */
export function completeSystem(): boolean {
  if (process.env[variable] === undefined) {
    const script = path.join(projectFolder, 'build', 'system.mjs');
    const { status } = spawnSync(process.execPath, [script, 'test'], { stdio: 'inherit' });
    process.env[variable] = status === 0 ? 'complete' : 'incomplete';
  }
  return process.env[variable] === 'complete';
}
