import { readFileSync, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { autostartPath, writeAutostart } from '../../../../../main/electron/background/autostart.ts';

describe('the entry by which a desktop starts the app with the session', () => {
  it('lies where the user keeps settings', () => {
    expect(autostartPath({ XDG_CONFIG_HOME: '/config' })).toBe('/config/autostart/rwa-explorer.desktop');
    expect(autostartPath({})).toBe(join(homedir(), '.config/autostart/rwa-explorer.desktop'));
  });

  it('starts the program without a window, whatever its path, and goes when it is not wanted', async () => {
    const path = autostartPath({ XDG_CONFIG_HOME: makeTemporaryFolder('autostart') });
    await writeAutostart(path, '/opt/RWA $Explorer 100%/rwa');
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines[0]).toBe('[Desktop Entry]');
    expect(lines).toContain('Exec="/opt/RWA \\\\$Explorer 100%%/rwa" --hidden');
    await writeAutostart(path, null);
    await writeAutostart(path, null);
    expect(existsSync(path)).toBe(false);
  });
});
