import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BrowserWindow } from 'electron';
import { guardAgainstCrashes } from '../../../../main/electron/crashGuard.ts';
import { openCrashes, type Crashes } from '../../../../main/platform/crash/crashes.ts';
import { openLog } from '../../../../main/platform/log/log.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

/** How pages end while the system ends a session: the Chromium shell ends when its Chromium does. */

const electron = vi.hoisted(() => ({ app: null as EventEmitter | null }));

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  electron.app = new Emitter();
  return { app: electron.app, dialog: { showErrorBox: vi.fn() } };
});

const ofProcess = ['uncaughtException', 'unhandledRejection'] as const;
let before: ReturnType<typeof process.rawListeners>[];

beforeEach(() => {
  before = ofProcess.map((event) => process.rawListeners(event));
});
afterEach(() => {
  for (const [at, event] of ofProcess.entries())
    for (const added of process
      .rawListeners(event)
      .filter((listener) => before[at]?.includes(listener) !== true))
      Reflect.apply(process.off, process, [event, added]);
  electron.app?.removeAllListeners();
});

function watched(folder = makeTemporaryFolder('guard')): {
  window: EventEmitter;
  contents: EventEmitter;
  crashes: Crashes;
  reopen: () => void;
} {
  const crashes = openCrashes({ folder, now: Date.now, about: [] });
  const reopen = vi.fn();
  const contents = new EventEmitter();
  const window = Object.assign(new EventEmitter(), { webContents: contents });
  guardAgainstCrashes({ crashes, log: openLog({ folder, level: 'error' }), inSafeMode: () => false }).watch(
    window as unknown as BrowserWindow,
    reopen,
  );
  return { window, contents, crashes, reopen };
}

it('a page that the system ends with the session is no crash', () => {
  const { contents, crashes, reopen } = watched();
  electron.app?.emit('before-quit');
  contents.emit('render-process-gone', {}, { reason: 'killed', exitCode: 15 });
  expect(crashes.notes()).toEqual([]);
  expect(reopen).not.toHaveBeenCalled();
});

it('one that is killed while the app runs is, and so is one that breaks while the app ends', () => {
  const running = watched();
  running.contents.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 });
  expect(running.crashes.notes()).toHaveLength(1);
  expect(running.reopen).toHaveBeenCalledOnce();
  const quitting = watched();
  electron.app?.emit('before-quit');
  quitting.contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
  expect(quitting.crashes.notes()).toHaveLength(1);
});

it('the end of the session on Windows, after which no quit comes, ends the run well', () => {
  const { window, contents, crashes } = watched();
  contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
  window.emit('session-end');
  expect(crashes.note('window', new Error('broken')).safeModeNext).toBe(false);
});

it('a run that is ended before its start is through is no crash', () => {
  const folder = makeTemporaryFolder('guard');
  watched(folder);
  electron.app?.emit('will-quit');
  expect(openCrashes({ folder, now: Date.now, about: [] }).notice).toBeNull();
});

it('a run whose window has crashed and that is ended before its start is through is a crash', () => {
  const folder = makeTemporaryFolder('guard');
  watched(folder).contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
  electron.app?.emit('will-quit');
  expect(openCrashes({ folder, now: Date.now, about: [] }).notice).toContain('crashed when it was last used');
});
