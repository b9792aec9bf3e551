import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '../../preload/contract/days.ts';
import { makePrivateFolder } from '../platform/system/privateFolder.ts';

/** A folder for what Chromium writes during one command, and what removes it. */
interface RunFolder {
  readonly folder: string;
  readonly remove: () => void;
}

/** Makes such a folder inside the folder of the app, from which those go that a run before could not remove: on Windows Chromium holds its files to the end. */
export function makeRunFolder(userDataFolder: string): RunFolder {
  const all = join(userDataFolder, 'commands');
  let folder: string;
  try {
    makePrivateFolder(all);
    for (const name of readdirSync(all)) {
      const left = join(all, name);
      if (Date.now() - (statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > dayMs) remove(left);
    }
    folder = mkdtempSync(join(all, 'run-'));
  } catch {
    // The folder of the app cannot be written, and a command that only reads needs no more.
    folder = mkdtempSync(join(tmpdir(), 'rwa-explorer-'));
  }
  return {
    folder,
    remove: () => {
      remove(folder);
    },
  };
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The system still holds a file of it: a later run removes it.
  }
}
