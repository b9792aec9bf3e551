import { app } from 'electron';
import { autostartPath, hiddenSwitch, writeAutostart } from './autostart.ts';

/** Makes the system start the app with the user's session, or no longer. Only the installed app can be started so. */
export async function setStartAtLogin(on: boolean): Promise<void> {
  if (process.platform === 'linux') {
    const program = process.env['APPIMAGE'] ?? process.execPath;
    await writeAutostart(autostartPath(process.env), on ? program : null);
  } else app.setLoginItemSettings({ openAtLogin: on, args: [`--${hiddenSwitch}`] });
}
