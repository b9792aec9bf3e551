import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

type Program = Pick<NodeJS.Process, 'platform' | 'execPath' | 'env'>;

/** Windows starts the app by this id for a clicked notification. Electron's default is new per run. */
export const toastActivator = '{2CACFEF2-F96A-4E93-9C48-E54D6548CD96}';

/**
 * Returns false on Windows if the app was unpacked from a zip: nothing updates or removes it, so it changes
 * no settings of an installed one. Rule: `UNINSTALL_FILENAME` in electron-builder's `common.nsh`.
 */
export function isInstalled({ platform, execPath }: Program = process): boolean {
  return platform !== 'win32' || existsSync(join(dirname(execPath), `Uninstall ${basename(execPath)}`));
}

/**
 * Returns the AppImage of the program; null if there is none, even if another AppImage, such as an editor
 * with a terminal, started it. Rule: AppImage documentation, "Environment variables".
 */
export function appImageOf({ execPath, env }: Program = process): string | null {
  const { APPIMAGE: file, APPDIR: folder } = env;
  if (file === undefined || folder === undefined || !existsSync(folder)) return null;
  return execPath.startsWith(realpathSync(folder) + sep) ? file : null;
}
