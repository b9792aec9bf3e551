import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openKeyStore } from '../../../../../main/platform/keychain/keyStore.ts';
import { onlyIf } from '../../../../support/onlyIf.ts';

/** The real keychain of this machine: on Linux a Secret Service, which `npm test` starts for itself. */

const service = `RWA Explorer test ${randomUUID()}`;
const store = await openKeyStore({ service });
const { where, problem } = await store.read('one');
const keychain = onlyIf(where === 'keychain', `There is no keychain. ${problem ?? ''}`);
const isLinux = process.platform === 'linux';

describe('the keychain of the operating system', keychain, () => {
  it('stores a key across stores, under its name alone, until it is removed', async () => {
    await store.write('one', 'key-1');
    await store.write('one', 'key-2');
    const again = await openKeyStore({ service });
    expect(await again.read('one')).toEqual({ key: 'key-2', where: 'keychain' });
    expect(await again.read('two')).toEqual({ key: null, where: 'keychain' });
    await again.remove('one');
    expect((await store.read('one')).key).toBeNull();
  });
});

describe('without a keychain', () => {
  it(
    'the key is kept for the session, and the reason is told',
    onlyIf(isLinux, 'Only Linux can be started without one.'),
    () => {
      const program = `
      import { openKeyStore } from './main/platform/keychain/keyStore.ts';
      const store = await openKeyStore();
      await store.write('one', 'key-1');
      console.log(JSON.stringify(await store.read('one')));
      process.exit(0);`;
      const output = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', program], {
        env: { PATH: process.env['PATH'], DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
        encoding: 'utf8',
      });
      expect(JSON.parse(output)).toEqual({
        key: 'key-1',
        where: 'session',
        problem: expect.stringContaining('kept in memory until the app closes') as string,
      });
    },
  );
});

const mustBeThere = process.env['CI'] !== undefined && isLinux;

it(
  'is there when every check must run',
  onlyIf(mustBeThere, 'Only continuous integration needs a keychain.'),
  () => {
    expect(problem).toBeUndefined();
  },
);
