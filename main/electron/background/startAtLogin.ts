import { app } from 'electron';
import { appImageOf } from '../../platform/system/installation.ts';
import { autostartPath, hiddenSwitch, writeAutostart } from '../../platform/system/autostart.ts';

/** Makes the system start the app with the user's session, or no longer. Only the installed app can be started so. */
export async function setStartAtLogin(on: boolean): Promise<void> {
  if (process.platform === 'linux') {
    const program = appImageOf() ?? process.execPath;
    await writeAutostart(autostartPath(), on ? program : null);
  } else app.setLoginItemSettings({ openAtLogin: on, args: [`--${hiddenSwitch}`] });
}

/** Whether this start is to have no window. macOS passes no arguments at login, and says that it was one instead. */
export function startsHidden(): boolean {
  if (app.commandLine.hasSwitch(hiddenSwitch)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
