import type { SecurityCase } from '../securityCase.ts';

/** The API key. */
export const keyCases: readonly SecurityCase[] = [
  {
    id: '6-page-names-a-base-url',
    attacker: 'page',
    attack: 'connects to a base URL, or with a key, of its own to learn every query',
    defence:
      'a new base URL, a new key and the loss of one are confirmed outside of the page; the default answer is no',
    tests: [
      { file: 'test/security/connect.spec.ts' },
      { file: 'test/unit/main/electron/confirmations/connection.test.ts' },
    ],
  },
  {
    id: '5-key-of-the-environment',
    attacker: 'accident',
    attack: 'RWA_API_KEY is used without a base URL, after the window has used another connection',
    defence: 'it is sent to the default base URL or to the given one; the standard error says which',
    tests: [{ file: 'test/security/05-key-of-the-environment.test.ts' }],
  },
  {
    id: '6-base-url-changed-by-hand',
    attacker: 'user',
    attack: 'changes the base URL of a connection in user.db, to be sent its key',
    defence:
      'the keychain has a key under its base URL; a connection whose base URL is not the one it was made for is not used',
    tests: [{ file: 'test/security/06-changed-base-url.test.ts' }],
  },
  {
    id: '8-key-in-a-log',
    attacker: 'accident',
    attack: 'a key of unusual characters is part of an error that is logged',
    defence: 'whatever follows Bearer or Basic is removed from the log, crash notes and the support file',
    tests: [{ file: 'test/security/08-redaction.test.ts' }],
  },
  {
    id: '23-key-in-an-answer',
    attacker: 'service',
    attack: 'repeats the key in records',
    defence: 'the key, however it is spelled, is covered by asterisks before an answer is read or stored',
    tests: [
      { file: 'test/security/23-key-in-an-answer.test.ts' },
      { file: 'test/unit/main/data-service/secrets.test.ts' },
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
