import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../../../preload/contract/failures.ts';
import { makeFolders } from './privateFolder.ts';
import { decodeText, readPlainFile } from './textFile.ts';
import { configFolder } from './userFolders.ts';

export const hiddenSwitch = 'hidden';

/** Returns the file for a start with the session. Rule: Desktop Application Autostart Specification. */
export function autostartPath(): string {
  return join(configFolder(), 'autostart', 'rwa-explorer.desktop');
}

/** Changes the program of an existing entry and keeps the rest: the desktop may have disabled it. */
export async function renewAutostart(path: string, program: string): Promise<void> {
  let entry: string;
  try {
    entry = decodeText(await readPlainFile(path)).text;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const renewed = entry.replace(/^Exec=.*$/m, () => execOf(program));
  if (renewed !== entry) await writeFile(path, renewed);
}

export async function writeAutostart(path: string, program: string | null): Promise<void> {
  if (program === null) {
    await rm(path, { force: true });
    return;
  }
  makeFolders(dirname(path));
  await writeFile(
    path,
    [
      '[Desktop Entry]',
      'Type=Application',
      'Name=RWA Explorer',
      execOf(program),
      'X-GNOME-Autostart-enabled=true',
      '',
    ].join('\n'),
  );
}

/** Rule: Desktop Entry Specification, "The Exec key". */
function execOf(program: string): string {
  // Escaped inside quotes, and backslashes once more, because the value of a key is a string.
  const quoted = `"${program.replace(/(["`$\\])/g, '\\$1').replaceAll('\\', '\\\\')}"`.replaceAll('%', '%%');
  return `Exec=${quoted} --${hiddenSwitch}`;
}
