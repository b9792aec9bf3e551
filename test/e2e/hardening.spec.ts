// Border: how the main process guards the page’s process, from its start.
import { expect, test, type App } from './fixtures/app.ts';
import { unlikePeople } from './support/typing.ts';

/** Electron's security checklist, seen from a page that has been taken over: it runs what it likes in the window, and gets nowhere. */

// What the page tries is refused, which Chromium says there.
test.use({ begin: 'welcome', mayComplain: [/Content Security Policy|Not allowed to|status of 404/] });

/** The directives of the policy that the window's document was served with. */
async function policyOf(app: App): Promise<Map<string, string>> {
  const header = await app.window.evaluate(
    async () => (await fetch('/')).headers.get('content-security-policy') ?? '',
  );
  return new Map(
    header.split('; ').map((directive): [string, string] => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

test('a page has only what is the app’s, with every protection', async ({ app }) => {
  const page = app.window;
  await test.step('the app’s own files, by a protocol of the app', async () => {
    const { loaded } = await app.protections();
    expect(loaded).toMatch(/^app:\/\/rwa\//);
    const sources = await page.evaluate(() =>
      [
        ...[...document.scripts].map(({ src }) => src),
        ...[...document.querySelectorAll('link')].map(({ href }) => href),
        ...performance.getEntriesByType('resource').map(({ name }) => name),
      ].filter((source) => !source.startsWith('data:') && new URL(source).origin !== location.origin),
    );
    expect(sources).toEqual([]);
  });
  await test.step('every protection is asked for', async () => {
    const { preferences, sandboxForAll } = await app.protections();
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    });
    for (const name of [
      'enableBlinkFeatures',
      'disableBlinkFeatures',
      'enableWebSQL',
      'additionalArguments',
    ]) {
      expect(preferences[name] ?? '', name).toBe('');
    }
    expect(sandboxForAll).toBe(true);
  });
  await test.step('neither Node nor the modules of the app', async () => {
    const seen = await page.evaluate(async () => {
      const names = [
        'require',
        'process',
        'module',
        'exports',
        'Buffer',
        'global',
        'setImmediate',
        'ipcRenderer',
      ];
      const imported = ['node:fs', 'fs', 'electron'].map((name) =>
        import(/* @vite-ignore */ name).then(
          () => name,
          () => null,
        ),
      );
      return [...names.filter((name) => name in window), ...(await Promise.all(imported)).filter(Boolean)];
    });
    expect(seen).toEqual([]);
  });
  await test.step('a frame has no bridge', async () => {
    const found = await page.evaluate(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const inner = frame.contentWindow as unknown as Record<string, unknown> | null;
      const names = ['bridge', 'require', 'process'].filter((name) => inner !== null && name in inner);
      frame.remove();
      return names;
    });
    expect(found).toEqual([]);
  });
  await test.step('nothing outside the app’s own folder is served', async () => {
    const answers = await page.evaluate(async () => {
      const paths = [
        '/%2e%2e/main/index.js',
        '/..%2fmain%2findex.js',
        '/assets/..%2f..%2f..%2f..%2fpackage.json',
        '/..%5c..%5cpackage.json',
        '//etc/passwd',
        '/%2fetc%2fpasswd',
        '/%00',
        '/%',
      ];
      return Promise.all(
        paths.map(async (path) => {
          const { status, headers } = await fetch(new URL(`.${path}`, `${location.origin}/`));
          return `${path} ${status.toString()} ${headers.get('content-type') ?? ''}`;
        }),
      );
    });
    for (const answer of answers) expect(answer).toMatch(/ 404 text\/plain$/);
  });
  await test.step('no permission is granted', async () => {
    const states = await page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'midi', 'camera', 'microphone', 'clipboard-read'];
      const asked = await Promise.all(
        names.map(async (name) => {
          const { state } = await navigator.permissions.query({ name: name as PermissionName });
          return `${name} ${state}`;
        }),
      );
      const located = await new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(resolve, ({ code }) => {
          resolve(`location failed with ${code.toString()}`);
        });
      });
      return [...asked, located, `notification ${await Notification.requestPermission()}`];
    });
    expect(states).toEqual([
      'geolocation denied',
      'notifications denied',
      'midi denied',
      'camera denied',
      'microphone denied',
      'clipboard-read denied',
      // PERMISSION_DENIED
      'location failed with 1',
      'notification denied',
    ]);
  });
});

test('a page that changes the language’s own objects does not change the bridge', async ({ app }) => {
  const session = await app.window.evaluate(async () => {
    const taken: unknown[] = [];
    const { bridge } = window as unknown as { bridge: Record<string, () => Promise<{ ok: boolean }>> };
    Object.defineProperty(Object.prototype, 'connectionId', { value: 'taken', configurable: true });
    const { then } = Promise.prototype;
    Function.prototype.call = function (...args: unknown[]) {
      taken.push(...args.filter((arg) => typeof arg === 'object' && arg !== null && 'invoke' in arg));
      return Reflect.apply(this as () => unknown, args[0], args.slice(1)) as unknown;
    };
    const answer = await bridge['getSession']?.();
    Promise.prototype.then = then;
    Reflect.deleteProperty(Object.prototype, 'connectionId');
    try {
      bridge['getSession'] = () => Promise.resolve({ ok: false });
    } catch {
      // The bridge is frozen.
    }
    return { taken, ok: answer?.ok, again: (await bridge['getSession']?.())?.ok };
  });
  expect(session).toEqual({ taken: [], ok: true, again: true });
});

