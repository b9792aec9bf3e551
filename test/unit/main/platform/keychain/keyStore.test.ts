import { describe, expect, it } from 'vitest';
import { createKeyStore, lastFour, type Keychain } from '../../../../../main/platform/keychain/keyStore.ts';

describe('lastFour', () => {
  it.each([
    ['rwa_0123456789abcdef', 'cdef'],
    ['123456789012', '9012'],
    ['123456', '56'],
    ['12', ''],
  ])('shows of %s only %s', (key, shown) => {
    expect(lastFour(key)).toBe(shown);
  });
});

describe('without a keychain', () => {
  it('a key is stored until it is removed, with the reason', async () => {
    const store = createKeyStore(null, 'No keychain.');
    await store.write('a', 'key');
    expect(await store.read('a')).toEqual({ key: 'key', where: 'session', problem: 'No keychain.' });
    await store.remove('a');
    expect((await store.read('a')).key).toBeNull();
  });
});

/** A keychain that holds one key and refuses what the user has not allowed, as locked ones do. */
function refusing(...refused: (keyof Keychain)[]): Keychain {
  const keys = new Map([['old', 'old-key']]);
  const or = <T>(call: keyof Keychain, work: () => T): Promise<T> =>
    refused.includes(call)
      ? Promise.reject(new Error('User canceled the operation'))
      : Promise.resolve(work());
  return {
    read: (name) => or('read', () => keys.get(name) ?? null),
    write: (name, key) => or('write', () => void keys.set(name, key)),
    remove: (name) => or('remove', () => void keys.delete(name)),
  };
}

describe('a keychain that refuses', () => {
  it('to read is a key that is not there, with the reason', async () => {
    const store = createKeyStore(refusing('read'));
    const { key, problem } = await store.read('old');
    expect([key, problem]).toEqual([null, expect.stringContaining('is not responding')]);
  });

  it('to store leaves the key in memory, and every other key where it is', async () => {
    const store = createKeyStore(refusing('write'));
    await store.write('new', 'new-key');
    expect([(await store.read('new')).where, (await store.read('new')).key]).toEqual(['session', 'new-key']);
    expect(await store.read('old')).toEqual({ key: 'old-key', where: 'keychain' });
  });

  it('to remove is a failure that says what to do', async () => {
    const store = createKeyStore(refusing('remove'));
    await expect(store.remove('old')).rejects.toMatchObject({ failure: { code: 'storage' } });
  });
});
