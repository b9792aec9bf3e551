import { join } from 'node:path';
import { readDataKey, secretFor, storeSecret } from '../features/encryption/dataKeys.ts';
import { createEncryption, type Encryption } from '../features/encryption/encryption.ts';
import { makeSecret, recoveryCodeOf } from '../features/encryption/recoveryCode.ts';
import { openKeyStore } from '../platform/keychain/openKeyStore.ts';
import { openStore } from '../store/store.ts';
import { currentFile } from '../store/user/userFiles.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { print, remark } from './output.ts';
import { readSecret } from './readSecret.ts';
import type { EncryptionTask } from './task.ts';

/** Turns the encryption of the user's data on or off, shows its recovery code, or puts its key back into the keychain. */
export async function runEncryption(
  { verb }: EncryptionTask,
  { userDataFolder, workerUrl }: { userDataFolder: string; workerUrl: URL },
): Promise<ExitCode> {
  const folder = join(userDataFolder, 'data');
  const { keyId } = currentFile(folder);
  // Nothing is opened for it: it works while all is locked.
  if (verb === 'status') {
    await print({ encrypted: keyId !== null });
    return exitCodes.done;
  }
  if (verb === 'unlock') {
    if (keyId === null) {
      remark('Nothing is encrypted.');
      return exitCodes.done;
    }
    const secret = secretFor(keyId, await readSecret('Recovery code: '));
    await storeSecret(await openKeyStore(), secret);
    remark('The key is in the keychain.');
    return exitCodes.done;
  }
  const store = await openStore({ folder, workerUrl, readKey: readDataKey });
  try {
    for (const notice of store.notices) remark(notice);
    return await change(createEncryption(store.user, openKeyStore), verb);
  } finally {
    await store.close();
  }
}

async function change(encryption: Encryption, verb: 'on' | 'off' | 'code'): Promise<ExitCode> {
  const isOn = await encryption.isOn();
  if (verb === 'code' || (verb === 'on' && isOn)) {
    await print({ recoveryCode: await encryption.readRecoveryCode() });
    return exitCodes.done;
  }
  if (verb === 'on') {
    const secret = makeSecret();
    const notices = await encryption.turnOn(secret);
    await print({ recoveryCode: recoveryCodeOf(secret) });
    remark('Encrypted. Store the recovery code: without it and the keychain, your data cannot be opened.');
    return report(notices);
  }
  const notices = await encryption.turnOff();
  remark(isOn ? 'Decrypted.' : 'Nothing is encrypted.');
  return report(notices);
}

function report(notices: readonly string[]): ExitCode {
  for (const notice of notices) remark(notice);
  return notices.length === 0 ? exitCodes.done : exitCodes.partial;
}
