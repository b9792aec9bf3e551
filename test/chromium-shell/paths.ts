import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

/** The folders that the shell knows by name. */
export type PathName = Extract<
  Parameters<Electron.App['getPath']>[0],
  'home' | 'appData' | 'userData' | 'temp' | 'desktop' | 'documents' | 'downloads' | 'logs'
>;

/** Where Electron keeps the data of all apps. */
export function appDataFolder(): string {
  if (process.platform === 'win32')
    return process.env['APPDATA'] ?? path.join(homedir(), 'AppData', 'Roaming');
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support');
  return process.env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config');
}

/** The folder of that name, for an app whose data lie in `userData`. */
export function folder(name: Exclude<PathName, 'userData'>, userData: string): string {
  switch (name) {
    case 'home':
      return homedir();
    case 'appData':
      return appDataFolder();
    case 'temp':
      return tmpdir();
    case 'desktop':
      return path.join(homedir(), 'Desktop');
    case 'documents':
      return path.join(homedir(), 'Documents');
    case 'downloads':
      return process.env['XDG_DOWNLOAD_DIR'] ?? path.join(homedir(), 'Downloads');
    case 'logs':
      return path.join(userData, 'logs');
  }
}
