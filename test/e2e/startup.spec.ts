// Border: the start of the process itself is timed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { firstScriptBytes } from '../../build/measure/firstScript.ts';
import { windowPhases } from '../../preload/contract/startMarks.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { expect, runsOnElectron, test } from './fixtures/app.ts';
import { linkSampleData, makeSampleData } from './fixtures/sampleData.ts';
import { startOnElectron } from './fixtures/electronApp.ts';
import { startOnShell } from './fixtures/shellApp.ts';
import { Explorer } from './pages/explorer.ts';

const appFolder = path.resolve(import.meta.dirname, '../..');

test('with --start-times the app writes when its start came how far, to the first painted rows @nightly', async () => {
  const userDataDir = makeTemporaryFolder('start');
  await makeSampleData();
  await linkSampleData(userDataDir);
  const start = runsOnElectron() ? startOnElectron : startOnShell;
  const running = await start({ appFolder, userDataDir, switches: ['--start-times'] });
  try {
    await running.window.getByRole('button', { name: 'Explore sample data' }).click();
    await new Explorer(running).open('Assets');
    await expect(running.window.getByRole('grid').getByRole('gridcell').first()).toBeVisible();
    await expect.poll(running.output).toContain('first rows painted');

    const marks = new Map(
      [...running.output().matchAll(/^start +([\d.]+) ms {2}(.+)$/gm)].map(([, ms, phase]) => [
        phase,
        Number(ms),
      ]),
    );
    const ordered = (phases: readonly string[]): void => {
      const times = phases.map((phase) => marks.get(phase) ?? NaN);
      expect(times, phases.join()).toEqual(times.toSorted((a, b) => a - b));
      expect(times).not.toContain(NaN);
    };
    ordered(['process start', 'main bundle loaded', 'app ready', 'window created', 'page loaded']);
    ordered(['app ready', 'services open', 'bridge answers']);
    // Of the window, what is asked for and what is loaded come in either order.
    ordered(windowPhases.filter((phase) => phase !== 'view loaded'));
    expect(marks.get('view loaded')).toBeGreaterThan(0);
  } finally {
    await running.quit();
  }
});

test('a folder that is refused is named in a box, which Electron shows on Linux once it is ready', async () => {
  test.skip(runsOnElectron(), 'The Chromium shell tells which boxes are shown.');
  const userDataDir = makeTemporaryFolder('linked');
  symlinkSync(makeTemporaryFolder('elsewhere'), path.join(userDataDir, 'data'));
  const shell = path.join(appFolder, 'test/chromium-shell/start.ts');
  const app = spawn(process.execPath, [shell, appFolder, `--user-data-dir=${userDataDir}`, '--headless'], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const told: unknown[] = [];
  app.on('message', (message) => told.push(message));
  expect((await once(app, 'exit'))[0]).toBe(1);
  expect(told).toContainEqual({
    did: 'dialog.showErrorBox',
    args: ['RWA Explorer cannot start', expect.stringContaining('is a link')],
  });
  expect(readdirSync(userDataDir)).toEqual(['data']);
});

/** The most that the window may load before its first rows; what a view or dialog needs later is loaded with it. */
const maxFirstScript = 420_000;

test('the first script of the window stays small', () => {
  const bytes = firstScriptBytes(path.join(appFolder, 'out/renderer')) ?? Infinity;
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(maxFirstScript);
});
