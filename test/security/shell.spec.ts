import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, runsOnElectron, test } from '../e2e/fixtures/app.ts';

/** Pages that attack the runtime itself, on the small app of the Chromium shell's tests: on both runtimes they get nowhere. */

test.use({ appFolder: path.resolve(import.meta.dirname, '../chromium-shell/fixture'), begin: 'nothing' });

test('text of the page never becomes code in main', async ({ app }) => {
  const file = path.join(app.userDataDir, 'taken');
  await app.window.evaluate(async (target) => {
    const code = `process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(target)}, '')`;
    const { toString } = Object.prototype;
    // Whoever asks what a typed array is, is told: a function, whose body is its length.
    Object.prototype.toString = function (this: unknown): string {
      return this instanceof Uint8Array ? '[object Function]' : toString.call(this);
    };
    for (const [name, answer] of Object.entries({ buffer: 'a', byteOffset: 'b', length: code })) {
      const views = Object.getPrototypeOf(Uint8Array.prototype) as object;
      Object.defineProperty(views, name, { get: () => answer, configurable: true });
    }
    // What main would wait for never comes: whether it ran is seen by the call after it.
    globalThis.fixture.call('echo', { then: new Uint8Array(1) }).catch(() => undefined);
    Object.prototype.toString = toString;
    await globalThis.fixture.call('echo', 'after');
  }, file);
  expect(await app.window.evaluate(() => globalThis.fixture.call('echo', 'still there'))).toBe('still there');
  expect(existsSync(file)).toBe(false);
});

test('a page cannot see, read along with or answer for what lies below its bridge', async ({ app }) => {
  const seen = await app.window.evaluate(async () => {
    const overheard: string[] = [];
    const overhear = (owner: object, name: string): void => {
      const before = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
      Reflect.set(owner, name, function (this: unknown, ...args: unknown[]): unknown {
        // What is seen of the own call and its answer is no secret.
        if (args.some((arg) => typeof arg === 'string' && arg.includes('invoke'))) overheard.push(name);
        return Reflect.apply(before, this, args);
      });
    };
    overhear(JSON, 'parse');
    overhear(JSON, 'stringify');
    overhear(globalThis, 'structuredClone');
    overhear(String.prototype, 'startsWith');
    overhear(Map.prototype, 'set');
    const answer = await globalThis.fixture.call('echo', 'mine');
    return {
      overheard,
      answer,
      names: Object.getOwnPropertyNames(globalThis).filter((name) => /chromiumShell/i.test(name)),
    };
  });
  expect(seen).toEqual({ overheard: [], answer: 'mine', names: [] });
});

test('a page that forges an answer or an event of main reaches nobody', async ({ app }) => {
  test.skip(runsOnElectron(), 'Electron has no receiver that a page could know the name of.');
  const heard = await app.window.evaluate(() => {
    const news: unknown[] = [];
    globalThis.fixture.onNews((item) => news.push(item));
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      const value: unknown = Reflect.get(globalThis, name);
      if (!/chromiumShell/i.test(name) || typeof value !== 'function') continue;
      Reflect.apply(value, undefined, ['j["event","news",["forged"]]']);
    }
    return news;
  });
  expect(heard).toEqual([]);
});
