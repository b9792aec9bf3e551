import { clipboard, dialog } from 'electron';
import type { encryptionCalls } from '../../../preload/contract/encryption.ts';
import { createEncryption } from '../../features/encryption/encryption.ts';
import { makeSecret, recoveryCodeOf } from '../../features/encryption/recoveryCode.ts';
import { openKeyStore } from '../../platform/keychain/openKeyStore.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import type { HandlerContext } from './context.ts';

/** Encryption of what the user has made. The recovery code is shown outside of the page, which never sees it. */
export function encryptionHandlers({ services }: HandlerContext): HandlersOf<typeof encryptionCalls> {
  const encryption = createEncryption(services.store.user, openKeyStore);

  async function state(notices: string[] = []): Promise<{ on: boolean; notices: string[] }> {
    return { on: await encryption.isOn(), notices };
  }

  return {
    getEncryption: () => state(),
    async setEncryption({ on }) {
      if (on === (await encryption.isOn())) return state();
      if (!on) return state((await agreesToDecrypt()) ? await encryption.turnOff() : []);
      const secret = makeSecret();
      if (!(await agreesToEncrypt(recoveryCodeOf(secret)))) return state();
      return state(await encryption.turnOn(secret));
    },
    async showRecoveryCode() {
      await showCode(await encryption.readRecoveryCode());
    },
  };
}

/** The code is shown first, so that a user who cannot store it now can decline. */
async function agreesToEncrypt(code: string): Promise<boolean> {
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: 'Store this recovery code, then encrypt your settings and saved items.',
      detail: `${code}\n\nThe key is stored in the keychain of this computer. If the keychain loses it, only this code opens them: nobody can replace it. Store it in a password manager or on paper.`,
      buttons: ['Cancel', 'Copy code', 'Encrypt'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (response !== 1) return response === 2;
    await clipboard.writeText(code);
  }
}

async function agreesToDecrypt(): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: 'Decrypt your settings and saved items?',
    detail:
      'Whoever can read your files can read them then: watchlists, labels, notes, saved queries and settings. The key is removed from the keychain.',
    buttons: ['Cancel', 'Decrypt'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}

async function showCode(code: string): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: 'Your recovery code',
    detail: `${code}\n\nIt opens your settings and saved items where the keychain of this computer does not. Store it in a password manager or on paper.`,
    buttons: ['Close', 'Copy code'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response === 1) await clipboard.writeText(code);
}
