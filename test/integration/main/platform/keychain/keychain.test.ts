import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openKeyStore } from '../../../../../main/platform/keychain/openKeyStore.ts';

/** The real keychain of this machine: on Linux a Secret Service, which `npm test` starts for itself. */

const service = `RWA Explorer test ${randomUUID()}`;
const store = await openKeyStore({ service });
const { where, problem } = await store.read('one');
const isReal = where === 'keychain';
const isLinux = process.platform === 'linux';
if (!isReal) process.stderr.write(`Skipping the tests of the system's keychain: ${problem ?? ''}\n`);
if (!isLinux)
  process.stderr.write('Skipping the test without a keychain: only Linux can be started without one.\n');

describe.skipIf(!isReal)('the keychain of the operating system', () => {
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
  it.skipIf(!isLinux)('the key is kept for the session, and the reason is told', () => {
    const program = `
      import { openKeyStore } from './main/platform/keychain/openKeyStore.ts';
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
  });
});

const mustBeThere = process.env['CI'] !== undefined && isLinux;
if (!mustBeThere)
  process.stderr.write('Skipping whether there is a keychain: only continuous integration needs one.\n');

it.runIf(mustBeThere)('is there when every check must run', () => {
  expect(problem).toBeUndefined();
});
