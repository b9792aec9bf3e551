import { afterEach, expect, it, vi } from 'vitest';
import { userDataFolderOf } from '../../../../main/cli/userDataFolder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('on Windows the data lie in the local folder, which no roaming profile copies', () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  vi.stubEnv('APPDATA', '/users/me/Roaming');
  vi.stubEnv('LOCALAPPDATA', '/users/me/Local');
  expect(userDataFolderOf({})).toBe('/users/me/Local/RWA Explorer');
});

it('a folder that is named is taken, also a relative one', () => {
  expect(userDataFolderOf({ userDataDir: '/data' })).toBe('/data');
  expect(userDataFolderOf({ userDataDir: 'data' })).toBe(`${process.cwd()}/data`);
});
