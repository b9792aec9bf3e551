import { basename } from 'node:path';
import { askUser } from './ask.ts';

/** Asks whether files may be replaced that no export wrote, or that were changed since. The default is no. */
export async function mayReplace(files: readonly string[]): Promise<boolean> {
  if (files.length === 0) return true;
  const names = files.map((file) => basename(file)).join(' and ');
  return askUser({
    message: `Replace ${names}?`,
    detail:
      'This was not written by an export, or it has changed since. Replacing it deletes its current contents. An export also writes a description of its source next to its file.',
    agree: 'Replace',
  });
}
