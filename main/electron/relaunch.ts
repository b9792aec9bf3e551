import { spawn } from 'node:child_process';
import { app } from 'electron';
import { hiddenSwitch } from '../platform/system/autostart.ts';
import { appImageOf } from '../platform/system/installation.ts';
import { ownArguments } from './modes.ts';

export interface RelaunchOptions {
  readonly without?: readonly string[];
  readonly toOpen?: readonly string[];
}

/**
 * Restarts the app with the same switches, but without the files or links of this start. On Linux, Electron's
 * relauncher sets `PR_SET_NO_NEW_PRIVS` (`relauncher.cc`): Chromium's sandbox may need its helper, and an
 * AppImage, started from its file, a mount.
 */
export function relaunch({ without = [], toOpen = [] }: RelaunchOptions = {}): void {
  const dropped = [`--${hiddenSwitch}`, ...without];
  const own = ownArguments(process.argv, app.isPackaged);
  const kept = process.argv.filter((arg, at) => !dropped.includes(arg) && (at < own || arg.startsWith('-')));
  const args = [...kept.slice(1), ...toOpen];
  if (process.platform !== 'linux') {
    app.relaunch({ args });
    return;
  }
  const appImage = appImageOf();
  const { APPIMAGE: _file, APPDIR: _folder, ARGV0: _name, OWD: _workingFolder, ...env } = process.env;
  app.once('quit', () => {
    app.releaseSingleInstanceLock();
    spawn(appImage ?? process.execPath, args, { detached: true, stdio: 'ignore', env }).unref();
  });
}
