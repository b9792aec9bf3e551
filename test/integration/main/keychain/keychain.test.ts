import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openKeyStore } from '../../../../main/keychain/openKeyStore.ts';

/** The real keychain of this machine: on Linux a Secret Service, which `npm test` starts for itself. */

const service = `RWA Explorer test ${randomUUID()}`;
const store = await openKeyStore({ service });
const isReal = store.where === 'keychain';
if (!isReal) process.stderr.write(`Skipping the keychain tests: ${store.problem ?? ''}\n`);

describe.skipIf(!isReal)('the keychain of the operating system', () => {
  it('keeps a key across stores, under its name alone, until it is removed', async () => {
    await store.write('one', 'key-1');
    await store.write('one', 'key-2');
    const again = await openKeyStore({ service });
    expect([again.where, await again.read('one'), await again.read('two')]).toEqual([
      'keychain',
      'key-2',
      null,
    ]);
    await again.remove('one');
    expect(await store.read('one')).toBeNull();
  });
});

describe('without a keychain', () => {
  it.skipIf(process.platform !== 'linux')('the key is kept for the session, and the reason is told', () => {
    const program = `
      import { openKeyStore } from './main/keychain/openKeyStore.ts';
      const store = await openKeyStore();
      await store.write('one', 'key-1');
      console.log(JSON.stringify([store.where, await store.read('one'), store.problem]));
      process.exit(0);`;
    const output = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', program], {
      env: { PATH: process.env['PATH'], DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual([
      'session',
      'key-1',
      expect.stringContaining('kept until the app closes'),
    ]);
  });
});
