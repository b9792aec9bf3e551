import { spawn } from 'node:child_process';
import { app } from 'electron';
import { appImageOf } from './installation.ts';

/**
 * Starts the app again with these arguments once it has ended. An AppImage is started from its file: Electron's own way goes by a program
 * inside of it, which is gone by then, and which may not mount it again (`PR_SET_NO_NEW_PRIVS` in its `relauncher.cc`).
 */
export function relaunch(args: readonly string[]): void {
  const appImage = appImageOf();
  if (appImage === null) {
    app.relaunch({ args: [...args] });
    return;
  }
  const { APPIMAGE: _file, APPDIR: _folder, ARGV0: _name, OWD: _workingFolder, ...env } = process.env;
  app.once('quit', () => {
    app.releaseSingleInstanceLock();
    spawn(appImage, args, { detached: true, stdio: 'ignore', env }).unref();
  });
}
