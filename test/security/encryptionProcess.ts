import { writeFileSync } from 'node:fs';
import { dataKeyOf } from '../../main/features/encryption/dataKey.ts';
import { loadUserCipher } from '../../main/store/user/userCipher.ts';
import { openUserDatabase } from '../../main/store/user/userDatabase.ts';

/**
 * A process that turns the encryption of a data folder on or off, to be killed at it, or has it open until its standard input ends.
 * The variable SECRET holds the secret. Use: encryptionProcess.ts FOLDER on|off|open ARMED
 */
const [folder = '', change = '', armed = ''] = process.argv.slice(2);
const cipher = await loadUserCipher(dataKeyOf(Buffer.from(process.env['SECRET'] ?? '', 'hex')));
const user = openUserDatabase(folder, { cipher });
if (change === 'open') {
  process.stdout.write('open\n');
  for await (const _chunk of process.stdin);
} else {
  writeFileSync(armed, '');
  if (change === 'on') user.encrypt(cipher);
  else user.decrypt();
}
user.close();
