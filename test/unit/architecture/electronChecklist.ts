interface ChecklistPoint {
  readonly rule: string;
  /** The files that keep the rule. */
  readonly code: readonly string[];
  /** The tests that fail where it is not kept: `file › title`, as it stands in the file. */
  readonly tests: readonly string[];
}

const hardening = 'test/e2e/hardening.spec.ts';
const guard = 'test/unit/main/electron/contentsGuard.test.ts';
const served = 'test/unit/main/electron/appProtocol.test.ts';
const ofThePage = `${hardening} › a page has only what is the app’s, with every protection`;

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
    tests: [ofThePage, 'test/unit/preload/contract/connections.test.ts › baseUrlSchema'],
  },
  {
    rule: 'no Node in pages',
    code: ['main/electron/window.ts'],
    tests: [ofThePage],
  },
  {
    rule: 'context isolation',
    code: ['main/electron/window.ts'],
    tests: [
      ofThePage,
      `${hardening} › a page that changes the language’s own objects does not change the bridge`,
    ],
  },
  {
    rule: 'sandbox for every page',
    code: ['main/electron/window.ts', 'main/electron/desktop.ts'],
    tests: [ofThePage],
  },
  {
    rule: 'no permission is granted',
    code: ['main/electron/contentsGuard.ts'],
    tests: [ofThePage, `${guard} › is given no permission, asked or checked`],
  },
  { rule: 'web security stays on', code: ['main/electron/window.ts'], tests: [ofThePage] },
  {
    rule: 'content security policy, scripts from files of the app only',
    code: ['main/electron/appProtocol.ts'],
    tests: [`${hardening} › the policy lets a page load only what is the app’s, and run no text`],
  },
  { rule: 'no insecure content', code: ['main/electron/window.ts'], tests: [ofThePage] },
  { rule: 'no experimental features', code: ['main/electron/window.ts'], tests: [ofThePage] },
  { rule: 'no features of Blink turned on', code: ['main/electron/window.ts'], tests: [ofThePage] },
  {
    rule: 'no webview that opens windows: there are no webviews',
    code: ['main/electron/window.ts'],
    tests: [ofThePage],
  },
  {
    rule: 'webviews are refused',
    code: ['main/electron/contentsGuard.ts'],
    tests: [`${guard} › attaches no webview, whatever is in it`],
  },
  {
    rule: 'no navigation out of the app',
    code: ['main/electron/contentsGuard.ts'],
    tests: [`${hardening} › a page leaves the app by no way`, `${guard} › stays in the app at %s`],
  },
  { rule: 'no new windows', code: ['main/electron/contentsGuard.ts'], tests: [`${guard} › opens no window`] },
  {
    rule: 'only vetted https links go to the browser, after showing where they lead',
    code: ['main/electron/links.ts'],
    tests: [
      'test/unit/main/electron/links.test.ts › asks nobody about %j and opens nothing',
      'test/e2e/bridge.spec.ts › a page has the bridge of the contract, and nothing else',
    ],
  },
  {
    rule: 'a current Electron, pinned',
    code: ['package.json'],
    tests: [
      'test/unit/architecture/security.test.ts › is pinned to one release of a supported line, which is the one that is installed',
    ],
  },
  {
    rule: 'the sender of every message is checked, and every argument',
    code: ['main/electron/ipc.ts', 'main/electron/appOrigin.ts'],
    tests: [
      'test/unit/main/electron/ipc.test.ts › is refused to every frame but the app’s own page, whichever call it is',
      'test/e2e/fuzz.spec.ts › survives arguments of every wrong kind',
    ],
  },
  {
    rule: 'a protocol of the app instead of file://, which serves its own folder only',
    code: ['main/electron/appProtocol.ts', 'main/electron/appOrigin.ts'],
    tests: [
      `${served} › does not find %s`,
      ofThePage,
      `${served} › has the privileges of a page and no more`,
    ],
  },
  {
    rule: 'fuses, every one stated',
    code: ['build/package/fuses.ts'],
    tests: [
      'test/unit/build/package/fuses.test.ts › %s is set to %s',
      'test/integration/build/package.test.ts › has every fuse set as stated',
    ],
  },
  {
    rule: 'no API of Electron in the page',
    code: ['preload/index.ts'],
    tests: ['test/e2e/bridge.spec.ts › a page has the bridge of the contract, and nothing else'],
  },
];
