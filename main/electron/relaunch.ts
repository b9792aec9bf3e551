import { spawn } from 'node:child_process';
import { app } from 'electron';
import { appImageOf } from '../platform/system/installation.ts';

/**
 * Starts the app again with these arguments once it has ended. On Linux Electron's own way leaves a program that may gain no rights
 * (`PR_SET_NO_NEW_PRIVS` in its `relauncher.cc`): Chromium's sandbox may need its helper, and an AppImage, which is started from its file, a mount.
 */
export function relaunch(args: readonly string[]): void {
  if (process.platform !== 'linux') {
    app.relaunch({ args: [...args] });
    return;
  }
  const appImage = appImageOf();
  const { APPIMAGE: _file, APPDIR: _folder, ARGV0: _name, OWD: _workingFolder, ...env } = process.env;
  app.once('quit', () => {
    app.releaseSingleInstanceLock();
    spawn(appImage ?? process.execPath, args, { detached: true, stdio: 'ignore', env }).unref();
  });
}
