import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { cacheFolder, configFolder } from '../../../../../main/platform/system/userFolders.ts';
import { onlyIf } from '../../../../support/onlyIf.ts';

const isLinux = onlyIf(process.platform === 'linux', 'Other systems name these folders otherwise.');

afterEach(() => {
  vi.unstubAllEnvs();
});

it.each(['', 'relative/folder'])('variables that say “%s” count as not set', isLinux, (value) => {
  for (const name of ['HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME']) vi.stubEnv(name, value);
  const { homedir } = userInfo();
  expect([configFolder(), cacheFolder()]).toEqual([
    join(homedir, '.config'),
    join(homedir, '.cache', 'rwa-explorer'),
  ]);
});

it('those that name a folder count', isLinux, () => {
  vi.stubEnv('XDG_CONFIG_HOME', '/config');
  vi.stubEnv('XDG_CACHE_HOME', '/cache');
  expect([configFolder(), cacheFolder()]).toEqual(['/config', join('/cache', 'rwa-explorer')]);
});
