import type { SecurityCase } from '../securityCase.ts';

/** A compromised page of the window, and what it tries on main, the disk and other hosts. */
export const pageCases: readonly SecurityCase[] = [
  {
    id: 'page-reaches-node',
    attacker: 'page',
    attack: 'calls Node, Electron or the modules of the app',
    defence: 'sandbox, context isolation, a bridge of one method for each message',
    tests: [
      {
        file: 'test/e2e/hardening.spec.ts',
        title: 'a page has only what is the app’s, with every protection',
      },
      {
        file: 'test/e2e/bridge.spec.ts',
        title: 'a page has the bridge of the contract, and nothing else',
      },
    ],
  },
  {
    id: 'page-changes-the-bridge',
    attacker: 'page',
    attack: 'replaces built-in objects or the bridge to read or forge its answers',
    defence: 'the bridge is frozen, and its code runs in a world that pages cannot reach',
    tests: [
      {
        file: 'test/e2e/hardening.spec.ts',
        title: 'a page that changes the language’s own objects does not change the bridge',
      },
    ],
  },
  {
    id: 'page-runs-text',
    attacker: 'page',
    attack: 'evaluates text as code, or loads code from elsewhere',
    defence: 'a content security policy that allows the app’s own files and no evaluated text',
    tests: [
      {
        file: 'test/e2e/hardening.spec.ts',
        title: 'the policy lets a page load only what is the app’s, and run no text',
      },
    ],
  },
  {
    id: 'page-leaves',
    attacker: 'page',
    attack: 'navigates away, opens windows, follows links',
    defence: 'navigation and windows are refused; https links open in the browser when the user agrees',
    tests: [
      { file: 'test/e2e/hardening.spec.ts', title: 'a page leaves the app by no way' },
      {
        file: 'test/e2e/bridge.spec.ts',
        title: 'a page has the bridge of the contract, and nothing else',
      },
      {
        file: 'test/e2e/bridge.spec.ts',
        title: 'a page has the bridge of the contract, and nothing else',
      },
    ],
  },
  {
    id: 'page-reads-files',
    attacker: 'page',
    attack: 'reads files other than those of the window',
    defence: 'the app’s protocol serves its own folder only',
    tests: [
      {
        file: 'test/e2e/hardening.spec.ts',
        title: 'a page has only what is the app’s, with every protection',
      },
    ],
  },
  {
    id: 'page-asks-permissions',
    attacker: 'page',
    attack: 'requests the camera, the location, the clipboard and other permissions',
    defence: 'no permission is granted',
    tests: [
      {
        file: 'test/e2e/hardening.spec.ts',
        title: 'a page has only what is the app’s, with every protection',
      },
    ],
  },
  {
    id: 'page-calls-wrongly',
    attacker: 'page',
    attack: 'calls main 20,000 times with invalid arguments',
    defence:
      'every argument is parsed; each call returns a typed failure, nothing changes, memory stays flat',
    tests: [{ file: 'test/e2e/fuzz.spec.ts', title: 'survives arguments of every wrong kind' }],
  },
  {
    id: 'foreign-frame-calls',
    attacker: 'page',
    attack: 'calls main from a frame or a foreign page',
    defence: 'the sender of every message is checked',
    tests: [
      {
        file: 'test/unit/main/electron/ipc.test.ts',
        title: 'is refused to every frame but the app’s own page, whichever call it is',
      },
    ],
  },
  {
    id: 'page-changes-settings',
    attacker: 'page',
    attack: 'changes the proxy, clears caches, makes the app run unseen, or ends it',
    defence:
      'the proxy and its sign-in, icons of any host, a start at login, running on, the clearing of a cache and the installing of an update are confirmed outside of the page; a table states the same of every call of the bridge',
    tests: [
      { file: 'test/security/settings.spec.ts' },
      { file: 'test/unit/architecture/bridgeCalls.test.ts' },
      { file: 'test/unit/main/electron/confirmations/update.test.ts' },
    ],
  },
];
