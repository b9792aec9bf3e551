import { resolve } from 'node:path';
import { app } from 'electron';

/** The folder of everything the app stores for this user: the one named with `--user-data-dir`, else the system's usual one. */
export function openUserDataFolder(): string {
  const named = app.commandLine.getSwitchValue('user-data-dir');
  // Electron takes absolute paths only.
  if (named !== '') app.setPath('userData', resolve(named));
  return app.getPath('userData');
}
