import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { refuseForeignFolder } from './ownership.ts';

const othersMay = 0o077;

/**
 * Makes the folder, private to the user, or makes one private that is there. Windows has no modes: there the user's profile folder is
 * private already.
 * @returns why others may still look into it, in a sentence; null where they may not
 * @throws FailureError `storage` as `refuseForeignFolder` does
 */
export function makePrivateFolder(folder: string): string | null {
  refuseForeignFolder(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode } = statSync(folder);
  if (process.platform === 'win32' || (mode & othersMay) === 0) return null;
  try {
    // What the user may not do there themselves stays forbidden.
    chmodSync(folder, mode & ~othersMay);
  } catch {
    // A file system without modes.
  }
  if ((statSync(folder).mode & othersMay) === 0) return null;
  return `Other users of this computer may be able to read the app’s data folder, and the app cannot change that. Make ${folder} private to you, or start the app with another data folder.`;
}
