import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../e2e/fixtures/runningApp.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';
import { call, failureOf, startFixture } from './fixtureApp.ts';

let app: Running;

beforeAll(async () => {
  app = await startFixture(makeTemporaryFolder('shell-test'));
});

afterAll(() => app.quit());

/** What is the shell's own; what it has in common with Electron is in test/runtime. */
describe('the bridge of the shell', () => {
  it('works under a policy that forbids the page every connection', async () => {
    const response = await app.window.reload();
    expect(response?.headers()['content-security-policy']).toContain("connect-src 'none'");
    expect(await call(app.window, 'echo', { rows: [1, 2] })).toEqual({ rows: [1, 2] });
  });

  it('carries a megabyte of letters of every kind', async () => {
    const text = 'ä"\\\u2028😀'.repeat(200_000);
    expect(await call(app.window, 'echo', text)).toBe(text);
  });

  it('retains no message in the page once it was delivered @nightly', async () => {
    // What is left after a usual collection is held by something.
    const flags = '--js-flags=--expose-gc';
    const other = await startFixture(makeTemporaryFolder('shell-test'), flags);
    try {
      await other.window.evaluate(async () => {
        for (let turn = 0; turn < 80; turn += 1) {
          const records = Array.from({ length: 5000 }, (_, at) => ({ at, text: `record ${at} of ${turn}` }));
          await globalThis.fixture.call('echo', records);
        }
      });
      const session = await other.window.context().newCDPSession(other.window);
      await session.send('Runtime.evaluate', { expression: 'gc()' });
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      // 80 messages of 200 kB: kept, they are 30 MB and more.
      expect(usedSize).toBeLessThan(8_000_000);
    } finally {
      await other.quit();
    }
  });
});

describe('what the shell lacks', () => {
  it.each([
    ['member', 'The Chromium shell has no electron.app.setFoo'],
    ['static', 'The Chromium shell has no electron.BrowserWindow.fromDevTools'],
    ['event', "The Chromium shell has no event 'gpu-info-update' of electron.app"],
    ['module', 'The Chromium shell has no electron.TouchBar'],
  ])('is named when main uses it: a %s', async (what, sentence) => {
    expect(await failureOf(app.window, 'lacking', what)).toBe(
      `Error: Error invoking remote method 'lacking': Error: ${sentence}`,
    );
  });

  it('is named when the preload uses it', async () => {
    expect(await app.window.evaluate(() => globalThis.fixture.refusals)).toEqual({
      module: 'module not found: node:fs',
      electronModule: 'The Chromium shell has no electron.webFrame',
      ipcRenderer: 'The Chromium shell has no electron.ipcRenderer.sendSync',
    });
  });
});
