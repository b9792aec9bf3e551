import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** The program that runs. */
type Program = Pick<NodeJS.Process, 'platform' | 'execPath' | 'env'>;

/** By this Windows starts the app for a notification that was clicked. Electron would make one up for each run, and the registry keep them all. */
export const toastActivator = '{2CACFEF2-F96A-4E93-9C48-E54D6548CD96}';

/**
 * False on Windows where the app was unpacked from a zip: nothing updates or removes it, so it takes nothing over from an installed one.
 * Rule: `UNINSTALL_FILENAME` in electron-builder's `common.nsh`.
 */
export function isInstalled({ platform, execPath }: Program = process): boolean {
  return platform !== 'win32' || existsSync(join(dirname(execPath), `Uninstall ${basename(execPath)}`));
}

/**
 * The AppImage that holds the program; null if it is in none, though another AppImage may have started it, such as an editor with a terminal.
 * Rule: AppImage documentation, "Environment variables".
 */
export function appImageOf({ execPath, env }: Program = process): string | null {
  const { APPIMAGE: file, APPDIR: folder } = env;
  if (file === undefined || folder === undefined || !existsSync(folder)) return null;
  return execPath.startsWith(realpathSync(folder) + sep) ? file : null;
}
