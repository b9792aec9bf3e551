import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { configFolder } from './userFolders.ts';

/** With this switch the app starts without a window, behind its icon in the tray. */
export const hiddenSwitch = 'hidden';

/** Where desktops look for what they start with a session. Rule: Desktop Application Autostart Specification. */
export function autostartPath(): string {
  return join(configFolder(), 'autostart', 'rwa-explorer.desktop');
}

/** Writes the entry that starts `program`, or removes it for null. Rule: Desktop Entry Specification, "The Exec key". */
export async function writeAutostart(path: string, program: string | null): Promise<void> {
  if (program === null) {
    await rm(path, { force: true });
    return;
  }
  // Inside quotes these are escaped; the backslashes once more, since the value of a key is a string.
  const quoted = `"${program.replace(/(["`$\\])/g, '\\$1').replaceAll('\\', '\\\\')}"`.replaceAll('%', '%%');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(
    path,
    [
      '[Desktop Entry]',
      'Type=Application',
      'Name=RWA Explorer',
      `Exec=${quoted} --${hiddenSwitch}`,
      'X-GNOME-Autostart-enabled=true',
      '',
    ].join('\n'),
  );
}
