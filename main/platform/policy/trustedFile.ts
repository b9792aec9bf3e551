import { closeSync, fstatSync, openSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

const writableByOthers = 0o022;
const sticky = 0o1000;

/** Why a file is not accepted as the administrator's. */
export class UntrustedFile extends Error {}

/**
 * Reads a file that only root can have written: it belongs to root, and so does every folder on the way to it, and nobody else may
 * write there. In a folder with the sticky bit others may write, but neither remove nor rename what is root's.
 * @throws UntrustedFile with the reason, or the system's error
 */
export function readTrustedFile(path: string): Uint8Array {
  const real = realpathSync(path);
  const file = openSync(real, 'r');
  try {
    requireRoots(real, fstatSync(file), 0);
    for (let folder = dirname(real); ; folder = dirname(folder)) {
      requireRoots(folder, statSync(folder), sticky);
      if (folder === dirname(folder)) return readFileSync(file);
    }
  } finally {
    closeSync(file);
  }
}

function requireRoots(path: string, { uid, mode }: Stats, excusing: number): void {
  if (uid !== 0) throw new UntrustedFile(`${path} does not belong to root`);
  if ((mode & writableByOthers) !== 0 && (mode & excusing) === 0)
    throw new UntrustedFile(`others than root may write to ${path}`);
}
