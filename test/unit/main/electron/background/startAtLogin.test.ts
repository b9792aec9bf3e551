import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import {
  isStartRefused,
  renewStartAtLogin,
  setStartAtLogin,
} from '../../../../../main/electron/background/startAtLogin.ts';
import { autostartPath } from '../../../../../main/platform/system/autostart.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

/** What the system is told to start, before and after the program has moved. */

const app = vi.hoisted(() => ({
  setLoginItemSettings: vi.fn(),
  getLoginItemSettings:
    vi.fn<
      (
        options?: Electron.LoginItemSettingsOptions,
      ) => Pick<Electron.LoginItemSettings, 'status' | 'executableWillLaunchAtLogin'>
    >(),
}));
vi.mock('electron', () => ({ app }));

const { execPath } = process;

afterEach(() => {
  process.execPath = execPath;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('on Linux the entry of a program that was replaced starts the one that runs', async () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
  vi.stubEnv('XDG_CONFIG_HOME', makeTemporaryFolder('autostart'));
  process.execPath = '/opt/old/rwa-explorer';
  await setStartAtLogin(true);
  process.execPath = '/opt/new/rwa-explorer';
  await renewStartAtLogin();
  expect(readFileSync(autostartPath(), 'utf8')).toContain('Exec="/opt/new/rwa-explorer" --hidden');
});

it.each(['win32', 'darwin'] as const)(
  'on %s it leaves what the user may have switched off there',
  async (platform) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
    await renewStartAtLogin();
    expect(app.setLoginItemSettings).not.toHaveBeenCalled();
  },
);

it.each([
  ['darwin', 'requires-approval', true, true],
  ['darwin', 'not-found', true, true],
  ['darwin', 'enabled', true, false],
  ['win32', 'not-registered', true, false],
  ['win32', 'not-registered', false, true],
  ['linux', 'not-registered', false, false],
] as const)(
  'on %s a start that is %s, and of which Windows says %s, is refused: %s',
  (platform, status, executableWillLaunchAtLogin, refused) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
    app.getLoginItemSettings.mockReturnValue({ status, executableWillLaunchAtLogin });
    expect(isStartRefused()).toBe(refused);
  },
);

it.each([
  [String.raw`C:\RWA\rwa-explorer.exe`, true, false],
  [String.raw`C:\Program Files\rwa-explorer\rwa-explorer.exe`, true, false],
  [String.raw`C:\Program Files\rwa-explorer\rwa-explorer.exe`, false, true],
])(
  'on Windows %s, whose start the user has left on: %s, is said to be refused: %s',
  (path, isOn, refused) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    process.execPath = path;
    const runs = [
      { command: `"${path}" --hidden`, isOn },
      { command: String.raw`C:\Program Files\Another\another.exe`, isOn: !isOn },
    ];
    // As Electron: both are read as command lines, also the path that it takes by itself, without quotes (`GetLoginItemSettingsHelper`).
    app.getLoginItemSettings.mockImplementation((options = {}) => ({
      status: 'not-registered',
      executableWillLaunchAtLogin: runs.some(
        (run) => run.isOn && programOf(run.command) === programOf(options.path ?? process.execPath),
      ),
    }));
    expect(isStartRefused()).toBe(refused);
  },
);

/** The program of a command line, as Windows reads it: up to the first space, unless it is quoted (`CommandLineToArgvW`). */
function programOf(command: string): string | undefined {
  const [, quoted, bare] = /^(?:"([^"]*)"|(\S*))/.exec(command) ?? [];
  return quoted ?? bare;
}
