import { readFileSync, existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import {
  autostartPath,
  renewAutostart,
  writeAutostart,
} from '../../../../../main/platform/system/autostart.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the entry by which a desktop starts the app with the session', () => {
  it('lies where the user keeps settings', () => {
    vi.stubEnv('XDG_CONFIG_HOME', '/config');
    expect(autostartPath()).toBe('/config/autostart/rwa-explorer.desktop');
    for (const unset of ['', 'relative']) {
      vi.stubEnv('XDG_CONFIG_HOME', unset);
      expect(autostartPath()).toBe(join(homedir(), '.config/autostart/rwa-explorer.desktop'));
    }
  });

  it('starts the program without a window, whatever its path, and goes when it is not wanted', async () => {
    vi.stubEnv('XDG_CONFIG_HOME', makeTemporaryFolder('autostart'));
    const path = autostartPath();
    await writeAutostart(path, '/opt/RWA $Explorer 100%/rwa');
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines[0]).toBe('[Desktop Entry]');
    expect(lines).toContain('Exec="/opt/RWA \\\\$Explorer 100%%/rwa" --hidden');
    await writeAutostart(path, null);
    await writeAutostart(path, null);
    expect(existsSync(path)).toBe(false);
  });

  it('starts the file that has taken the place of another, unless the desktop has switched it off or removed it', async () => {
    vi.stubEnv('XDG_CONFIG_HOME', makeTemporaryFolder('autostart'));
    const path = autostartPath();
    await renewAutostart(path, '/home/me/rwa-explorer-0.2.0.AppImage');
    expect(existsSync(path)).toBe(false);
    await writeAutostart(path, '/home/me/rwa-explorer-0.1.0.AppImage');
    writeFileSync(path, readFileSync(path, 'utf8').replace('enabled=true', 'enabled=false'));
    await renewAutostart(path, '/home/me/$& 0.2.0.AppImage');
    expect(readFileSync(path, 'utf8').split('\n')).toEqual([
      '[Desktop Entry]',
      'Type=Application',
      'Name=RWA Explorer',
      'Exec="/home/me/\\\\$& 0.2.0.AppImage" --hidden',
      'X-GNOME-Autostart-enabled=false',
      '',
    ]);
  });
});
