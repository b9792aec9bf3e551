import { homedir } from 'node:os';
import path from 'node:path';

/** The folders that the app asks for. */
export type PathName = Extract<Parameters<Electron.App['getPath']>[0], 'userData' | 'downloads'>;

/** Where Electron keeps the data of all apps. */
export function appDataFolder(): string {
  if (process.platform === 'win32')
    return process.env['APPDATA'] ?? path.join(homedir(), 'AppData', 'Roaming');
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support');
  return process.env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config');
}

export function downloadsFolder(): string {
  return process.env['XDG_DOWNLOAD_DIR'] ?? path.join(homedir(), 'Downloads');
}
