import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appImageOf, isInstalled } from '../../../../../main/platform/system/installation.ts';
import { windowsNames } from '../../../../support/builderNames.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

it('on Windows an app with the uninstaller of electron-builder beside it is installed, one from a zip is not', () => {
  const { program: name } = windowsNames();
  const folder = makeTemporaryFolder('installation');
  const program = { platform: 'win32', execPath: join(folder, `${name}.exe`), env: {} } as const;
  expect(isInstalled(program)).toBe(false);
  writeFileSync(join(folder, 'Uninstall something else.exe'), '');
  expect(isInstalled(program)).toBe(false);
  writeFileSync(join(folder, `Uninstall ${name}.exe`), '');
  expect(isInstalled(program)).toBe(true);
  expect(isInstalled({ ...program, platform: 'linux', execPath: '/opt/RWA Explorer/rwa-explorer' })).toBe(
    true,
  );
});

it('an AppImage is what holds the program, not what started it', () => {
  const folder = makeTemporaryFolder('app-image');
  const mounted = join(folder, 'mounted');
  mkdirSync(mounted);
  symlinkSync(mounted, join(folder, 'linked'));
  const env = { APPIMAGE: '/home/me/RWA.AppImage', APPDIR: mounted };
  const program = { platform: 'linux', execPath: join(mounted, 'rwa-explorer'), env } as const;
  expect(appImageOf(program)).toBe('/home/me/RWA.AppImage');
  // The system names the program by its real path.
  expect(appImageOf({ ...program, env: { ...env, APPDIR: join(folder, 'linked') } })).toBe(env.APPIMAGE);
  for (const other of ['/opt/RWA Explorer/rwa-explorer', `${mounted}-of-another/rwa-explorer`])
    expect(appImageOf({ ...program, execPath: other })).toBeNull();
  for (const APPDIR of [undefined, '', join(folder, 'gone')])
    expect(appImageOf({ ...program, env: { ...env, APPDIR } })).toBeNull();
  expect(appImageOf({ ...program, env: {} })).toBeNull();
});
