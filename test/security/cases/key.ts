import type { SecurityCase } from '../securityCase.ts';

/** The API key. */
export const keyCases: readonly SecurityCase[] = [
  {
    id: 'key-lies-about',
    attacker: 'page',
    attack: 'looks for the key in the window’s memory, files, arguments, logs, exports and links',
    defence: 'the key is in the keychain and in main’s requests alone',
    tests: [{ file: 'test/e2e/key.spec.ts', title: 'the key is nowhere to be found once it was entered' }],
  },
];
