import { basename } from 'node:path';
import { dialog } from 'electron';

/** Asks whether files may be replaced that no export wrote, or that were changed since. The default is no. */
export async function mayReplace(files: readonly string[]): Promise<boolean> {
  if (files.length === 0) return true;
  const names = files.map((file) => basename(file)).join(' and ');
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: `Replace ${names}?`,
    detail:
      'No export wrote this, or it was changed since. What is in it now would be gone. Beside its file an export writes where the figures come from.',
    buttons: ['Replace', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}
