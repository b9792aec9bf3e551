import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { startWarmShell, type WarmShell } from '../../e2e/fixtures/shellApp.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';
import { programsOf } from '../../support/processes.ts';
import { call, fixtureFolder } from './fixtureApp.ts';

/** A process that runs an app again and again: what one run has, the next does not. */

const folder = makeTemporaryFolder('shell-test');
let shell: WarmShell;

beforeAll(async () => {
  shell = await startWarmShell(fixtureFolder, join(folder, 'Chromium'));
});

it('begins each run with a profile, modules and answers of its own', async () => {
  for (const run of ['one', 'two']) {
    const userDataDir = join(folder, run);
    const app = await shell.start({ userDataDir });
    const { window } = app;
    expect(await call(window, 'names')).toMatchObject({ userData: userDataDir });
    expect(await call(window, 'events')).toEqual([]);
    expect(await call(window, 'onBattery')).toBe(false);
    expect(await app.badge()).toBeNull();
    expect(await window.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)).toBe(false);
    expect(await window.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect(await call(window, 'proposeFile')).toBe('');
    await expect.poll(() => app.output()).toMatch(/^loaded app:\/\/fixture\/\n/);

    await window.evaluate((name) => {
      localStorage.setItem(name, 'seen');
    }, run);
    await app.answerSaveDialog(join(folder, 'chosen.txt'));
    expect(await call(window, 'proposeFile')).toBe(join(folder, 'chosen.txt'));
    await app.answerSaveDialog(join(folder, 'left.txt'));
    await app.setBattery(true);
    await call(window, 'theme', 'dark');
    await app.quit();
    expect(window.isClosed()).toBe(true);
    await expect.poll(() => app.output()).toMatch(/will-quit\nsaved\nwill-quit\n$/);
  }
});

it('decides on permissions in the profile of the run', async () => {
  const app = await shell.start({ userDataDir: join(folder, 'three') });
  const state = await app.window.evaluate(
    `navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state)`,
  );
  // The app has no handler that could refuse.
  expect(state).toBe('granted');
  await app.quit();
});

it('begins the next run when one has ended by itself, on the same data', async () => {
  const userDataDir = join(folder, 'four');
  const first = await shell.start({ userDataDir });
  await first.window.close();
  await first.ended;
  const second = await shell.start({ userDataDir });
  expect(await call(second.window, 'names')).toMatchObject({ userData: userDataDir });
  await second.quit();
});

it('leaves no process behind', async () => {
  await shell.end();
  await expect.poll(() => programsOf(folder)).toEqual([]);
});
