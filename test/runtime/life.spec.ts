import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { startOnElectron } from '../e2e/fixtures/electronApp.ts';
import type { Running } from '../e2e/fixtures/runningApp.ts';
import { startOnShell } from '../e2e/fixtures/shellApp.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { call, events, expect, ready, runsOnElectron, test } from './runtimeApp.ts';

/** From the start of the app to its end, and what surrounds it. docs/api/app.md. */

const appFolder = path.resolve(import.meta.dirname, 'app');

/** The app started by hand, so that its end can be seen. */
async function withRunning(use: (running: Running, userDataDir: string) => Promise<void>): Promise<void> {
  const userDataDir = await realpath(makeTemporaryFolder('runtime'));
  const start = runsOnElectron() ? startOnElectron : startOnShell;
  const running = await start({ appFolder, userDataDir });
  try {
    await expect(running.window.locator('output')).toHaveText('Echoed');
    await use(running, userDataDir);
  } finally {
    await running.kill();
  }
}

async function endBy(running: Running, name: string, ...args: unknown[]): Promise<unknown[]> {
  await running.window
    .evaluate(([called, passed]) => globalThis.runtime.call(called, ...passed), [name, args] as const)
    .catch(() => undefined);
  return (await running.ended) as unknown[];
}

function eventsOf(running: Running): string[] {
  return [...running.output().matchAll(/^event (.+)$/gm)].map(([, name = '']) => name);
}

test('quitting asks, closes the windows, and ends with 0', async () => {
  // docs/api/app.md, `app.quit`: before-quit, the windows, will-quit, quit
  await withRunning(async (running) => {
    expect((await endBy(running, 'quit'))[0]).toBe(0);
    expect(eventsOf(running)).toEqual(['before-quit', 'will-quit', 'quit']);
  });
});

test('exiting asks no confirmation, and ends with the given code', async () => {
  // docs/api/app.md, `app.exit`: "the before-quit and will-quit events will not be emitted"
  await withRunning(async (running) => {
    expect((await endBy(running, 'exit', 7))[0]).toBe(7);
    expect(eventsOf(running)).toEqual(['quit']);
  });
});

test('a quit that is refused changes nothing', async ({ app }) => {
  // docs/api/app.md, 'before-quit'
  await ready(app);
  await call(app, 'refuseQuit');
  expect(await events(app)).toContain('quit refused');
  expect(await call(app, 'echo', 'still there')).toBe('still there');
});

test('a second instance ends at once, and the first receives its arguments and folder', async () => {
  // docs/api/app.md, `requestSingleInstanceLock` and 'second-instance'
  await withRunning(async (running, userDataDir) => {
    const start = runsOnElectron() ? startOnElectron : startOnShell;
    // It has no window to attach to.
    await expect(start({ appFolder, userDataDir, switches: ['--mine=1'] })).rejects.toThrow();
    await expect
      .poll(() => running.window.evaluate(() => globalThis.runtime.call('events')))
      .toContainEqual({ argv: ['--mine=1'], workingFolder: process.cwd() });
  });
});

test('the app knows its folder, name and version, and takes no relative folder', async ({ app }) => {
  // docs/api/app.md, `getPath`, `setPath`: "Path must be absolute"
  await ready(app);
  expect(await call(app, 'paths')).toEqual({
    userData: await realpath(app.userDataDir),
    version: '1.2.3',
    name: 'Runtime fixture',
  });
  const refusal = await app.window.evaluate(() => globalThis.runtime.call('relativePath').catch(String));
  expect(refusal).toContain('Path must be absolute');
  // docs/api/app.md, `enableSandbox`: only before the app is ready
  const late = await app.window.evaluate(() => globalThis.runtime.call('sandboxNow').catch(String));
  expect(late).toContain('can only be called before app is ready');
});

test('dialogs that are canceled say so, without a file', async ({ app }) => {
  // docs/api/dialog.md: `canceled`, `filePath` is an empty string, `cancelId`
  await ready(app);
  await app.answerSaveDialog(null);
  expect(await call(app, 'save')).toEqual({ canceled: true, filePath: '' });
  await app.answerOpenDialog(null);
  expect(await call(app, 'open')).toEqual({ canceled: true, filePaths: [] });
  await app.answerMessageBox(1);
  expect(await call(app, 'question')).toMatchObject({ response: 1 });
});

test('the clipboard takes text, and notifications say whether there are any', async ({ app }) => {
  // docs/api/clipboard.md; docs/api/notification.md, `Notification.isSupported`
  await ready(app);
  expect(await call(app, 'copy', 'Copied: ä')).toBe('Copied: ä');
  expect(await call(app, 'supported')).toBe('boolean');
});

test('an icon in the tray does no harm where there is no tray', async ({ app }) => {
  // docs/api/tray.md, "Platform considerations"
  await ready(app);
  expect(await call(app, 'tray')).toBe(true);
});

test('every session that is made is reported, the one of the window and the one of main', async ({ app }) => {
  // docs/api/app.md, 'session-created'
  await ready(app);
  await call(app, 'ask', 'http://127.0.0.1:1/', {});
  expect((await events(app)).filter((event) => event === 'session-created')).toHaveLength(2);
});
