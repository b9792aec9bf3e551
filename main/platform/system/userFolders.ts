import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { FailureError } from '../../../preload/contract/failures.ts';

/** The user's folders. Rule: XDG Base Directory Specification: an empty or relative path counts as unset. */

function named(variable: string): string | undefined {
  const folder = process.env[variable];
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

export function findHome(): string | undefined {
  for (const find of [homedir, () => userInfo().homedir]) {
    try {
      const home = find();
      if (isAbsolute(home)) return home;
    } catch {
      // The system does not know this user.
    }
  }
  return undefined;
}

/** @throws FailureError `storage` if the user has none */
function homeFolder(): string {
  const home = findHome();
  if (home !== undefined) return home;
  throw new FailureError({
    code: 'storage',
    message:
      'This user has no home folder. Set HOME, or name a folder for the app’s data with --user-data-dir.',
  });
}

/** On Windows the local folder: roaming profiles copy the other at each logon. */
export function configFolder(): string {
  if (process.platform === 'darwin') return join(homeFolder(), 'Library', 'Application Support');
  if (process.platform === 'win32') return named('LOCALAPPDATA') ?? join(homeFolder(), 'AppData', 'Local');
  return named('XDG_CONFIG_HOME') ?? join(homeFolder(), '.config');
}

export function cacheFolder(): string {
  if (process.platform === 'darwin') return join(homeFolder(), 'Library', 'Caches', 'RWA Explorer');
  if (process.platform === 'win32') return join(configFolder(), 'rwa-explorer');
  return join(named('XDG_CACHE_HOME') ?? join(homeFolder(), '.cache'), 'rwa-explorer');
}
