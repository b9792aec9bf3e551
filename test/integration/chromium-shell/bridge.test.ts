import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../e2e/fixtures/runningApp.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';
import { call, failureOf, startFixture } from './fixtureApp.ts';

let app: Running;

beforeAll(async () => {
  app = await startFixture(makeTemporaryFolder('shell-test'));
});

afterAll(() => app.quit());

describe('the bridge of the shell', () => {
  it('runs the preload before the scripts of the page', async () => {
    expect(await app.window.evaluate(() => globalThis.fixture.startedBefore)).toBe('loading');
    await expect.poll(() => app.window.locator('output').textContent()).toBe('Echoed');
  });

  it('works under a policy that forbids the page every connection', async () => {
    const response = await app.window.reload();
    expect(response?.headers()['content-security-policy']).toContain("connect-src 'none'");
    expect(await call(app.window, 'echo', { rows: [1, 2] })).toEqual({ rows: [1, 2] });
  });

  it('carries what a structured clone carries, both ways', async () => {
    const echoed = await app.window.evaluate(async () => {
      const value: Record<string, unknown> = {
        map: new Map([['a', new Set([1n])]]),
        date: new Date(0),
        bytes: new Uint8Array([1, 2]),
        nothing: undefined,
        odd: [NaN, -0],
      };
      value['self'] = value;
      const echo = (await globalThis.fixture.call('echo', value)) as typeof value;
      return {
        map: echo['map'] instanceof Map && echo['map'].get('a') instanceof Set,
        date: echo['date'] instanceof Date && echo['date'].getTime(),
        bytes: echo['bytes'] instanceof Uint8Array && echo['bytes'].length,
        nothing: 'nothing' in echo && echo['nothing'] === undefined,
        odd: Array.isArray(echo['odd']) && Number.isNaN(echo['odd'][0]) && Object.is(echo['odd'][1], -0),
        self: echo['self'] === echo,
      };
    });
    expect(echoed).toEqual({ map: true, date: 0, bytes: 2, nothing: true, odd: true, self: true });
  });

  it('carries a megabyte of letters of every kind', async () => {
    const text = 'ä"\\\u2028😀'.repeat(200_000);
    expect(await call(app.window, 'echo', text)).toBe(text);
  });

  it('retains no message in the page once it was delivered', async () => {
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

  it('strips a class instance of its prototype, both ways', async () => {
    expect(await app.window.evaluate(() => globalThis.fixture.callWithInstance())).toEqual({
      prototype: 'Object',
      keys: ['side'],
      area: 'undefined',
    });
    expect(await call(app.window, 'shape')).toEqual({ side: 3 });
  });

  it('refuses a function from the preload, from the page, from a handler and in an event', async () => {
    const refusals = await app.window.evaluate(async () => {
      const message = (error: unknown): string => String(error);
      return [
        await globalThis.fixture.callWithFunction().then(String, message),
        await globalThis.fixture.call('echo', { list: [() => 1] }).then(String, message),
      ];
    });
    expect(refusals).toEqual(Array(2).fill('Error: An object could not be cloned.'));
    expect(await failureOf(app.window, 'function')).toBe(
      "Error: Error invoking remote method 'function': Error: An object could not be cloned.",
    );
    expect(await failureOf(app.window, 'sendFunction')).toBe(
      "Error: Error invoking remote method 'sendFunction': Error: Failed to serialize arguments",
    );
  });

  it("tells a handler's failure, and that there is no handler, as Electron does", async () => {
    expect(await failureOf(app.window, 'fail')).toBe(
      "Error: Error invoking remote method 'fail': RangeError: Out of range.",
    );
    expect(await failureOf(app.window, 'unheard')).toBe(
      "Error: Error invoking remote method 'unheard': Error: No handler registered for 'unheard'",
    );
  });

  it('calls a listener of events until it is removed', async () => {
    const heard = await app.window.evaluate(async () => {
      const news: unknown[] = [];
      const stop = globalThis.fixture.onNews((item) => news.push(item));
      await globalThis.fixture.call('publish', { item: 1 });
      stop();
      await globalThis.fixture.call('publish', { item: 2 });
      return news;
    });
    expect(heard).toEqual([{ item: 1 }]);
  });

  it('gives the page a frozen copy, and no way to the binding below it', async () => {
    const attempts = await app.window.evaluate(() => {
      const isRefused = (change: () => void): boolean => {
        const before = JSON.stringify(globalThis.fixture.settings);
        try {
          change();
        } catch {
          return true;
        }
        return JSON.stringify(globalThis.fixture.settings) === before;
      };
      return {
        pushing: isRefused(() => globalThis.fixture.settings.list.push(3)),
        replacing: isRefused(() => Reflect.set(globalThis, 'fixture', undefined)),
        binding: Object.getOwnPropertyNames(globalThis).filter((name) =>
          name.includes('hromiumShellBinding'),
        ),
        modules: ['require', 'module', 'process', 'ipcRenderer'].filter((name) => name in globalThis),
      };
    });
    expect(attempts).toEqual({ pushing: true, replacing: true, binding: [], modules: [] });
  });

  it('states the sender with its app:// address', async () => {
    expect(await call(app.window, 'sender')).toEqual({
      url: 'app://fixture/',
      origin: 'app://fixture',
      isTop: true,
    });
  });

  it('is not there in a frame of the page', async () => {
    const [, frame] = app.window.frames();
    expect(await frame?.evaluate(() => 'fixture' in globalThis)).toBe(false);
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
