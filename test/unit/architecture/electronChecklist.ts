interface ChecklistPoint {
  readonly rule: string;
  /** The files that keep the rule. */
  readonly code: readonly string[];
  /** The tests that fail where it is not kept, by the titles that stand in their files. */
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/**
 * The points of Electron's security checklist, in its order: https://www.electronjs.org/docs/latest/tutorial/security
 *
 * The Chromium shell, on which most of these tests run, reports the preferences that a window was created with; that Electron
 * applies them is up to Electron. `npm run test:electron` runs the same tests on Electron.
 */
export const electronChecklist: readonly ChecklistPoint[] = [
  {
    rule: 'only secure content: the window loads the app’s own files, requests go out by https',
    code: ['main/electron/window.ts', 'preload/contract/connections.ts'],
    tests: [
      {
        file: 'test/e2e/hardening.spec.ts',
        title: 'the window shows the app’s own files, by a protocol of the app',
      },
      { file: 'test/unit/preload/contract/connections.test.ts', title: 'baseUrlSchema' },
    ],
  },
  {
    rule: 'no Node in pages',
    code: ['main/electron/window.ts'],
    tests: [
      { file: 'test/e2e/hardening.spec.ts', title: 'the window is asked for with every protection' },
      { file: 'test/e2e/hardening.spec.ts', title: 'a page has neither Node nor the modules of the app' },
    ],
  },
  {
    rule: 'context isolation',
    code: ['main/electron/window.ts'],
    tests: [
      { file: 'test/e2e/hardening.spec.ts', title: 'the window is asked for with every protection' },
      {
        file: 'test/e2e/hardening.spec.ts',
        title: 'a page that changes the language’s own objects does not change the bridge',
      },
    ],
  },
  {
    rule: 'sandbox for every page',
    code: ['main/electron/window.ts', 'main/electron/desktop.ts'],
    tests: [{ file: 'test/e2e/hardening.spec.ts', title: 'the window is asked for with every protection' }],
  },
  {
    rule: 'no permission is granted',
    code: ['main/electron/contentsGuard.ts'],
    tests: [
      { file: 'test/e2e/hardening.spec.ts', title: 'no permission is granted' },
      {
        file: 'test/unit/main/electron/contentsGuard.test.ts',
        title: 'is given no permission, asked or checked',
      },
    ],
  },
  {
    rule: 'web security stays on',
    code: ['main/electron/window.ts'],
    tests: [{ file: 'test/e2e/hardening.spec.ts', title: 'the window is asked for with every protection' }],
  },
  {
    rule: 'content security policy, scripts from files of the app only',
    code: ['main/electron/appProtocol.ts'],
    tests: [
      {
        file: 'test/e2e/hardening.spec.ts',
        title: 'the policy lets a page load only what is the app’s, and run no text',
      },
    ],
  },
  {
    rule: 'no insecure content',
    code: ['main/electron/window.ts'],
    tests: [{ file: 'test/e2e/hardening.spec.ts', title: 'the window is asked for with every protection' }],
  },
  {
    rule: 'no experimental features',
    code: ['main/electron/window.ts'],
    tests: [{ file: 'test/e2e/hardening.spec.ts', title: 'the window is asked for with every protection' }],
  },
  {
    rule: 'no features of Blink turned on',
    code: ['main/electron/window.ts'],
    tests: [{ file: 'test/e2e/hardening.spec.ts', title: 'the window is asked for with every protection' }],
  },
  {
    rule: 'no webview that opens windows: there are no webviews',
    code: ['main/electron/window.ts'],
    tests: [{ file: 'test/e2e/hardening.spec.ts', title: 'the window is asked for with every protection' }],
  },
  {
    rule: 'webviews are refused',
    code: ['main/electron/contentsGuard.ts'],
    tests: [
      {
        file: 'test/unit/main/electron/contentsGuard.test.ts',
        title: 'attaches no webview, whatever is in it',
      },
    ],
  },
  {
    rule: 'no navigation out of the app',
    code: ['main/electron/contentsGuard.ts'],
    tests: [
      { file: 'test/e2e/hardening.spec.ts', title: 'a page leaves the app by no way' },
      { file: 'test/unit/main/electron/contentsGuard.test.ts', title: 'stays in the app at %s' },
    ],
  },
  {
    rule: 'no new windows',
    code: ['main/electron/contentsGuard.ts'],
    tests: [{ file: 'test/unit/main/electron/contentsGuard.test.ts', title: 'opens no window' }],
  },
  {
    rule: 'only vetted https links go to the browser, after showing where they lead',
    code: ['main/electron/links.ts'],
    tests: [
      { file: 'test/unit/main/electron/links.test.ts', title: 'asks nobody about %j and opens nothing' },
      {
        file: 'test/e2e/bridge.spec.ts',
        title: 'opens no link but https, and that only when the user agrees',
      },
    ],
  },
  {
    rule: 'a current Electron, pinned',
    code: ['package.json'],
    tests: [
      {
        file: 'test/unit/architecture/security.test.ts',
        title: 'is pinned to one release of a supported line, which is the one that is installed',
      },
    ],
  },
  {
    rule: 'the sender of every message is checked, and every argument',
    code: ['main/electron/ipc.ts', 'main/electron/trustedSender.ts'],
    tests: [
      {
        file: 'test/unit/main/electron/ipc.test.ts',
        title: 'is refused to every frame but the app’s own page, whichever call it is',
      },
      { file: 'test/e2e/fuzz.spec.ts', title: 'survives arguments of every wrong kind' },
    ],
  },
  {
    rule: 'a protocol of the app instead of file://, which serves its own folder only',
    code: ['main/electron/appProtocol.ts', 'main/electron/appOrigin.ts'],
    tests: [
      { file: 'test/unit/main/electron/appProtocol.test.ts', title: 'does not find %s' },
      { file: 'test/e2e/hardening.spec.ts', title: 'nothing outside the app’s own folder is served' },
      {
        file: 'test/unit/main/electron/appProtocol.test.ts',
        title: 'has the privileges of a page and no more',
      },
    ],
  },
  {
    rule: 'fuses, every one stated',
    code: ['build/package/fuses.ts'],
    tests: [
      { file: 'test/unit/build/package/fuses.test.ts', title: '%s is set to %s' },
      { file: 'test/integration/build/package.test.ts', title: 'has every fuse set as stated' },
    ],
  },
  {
    rule: 'no API of Electron in the page',
    code: ['preload/index.ts'],
    tests: [
      { file: 'test/e2e/bridge.spec.ts', title: 'holds the methods of the contract and nothing of Electron' },
    ],
  },
];
