import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '../../../preload/contract/days.ts';
import { makePrivateFolder } from './privateFolder.ts';

export interface RunFolder {
  readonly folder: string;
  readonly remove: () => void;
}

/** Removes folders of runs more than a day ago: on Windows, Chromium holds its files to the end. */
export function makeRunFolder(userDataFolder: string): RunFolder {
  const all = join(userDataFolder, 'commands');
  try {
    makePrivateFolder(all);
    for (const name of readdirSync(all)) {
      const left = join(all, name);
      // Also if dated a day ahead, by a wrong clock.
      if (Math.abs(Date.now() - (statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())) > dayMs)
        remove(left);
    }
    return makeBelow(join(all, 'run-'));
  } catch {
    // The app's folder is read-only, and a command that only reads needs no more.
    return makeTemporaryRunFolder();
  }
}

export function makeTemporaryRunFolder(): RunFolder {
  return makeBelow(join(tmpdir(), 'rwa-explorer-'));
}

function makeBelow(prefix: string): RunFolder {
  const folder = mkdtempSync(prefix);
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
    // The system still holds one of its files; a later run removes it.
  }
}
