import { afterEach, expect, it, vi } from 'vitest';
import { relaunch } from '../../../../main/electron/relaunch.ts';

const app = vi.hoisted(() => ({ relaunch: vi.fn() }));

vi.mock('electron', () => ({ app }));

afterEach(() => {
  vi.unstubAllEnvs();
  app.relaunch.mockClear();
});

it.each([
  ['APPIMAGE', '/home/u/RWA Explorer.AppImage'],
  ['PORTABLE_EXECUTABLE_FILE', 'C:\\Users\\u\\RWA Explorer.exe'],
])('the app starts again from the file that the user has: %s', (variable, file) => {
  vi.stubEnv(variable, file);
  relaunch(['--safe-mode']);
  expect(app.relaunch.mock.calls).toEqual([[{ args: ['--safe-mode'], execPath: file }]]);
});

it('an installed app starts again as it is', () => {
  vi.stubEnv('APPIMAGE', undefined);
  vi.stubEnv('PORTABLE_EXECUTABLE_FILE', undefined);
  relaunch([]);
  expect(app.relaunch.mock.calls).toEqual([[{ args: [] }]]);
});
