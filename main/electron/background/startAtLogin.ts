import { app } from 'electron';
import { appImageOf } from '../../platform/system/installation.ts';
import {
  autostartPath,
  hiddenSwitch,
  renewAutostart,
  writeAutostart,
} from '../../platform/system/autostart.ts';

export async function setStartAtLogin(on: boolean): Promise<void> {
  if (process.platform === 'linux') {
    await writeAutostart(autostartPath(), on ? program() : null);
  } else app.setLoginItemSettings({ openAtLogin: on, args: [`--${hiddenSwitch}`] });
}

/**
 * Registers the current program again if its path changed: the file name of an AppImage contains its version.
 * Other systems keep the path, and registering again would undo the user's choice in the system settings.
 */
export async function renewStartAtLogin(): Promise<void> {
  if (process.platform === 'linux') await renewAutostart(autostartPath(), program());
}

/** macOS may ask the user first; Windows users may switch it off. */
export function isStartRefused(): boolean {
  if (process.platform === 'linux') return false;
  if (process.platform === 'darwin') return app.getLoginItemSettings().status !== 'enabled';
  // Without quotes, Electron compares the path only up to its first space (Electron issue 53911).
  return !app.getLoginItemSettings({ path: `"${process.execPath}"` }).executableWillLaunchAtLogin;
}

function program(): string {
  return appImageOf() ?? process.execPath;
}

/** macOS passes no arguments at login, but reports the login start. */
export function startsHidden(): boolean {
  if (app.commandLine.hasSwitch(hiddenSwitch)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
