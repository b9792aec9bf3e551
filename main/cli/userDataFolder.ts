import { homedir } from 'node:os';
import { join } from 'node:path';

/** The name of the app's folder, as Electron makes it from the product name. */
const folderName = 'RWA Explorer';

/** The folder that the window uses on this system when none is given: Electron's `app.getPath('userData')`. */
export function defaultUserDataFolder(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', folderName);
  if (platform === 'win32') {
    return join(environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), folderName);
  }
  return join(environment['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), folderName);
}
