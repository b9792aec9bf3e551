import { describe, expect, it } from 'vitest';
import { lastFour } from '../../../../main/keychain/keyStore.ts';
import { createSessionKeyStore } from '../../../../main/keychain/sessionKeyStore.ts';

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

describe('createSessionKeyStore', () => {
  it('keeps a key until it is removed, and says why the keychain is not used', async () => {
    const store = createSessionKeyStore('No keychain.');
    await store.write('a', 'key');
    expect([store.where, store.problem, await store.read('a'), await store.read('b')]).toEqual([
      'session',
      'No keychain.',
      'key',
      null,
    ]);
    await store.remove('a');
    expect(await store.read('a')).toBeNull();
  });
});
