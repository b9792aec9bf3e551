import { app } from 'electron';
import { appImageOf } from '../../platform/system/installation.ts';
import {
  autostartPath,
  hiddenSwitch,
  renewAutostart,
  writeAutostart,
} from '../../platform/system/autostart.ts';

/** Makes the system start the app with the user's session, or no longer. Only the installed app can be started so. */
export async function setStartAtLogin(on: boolean): Promise<void> {
  if (process.platform === 'linux') {
    await writeAutostart(autostartPath(), on ? program() : null);
  } else app.setLoginItemSettings({ openAtLogin: on, args: [`--${hiddenSwitch}`] });
}

/**
 * Has the system start the program that runs where it starts another: the file of an AppImage that was replaced is named after its version.
 * Elsewhere it stays in its place, and Electron would take back what the user has switched off in the system.
 */
export async function renewStartAtLogin(): Promise<void> {
  if (process.platform === 'linux') await renewAutostart(autostartPath(), program());
}

/** Whether the system does not start the app though it was told to. macOS may ask the user for it first; in Windows the user may switch it off. */
export function isStartRefused(): boolean {
  if (process.platform === 'linux') return false;
  if (process.platform === 'darwin') return app.getLoginItemSettings().status !== 'enabled';
  // Without quotes Electron compares a path up to its first space (Electron issue 53911).
  return !app.getLoginItemSettings({ path: `"${process.execPath}"` }).executableWillLaunchAtLogin;
}

function program(): string {
  return appImageOf() ?? process.execPath;
}

/** Whether this start is to have no window. macOS passes no arguments at login, and says that it was one instead. */
export function startsHidden(): boolean {
  if (app.commandLine.hasSwitch(hiddenSwitch)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
