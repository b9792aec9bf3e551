import { call, events, expect, ready, runsOnElectron, test } from './runtimeApp.ts';

/** A page of the app under its own scheme, and its window. */

// The policy and the handler refuse what is asked of them here, and Chromium says so.
test.use({ mayComplain: [/Content Security Policy|Failed to load resource/] });
test.beforeEach(({ app }) => ready(app));

test('the scheme gives a secure context with an origin of its own and its policy', async ({ app }) => {
  // docs/api/protocol.md, "Using `protocol` with a custom `privileges`"; docs/api/structures/custom-scheme.md
  const seen = await app.window.evaluate(async () => {
    // Not in the debugger's own task, which the policy lets do more.
    await new Promise((resolve) => setTimeout(resolve));
    const refused = (use: () => unknown): boolean => {
      try {
        use();
        return false;
      } catch {
        return true;
      }
    };
    localStorage.setItem('kept', 'yes');
    return {
      secure: isSecureContext,
      subtle: typeof crypto.subtle,
      origin: location.origin === 'null',
      storage: localStorage.getItem('kept'),
      eval: refused(() => (0, eval)('1')),
      elsewhere: await fetch('https://example.invalid/').then(
        () => 'answered',
        () => 'refused',
      ),
    };
  });
  expect(seen).toEqual({
    secure: true,
    subtle: 'object',
    origin: false,
    storage: 'yes',
    eval: true,
    elsewhere: 'refused',
  });
});

test('the handler sees addresses as they were requested, and its status is the page’s', async ({ app }) => {
  // docs/api/protocol.md, `protocol.handle`; lib/browser/api/protocol.ts
  const answers = await app.window.evaluate(async () => {
    const paths = ['/echo/a%20b%2Fc', '/echo/ä?q=%C3%A4&r=1', '/nothing.js'];
    return Promise.all(
      paths.map(async (path) => {
        const response = await fetch(path);
        return [response.status, await response.text(), response.headers.get('content-type')];
      }),
    );
  });
  expect(answers).toEqual([
    [200, 'echo/a b/c', 'text/plain'],
    [200, 'echo/ä', 'text/plain'],
    [404, 'Not found', 'text/plain'],
  ]);
  const asked = (await events(app)).filter((event) => String(event).startsWith('asked GET /echo'));
  expect(asked.sort()).toEqual(['asked GET /echo/%C3%A4?q=%C3%A4&r=1', 'asked GET /echo/a%20b%2Fc']);
});

test('a handler that throws gives no answer', async ({ app }) => {
  // lib/browser/api/protocol.ts: `ERR_UNEXPECTED`
  const answer = await app.window.evaluate(() =>
    fetch('/throw').then(
      ({ ok }) => (ok ? 'answered' : 'failed'),
      () => 'failed',
    ),
  );
  expect(answer).toBe('failed');
});

test('the preload runs before the page, alone in its world, with what a sandboxed preload may load', async ({
  app,
}) => {
  // docs/tutorial/sandbox.md, "Preload scripts"; lib/sandboxed_renderer/preload.ts, `preloadRequire`
  const seen = await app.window.evaluate(() => ({
    preload: globalThis.runtime.preload,
    leaked: ['require', 'module', 'process', 'Buffer', 'ipcRenderer', 'electron'].filter(
      (name) => name in globalThis,
    ),
  }));
  expect(seen).toEqual({
    preload: {
      modules: {
        'node:fs': 'Error: module not found: node:fs',
        'electron/main': 'Error: module not found: electron/main',
        './other.cjs': 'Error: module not found: ./other.cjs',
      },
      readyState: 'loading',
      seesPage: 'undefined',
      hasNode: ['undefined', 'undefined'],
    },
    leaked: [],
  });
});

test('a frame has no preload', async ({ app }) => {
  // docs/api/structures/web-preferences.md, `nodeIntegrationInSubFrames`
  const frame = app.window.frames().find((one) => one.url().endsWith('/frame.html'));
  expect(await frame?.evaluate(() => 'runtime' in globalThis)).toBe(false);
});

test('the window reports when there is something to show', async ({ app }) => {
  // docs/api/browser-window.md, 'ready-to-show'; electron issue 48859: not on every Wayland
  await expect.poll(() => events(app)).toContain('did-finish-load');
  test.skip(runsOnElectron() && Boolean(process.env['WAYLAND_DISPLAY']), 'On Wayland it may never come.');
  await expect.poll(() => events(app)).toContain('ready-to-show');
});

test('a page asks before it leaves, opens no window, and stays where it is', async ({ app }) => {
  // docs/api/web-contents.md, 'will-navigate' and `setWindowOpenHandler`
  await app.window.locator('#away').click();
  await app.window.locator('#window').click();
  await expect.poll(() => events(app)).toContain('will-navigate https://example.invalid/away');
  await expect.poll(() => events(app)).toContain('open https://example.invalid/window');
  await expect.poll(() => app.window.context().pages().length).toBe(1);
  expect(await app.window.evaluate(() => location.pathname)).toBe('/');
});

test('no permission is given', async ({ app }) => {
  // docs/api/session.md, `setPermissionRequestHandler` and `setPermissionCheckHandler`
  const states = await app.window.evaluate(() =>
    Promise.all(
      ['geolocation', 'notifications', 'camera', 'clipboard-read'].map(async (name) => {
        const { state } = await navigator.permissions.query({ name: name as PermissionName });
        return state;
      }),
    ),
  );
  expect(states).toEqual(Array(4).fill('denied'));
});

test('a page that crashes is reported to main, and can be loaded again', async ({ app }) => {
  // docs/api/web-contents.md, 'render-process-gone'
  test.skip(
    runsOnElectron(),
    'Playwright does not live through a crash of Electron’s page; `crash.spec.ts` crashes the app’s own.',
  );
  const page = await app.window.context().newCDPSession(app.window);
  await page.send('Page.crash').catch(() => undefined);
  const noted = async (): Promise<string> => {
    const { result } = await page.send('Runtime.evaluate', {
      expression: "globalThis.runtime.call('events').then(String)",
      awaitPromise: true,
      returnByValue: true,
    });
    return String(result.value);
  };
  await expect.poll(() => noted().catch(() => '')).toContain('gone crashed, frame null');
});

test('main collects the garbage of a page', async ({ app }) => {
  // docs/api/debugger.md; Chrome DevTools Protocol, `HeapProfiler.collectGarbage`
  const garbage = await app.window.evaluateHandle(() => new WeakRef({}));
  const isThere = (): Promise<boolean> => app.window.evaluate((weak) => weak.deref() !== undefined, garbage);
  expect(await call(app, 'collectGarbage')).toBe(false);
  expect(await isThere()).toBe(false);
});
