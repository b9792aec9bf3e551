import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildWhereStale } from '../start/buildApp.ts';
import { installedElectron } from '../start/electronRuntime.ts';
import { projectFolder } from '../start/project.ts';
import { runIsolated } from './isolated.ts';
import { completeSystem } from './system.ts';

/**
 * Runs end-to-end tests on the Chromium shell, or with `--electron` on Electron. Other arguments go to
 * Playwright.
 * @returns the exit code
 */
export async function runEndToEnd(args: readonly string[]): Promise<number> {
  const onElectron = args.includes('--electron');
  const others = args.filter((arg) => arg !== '--electron');
  if (onElectron && installedElectron() === undefined) {
    process.stderr.write("Electron's runtime is not installed. Run: npx install-electron\n");
    return 1;
  }
  if (onElectron) {
    const script = path.join(projectFolder, 'build', 'system.mjs');
    spawnSync(process.execPath, [script, 'electron-test'], { stdio: 'inherit' });
  } else completeSystem();
  if (!(await buildWhereStale())) return 1;
  const environment = onElectron ? { environment: { RWA_TEST_HOST: 'electron' }, display: true } : {};
  return runIsolated(['playwright', 'test', ...others], environment);
}
