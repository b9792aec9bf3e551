// Border: the page’s process calls main, which checks every argument, and may not leave the app.
import type { Bridge } from '../../preload/contract/bridge.ts';
import { expect, test } from './fixtures/app.ts';

/** The bridge as a page sees it: one method for each message, every argument checked, nothing of Electron behind it. */

interface BridgedWindow {
  readonly bridge: Bridge;
}

const badArguments: readonly (readonly [keyof Bridge, unknown])[] = [
  ['listRecords', undefined],
  ['listRecords', 'assets'],
  ['listRecords', { connectionId: 'sample', resource: 'wallets', query: {} }],
  ['listRecords', { connectionId: 'sample', resource: 'assets', query: { filtr: {} } }],
  ['listRecords', { connectionId: 'sample', resource: 'assets', query: {}, extra: true }],
  ['getRecord', { connectionId: 'sample', resource: 'assets', id: {} }],
  ['connect', { baseUrl: 'http://example.com', key: 'abc' }],
  ['connect', { baseUrl: 'https://example.com', key: 'two words' }],
  ['setSettings', { perPage: 1e9 }],
  ['openLink', { url: 7 }],
];

test.use({ mayComplain: [/Content Security Policy/] });

test('a page has the bridge of the contract, and nothing else', async ({ app }) => {
  const seen = await app.window.evaluate(() => {
    const page = window as unknown as BridgedWindow & Record<string, unknown>;
    return {
      methods: Object.keys(page.bridge).sort(),
      kinds: [...new Set(Object.values(page.bridge).map((member) => typeof member))],
      node: ['require', 'process', 'module', 'ipcRenderer', 'Buffer'].filter((name) => name in page),
    };
  });
  expect(seen.kinds).toEqual(['function']);
  expect(seen.node).toEqual([]);
  expect(seen.methods).toEqual(expect.arrayContaining(['getSession', 'listRecords', 'onJobChanged']));
  expect(seen.methods.filter((name) => /ipc|invoke|send|key$/i.test(name))).toEqual(['forgetKey']);

  // Arguments that do not fit are answered with a failure, never with an error.
  for (const [name, args] of badArguments) {
    const result = await app.window.evaluate(
      ([method, argument]) => {
        const { bridge } = window as unknown as {
          bridge: Record<string, (argument: unknown) => Promise<unknown>>;
        };
        return bridge[method as string]?.(argument);
      },
      [name, args],
    );
    expect(result).toMatchObject({ ok: false, failure: { code: 'bad-arguments' } });
  }

  // No link but https is opened, and that only when the user agrees.
  const open = (url: string): Promise<unknown> =>
    app.window.evaluate(
      (target) => (window as unknown as BridgedWindow).bridge.openLink({ url: target }),
      url,
    );
  for (const url of [
    'http://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://host/x',
    'x',
  ]) {
    expect(await open(url)).toMatchObject({ ok: false, failure: { code: 'bad-arguments' } });
  }
  await app.answerMessageBox(1);
  expect(await open('https://example.com/a')).toEqual({ ok: true, value: false });
  await app.answerMessageBox(0);
  expect(await open('https://example.com/b')).toEqual({ ok: true, value: true });
  expect(await app.opened()).toEqual(['https://example.com/b']);

  // The page can neither leave the app nor load or run anything foreign.
  const before = app.window.url();
  await app.window.evaluate(() => {
    location.href = 'https://example.com/';
  });
  const outcome = await app.window.evaluate(async () => {
    const refused: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
    const inline = document.createElement('script');
    inline.textContent = 'window.inlineRan = true';
    document.head.append(inline);
    const image = new Image();
    image.src = 'https://example.com/x.png';
    await fetch('https://example.com/').catch(() => undefined);
    window.open('https://example.com/');
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return { refused: refused.toSorted(), ran: 'inlineRan' in window };
  });
  expect(outcome).toEqual({
    refused: ['connect-src', 'img-src', 'script-src-elem'],
    ran: false,
  });
  await expect.poll(() => app.window.context().pages().length).toBe(1);
  expect(app.window.url()).toBe(before);
});
