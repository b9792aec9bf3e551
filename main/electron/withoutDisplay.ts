import { spawnSync } from 'node:child_process';
import { app } from 'electron';

const switches = ['--ozone-platform=headless', '--disable-gpu'];

/**
 * The arguments with which a command runs on a Linux without a display, where Chromium ends as soon as it looks for one; null where
 * it can run as it is. Chromium takes its display before this code (`SetOzonePlatformForLinuxIfNeeded` in Electron's
 * `electron_main_delegate.cc`), so the switches have to be there from the beginning.
 */
export function argumentsWithoutDisplay({
  platform,
  env,
  argv,
  versions,
}: Pick<NodeJS.Process, 'platform' | 'env' | 'argv'> & { versions: object }): readonly string[] | null {
  if (platform !== 'linux' || !('electron' in versions)) return null;
  const hasDisplay = Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']);
  const chosen = argv.some((arg) => arg.startsWith('--ozone-platform'));
  return hasDisplay || chosen ? null : [...switches, ...argv.slice(1)];
}

/** Runs this program with other arguments in the place of this run, and ends with its exit code. */
export function runAgain(args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  app.exit(status ?? 1);
}
