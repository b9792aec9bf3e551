import type { SecurityCase } from '../securityCase.ts';

/** The API key. */
export const keyCases: readonly SecurityCase[] = [
  {
    id: '6-page-names-a-base-url',
    attacker: 'page',
    attack: 'connects to a base URL of its own, to tell it the key and every query',
    defence: 'a base URL that is new is asked about outside of the page; the answer that is proposed is no',
    tests: [
      {
        file: 'test/security/connect.spec.ts',
        title: 'a page has nothing sent to a base URL of its own choice: the user is asked first',
      },
      { file: 'test/unit/main/desktop/newBaseUrl.test.ts' },
    ],
  },
  {
    id: 'key-lies-about',
    attacker: 'page',
    attack: 'looks for the key in the window’s memory, files, arguments, logs, exports and links',
    defence: 'the key is in the keychain and in main’s requests alone',
    tests: [{ file: 'test/e2e/key.spec.ts', title: 'the key is nowhere to be found once it was entered' }],
  },
];
