import { access } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../e2e/fixtures/runningApp.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';
import { call, startFixture } from './fixtureApp.ts';

let app: Running;
let userDataDir: string;

beforeAll(async () => {
  userDataDir = makeTemporaryFolder('shell-test');
  app = await startFixture(userDataDir);
});

afterAll(() => app.quit());

describe('windows and pages', () => {
  it('deny all requests of a window that a script opens, and continue at once', async () => {
    const asked: string[] = [];
    const foreign = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    const { port } = foreign.address() as AddressInfo;
    // `app.window` is the newest, which may be one that is about to be closed.
    const page = app.window;
    for (let time = 0; time < 5; time += 1) {
      await page.evaluate(`void window.open('http://127.0.0.1:${String(port)}/opened')`);
      expect(await call(page, 'echo', time)).toBe(time);
    }
    await expect.poll(() => page.context().pages().length).toBe(1);
    expect(asked).toEqual([]);
    foreign.close();
  });

  it('have the size that the app gave them', async () => {
    expect(await call(app.window, 'windows')).toEqual([expect.objectContaining({ width: 900, height: 600 })]);
    expect(await app.window.evaluate('[outerWidth, outerHeight]')).toEqual([900, 600]);
  });
});

describe('what the app requests of the system', () => {
  it('keeps the profile of Chromium in the folder of the app', async () => {
    await access(path.join(userDataDir, 'Chromium'));
  });

  it.each(['dark', 'light'])('shows the page %s when the app asks for it', async (theme) => {
    expect(await call(app.window, 'theme', theme)).toBe(theme === 'dark');
    await expect
      .poll(() => app.window.evaluate(`matchMedia('(prefers-color-scheme: ${theme})').matches`))
      .toBe(true);
  });

  it('uses each answer that a test has prepared once', async () => {
    const options = { message: 'Sure?', buttons: ['Yes', 'No', 'Later'], cancelId: 1 };
    await app.answerMessageBox(2);
    expect(await call(app.window, 'ask', options)).toEqual({ response: 2, checkboxChecked: false });
    expect(await call(app.window, 'ask', options)).toEqual({ response: 1, checkboxChecked: false });
  });

  it('saves nothing and says so if nobody answers', async () => {
    expect(await call(app.window, 'proposeFile')).toBe('');
    await expect.poll(() => app.output()).toContain('Nobody can be asked here: "Save" is canceled.');
  });
});

describe('outside of the windows', () => {
  it('reports notifications, and lets the user click one, once', async () => {
    expect(await call(app.window, 'notify', 'News')).toBe(true);
    await expect.poll(() => app.notifications()).toEqual([{ title: 'News', body: 'Body' }]);
    await app.clickNotification('News');
    await app.clickNotification('News');
    await app.clickNotification('No such title');
    await call(app.window, 'notify', 'Other');
    await app.clickNotification('Other');
    const clicks = async (): Promise<unknown[]> =>
      ((await call(app.window, 'events')) as string[]).filter((event) => event.startsWith('clicked'));
    await expect.poll(clicks).toEqual(['clicked News', 'clicked Other']);
  });

  it('reports the icon in the tray with its menu, and lets the user choose', async () => {
    expect(await app.tray()).toBeNull();
    await call(app.window, 'tray', 'Open');
    await expect.poll(() => app.tray()).toEqual({ toolTip: 'All is well', entries: ['Open', '✓ Paused'] });
    await app.chooseInTray('Open');
    await expect.poll(() => call(app.window, 'events')).toContain('chosen Open');
    await call(app.window, 'untray');
    await expect.poll(() => app.tray()).toBeNull();
  });

  it('reports the badge of the icon and the battery', async () => {
    await call(app.window, 'badge', 3);
    await expect.poll(() => app.badge()).toBe(3);
    expect(await call(app.window, 'onBattery')).toBe(false);
    await app.setBattery(true);
    await expect.poll(() => call(app.window, 'events')).toContain('on-battery');
    expect(await call(app.window, 'onBattery')).toBe(true);
  });
});