test('the policy lets a page load only what is the app’s, and run no text', async ({ app }) => {
  const policy = await policyOf(app);
  expect(policy.get('default-src')).toBe("'none'");
  expect(policy.get('script-src')).toBe("'self'");
  for (const name of ['connect-src', 'img-src', 'font-src', 'style-src']) {
    expect(
      policy
        .get(name)
        ?.split(' ')
        .filter((source) => !["'self'", 'data:'].includes(source)),
    ).toEqual([]);
  }
  for (const name of ['base-uri', 'form-action', 'frame-ancestors']) expect(policy.get(name)).toBe("'none'");
  for (const name of ['script-src-elem', 'script-src-attr', 'frame-src', 'object-src', 'worker-src']) {
    expect(policy.has(name), `${name} falls back to what is stated above`).toBe(false);
  }

  const ran = await unlikePeople('A hostile script of the page needs no person.', () =>
    app.window.evaluate(async () => {
      const page = window as unknown as Record<string, unknown>;
      // What the debugger evaluates may use `eval` in spite of the policy; a task of the page's own may not.
      await new Promise((resolve) => setTimeout(resolve));
      const tries: Record<string, () => unknown> = {
        eval: (): unknown => (0, eval)("window.hits = 'eval'"),
        function: () => Reflect.construct(Function, ["window.hits = 'function'"]) as unknown,
        timer: () => setTimeout("window.hits = 'timer'"),
        inline: () => addScript((script) => (script.textContent = "window.hits = 'inline'")),
        remote: () => addScript((script) => (script.src = 'https://example.com/x.js')),
        data: () => addScript((script) => (script.src = "data:text/javascript,window.hits = 'data'")),
        blob: () =>
          addScript((script) => (script.src = URL.createObjectURL(new Blob(["window.hits = 'blob'"])))),
        handler: () => {
          const image = new Image();
          image.setAttribute('onerror', "window.hits = 'handler'");
          image.src = 'data:,';
          document.body.append(image);
        },
        link: () => {
          const link = document.createElement('a');
          link.href = "javascript:window.hits = 'link'";
          document.body.append(link);
          link.click();
        },
        worker: () => new Worker("data:text/javascript,fetch('/')"),
      };
      function addScript(change: (script: HTMLScriptElement) => unknown): void {
        const script = document.createElement('script');
        change(script);
        document.head.append(script);
      }
      const thrown: string[] = [];
      for (const [name, attempt] of Object.entries(tries)) {
        try {
          attempt();
        } catch {
          thrown.push(name);
        }
      }
      // What could still run would do so within these frames and tasks.
      for (let turn = 0; turn < 5; turn += 1) {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      }
      return { hits: page['hits'], thrown };
    }),
  );
  expect(ran.hits).toBeUndefined();
  expect(ran.thrown).toEqual(expect.arrayContaining(['eval', 'function']));
});

test('a page leaves the app by no way', async ({ app }) => {
  const before = app.window.url();
  const answered: string[] = [];
  app.window.on('response', (response) => answered.push(response.url()));
  await unlikePeople('A hostile script of the page needs no person.', () =>
    app.window.evaluate(async () => {
      const click = (change: (link: HTMLAnchorElement) => void): void => {
        const link = document.createElement('a');
        link.href = 'https://example.com/link';
        change(link);
        document.body.append(link);
        link.click();
        link.remove();
      };
      click(() => undefined);
      click((link) => (link.target = '_blank'));
      click((link) => (link.target = 'other'));
      window.open('https://example.com/open', '_blank', 'noopener');
      window.open('file:///etc/passwd');
      const form = document.createElement('form');
      form.action = 'https://example.com/form';
      document.body.append(form);
      form.submit();
      const meta = document.createElement('meta');
      meta.httpEquiv = 'refresh';
      meta.content = '0; url=https://example.com/refresh';
      document.head.append(meta);
      const frame = document.createElement('iframe');
      frame.src = 'https://example.com/frame';
      document.body.append(frame);
      for (const address of ['file:///etc/passwd', 'data:text/html,<p>x', 'https://example.com/assign']) {
        location.assign(address);
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      }
      frame.remove();
      form.remove();
      meta.remove();
      click((link) => {
        link.href = URL.createObjectURL(new Blob(['x']));
        link.download = 'x.bat';
      });
    }),
  );
  // Nor does it ask the user for a place by itself: that dialog would lie over what the app asks.
  await expect.poll(() => app.downloads()).toEqual([{ name: 'x.bat', prevented: true }]);
  await expect(app.window.getByRole('button', { name: 'Explore sample data' })).toBeVisible();
  await expect.poll(() => app.window.context().pages().length).toBe(1);
  expect(app.window.url()).toBe(before);
  expect(answered.filter((url) => !url.startsWith(new URL(before).origin))).toEqual([]);
});
