import { join } from 'node:path';
import { app, clipboard, dialog } from 'electron';
import { FailureError } from '../../preload/contract/failures.ts';
import type { DataKey } from '../store/storeTypes.ts';

/**
 * Opens the data. Where they are encrypted and the keychain does not have their key, the user may copy the recovery code, or set the
 * encrypted ones aside; the default is to quit with nothing changed.
 * @param open opens them, with the key of a recovery code or, where it is left out, with that of the keychain
 */
export async function openOrUnlock<Opened>(
  userDataFolder: string,
  open: (dataKey: DataKey | undefined) => Promise<Opened>,
): Promise<Opened> {
  let dataKey: DataKey | undefined;
  for (;;) {
    try {
      return await open(dataKey);
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.keyId === undefined) throw error;
      dataKey = await askForCode(join(userDataFolder, 'data'), error, error.failure.keyId);
    }
  }
}

/**
 * Asks until there is a way on. Returns nothing where the encrypted files are set aside.
 * @throws `locked` where the user quits
 */
async function askForCode(folder: string, locked: FailureError, keyId: string): Promise<DataKey | undefined> {
  await app.whenReady();
  let problem = '';
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: 'Your settings and saved items are encrypted, and the keychain does not have their key.',
      detail: `${problem}To open them, copy your recovery code to the clipboard, then choose “Unlock with copied code”. Without the code you can set them aside: nothing is deleted, and the app starts with new settings.`,
      buttons: ['Quit', 'Unlock with copied code', 'Set aside and start new'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (response === 0) throw locked;
    try {
      // Loaded only here: hardly any start needs them.
      if (response === 2) {
        const { setAsideLocked } = await import('../store/user/lockedFiles.ts');
        setAsideLocked(folder, Date.now());
        return undefined;
      }
      const { unlockWith } = await import('../features/encryption/dataKeys.ts');
      return await unlockWith(keyId, await clipboard.readText());
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      problem = `${error.failure.message}\n\n`;
    }
  }
}
