import { expect, test, type WindowApp } from '../e2e/fixtures/app.ts';

test.use({ begin: 'welcome' });

/** Calls the bridge as a page that was taken over would, without the view of the settings. */
async function setSettings(app: WindowApp, change: object): Promise<unknown> {
  return app.window.evaluate(async (given) => {
    const { bridge } = window as unknown as {
      bridge: { setSettings(change: object): Promise<unknown> };
    };
    return bridge.setSettings(given);
  }, change);
}

for (const [what, change] of [
  ['icons of any host', { icons: 'any' }],
  ['a start with the session', { startAtLogin: true }],
  ['running on without a window', { keepRunning: true }],
] as const) {
  test(`a page does not set ${what}: the user is asked first`, async ({ app }) => {
    // Others in the same change do not hide it, and hold no more than it does.
    await app.answerMessageBox(1);
    expect(await setSettings(app, { perPage: 50, ...change })).toMatchObject({
      ok: false,
      failure: { code: 'canceled' },
    });
    await app.answerMessageBox(0);
    expect(await setSettings(app, change)).toMatchObject({
      ok: true,
      value: { settings: { ...change, perPage: 100 } },
    });
    // What was agreed to is not asked again, and is taken back unasked.
    expect(await setSettings(app, change)).toMatchObject({ ok: true });
    const back = { icons: 'none', startAtLogin: false, keepRunning: false };
    expect(await setSettings(app, back)).toMatchObject({ ok: true, value: { settings: back } });
  });
}

test('a page changes nothing of how requests leave, nor who signs in there: the user is asked first', async ({
  windowApp: app,
}) => {
  const canceled = { ok: false, failure: { code: 'canceled' } };
  const own = { mode: 'address', address: 'http://192.0.2.1:8080', bypass: '' };
  for (const proxy of [
    own,
    // Around the proxy that the user has set.
    { ...own, bypass: 'api.rwa.xyz' },
    { ...own, mode: 'none' },
    { ...own, mode: 'system' },
  ]) {
    await app.answerMessageBox(1);
    expect(await setSettings(app, { proxy })).toMatchObject(canceled);
    await app.answerMessageBox(0);
    expect(await setSettings(app, { proxy })).toMatchObject({ ok: true, value: { settings: { proxy } } });
    // What was agreed to is not asked again.
    expect(await setSettings(app, { proxy })).toMatchObject({ ok: true });
  }
  // Nobody signs in where no proxy is used.
  await app.answerMessageBox(0);
  expect(await setSettings(app, { proxy: own })).toMatchObject({ ok: true });
  const signIn = (login: object | null): Promise<unknown> =>
    app.window.evaluate(async (given) => {
      const { bridge } = window as unknown as {
        bridge: { signInToProxy(args: object): Promise<unknown> };
      };
      return bridge.signInToProxy({ login: given });
    }, login);
  for (const login of [{ user: 'figures', password: 'for the proxy' }, null]) {
    await app.answerMessageBox(1);
    expect(await signIn(login)).toMatchObject(canceled);
  }
});

test('a page does not clear a cache, whose history nothing brings back: the user is asked first', async ({
  windowApp: app,
}) => {
  const clear = (): Promise<unknown> =>
    app.window.evaluate(() => {
      const { bridge } = window as unknown as { bridge: { clearCache(args: object): Promise<unknown> } };
      return bridge.clearCache({ connectionId: 'sample' });
    });
  await app.answerMessageBox(1);
  expect(await clear()).toMatchObject({ ok: false, failure: { code: 'canceled' } });
  await app.answerMessageBox(0);
  expect(await clear()).toMatchObject({ ok: true });
});

test('a page does not end the app by starting it again', async ({ app }) => {
  const restart = (): Promise<unknown> =>
    app.window.evaluate(() => {
      const { bridge } = window as unknown as { bridge: { restartNormally(): Promise<unknown> } };
      return bridge.restartNormally();
    });
  // Where it began to end, the second would find nobody.
  for (let time = 0; time < 2; time += 1) expect(await restart()).toMatchObject({ ok: true });
  expect(await setSettings(app, { perPage: 50 })).toMatchObject({ ok: true });
});
