import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { runDesktop } from '../../../../main/electron/desktop.ts';
import { cannotStart } from '../../../../main/electron/endWithError.ts';
import { closeBeforeQuit } from '../../../../main/electron/quitting.ts';
import type { Services } from '../../../../main/services.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

/** What the app opens while its data open: how long that takes is in the hands of the test here. */

const electron = vi.hoisted(() => ({
  app: null as EventEmitter | null,
  windows: [] as unknown[],
  userData: '',
  guard: { ending: false, watch: vi.fn(), end: vi.fn() },
  events: null as EventEmitter | null,
  updates: { state: { state: 'current' } },
  quit: vi.fn(),
}));

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  electron.app = Object.assign(new Emitter(), {
    commandLine: { hasSwitch: (name: string) => name === 'hidden', getSwitchValue: () => '' },
    getPath: () => electron.userData,
    requestSingleInstanceLock: () => true,
    whenReady: () => Promise.resolve(),
    enableSandbox: () => undefined,
    quit: electron.quit,
  });
  return {
    app: electron.app,
    BrowserWindow: { getAllWindows: () => electron.windows },
    nativeTheme: {},
    screen: { getAllDisplays: () => [] },
  };
});
vi.mock('../../../../main/electron/window.ts', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  return {
    bringToFront: () => undefined,
    openWindow() {
      const window = Object.assign(new Emitter(), {
        webContents: new Emitter(),
        isDestroyed: () => false,
        getBounds: () => ({ x: 0, y: 0, width: 1440, height: 900 }),
      });
      electron.windows.push(window);
      return { window, place: () => undefined };
    },
  };
});
vi.mock('../../../../main/electron/run.ts', () => ({
  beginRun: () => ({
    log: { failure: () => undefined, error: () => undefined },
    events: (electron.events = new EventEmitter()),
    crashes: { started: () => undefined, endedWell: () => undefined },
    guard: electron.guard,
    safeMode: null,
    updates: electron.updates,
  }),
}));
vi.mock('../../../../main/electron/handlers.ts', () => ({ createHandlers: () => ({}) }));
vi.mock('../../../../main/electron/background/background.ts', () => ({
  createBackground: () => ({ keepsRunning: false }),
}));
vi.mock('../../../../main/electron/endWithError.ts', () => ({ cannotStart: vi.fn(() => Promise.resolve()) }));
vi.mock('../../../../main/electron/appProtocol.ts');
vi.mock('../../../../main/electron/arrivingLinks.ts');
vi.mock('../../../../main/electron/contentsGuard.ts');
vi.mock('../../../../main/electron/events.ts');
vi.mock('../../../../main/electron/ipc.ts');
vi.mock('../../../../main/electron/memory.ts');
vi.mock('../../../../main/electron/menu.ts');
vi.mock('../../../../main/electron/modes.ts');
vi.mock('../../../../main/electron/quitting.ts');
vi.mock('../../../../main/electron/sessions.ts');
vi.mock('../../../../main/electron/systemTransport.ts');

const services = {
  readSettings: () => ({ theme: 'system' }),
  connections: { readActive: () => Promise.resolve(null), startSample: () => Promise.resolve() },
  store: { user: { listDocuments: () => Promise.resolve([]) } },
} as unknown as Services;

/** Starts the app without a window. Its data are open, or not to be opened, when what is returned says so. */
async function startHidden(): Promise<PromiseWithResolvers<Services>> {
  const opening = Promise.withResolvers<Services>();
  runDesktop({
    outFolder: '/out',
    policy: {} as Parameters<typeof runDesktop>[0]['policy'],
    createServices: () => opening.promise,
  });
  await vi.waitFor(() => {
    expect(electron.app?.listenerCount('activate')).toBe(1);
  });
  return opening;
}

beforeEach(() => {
  electron.userData = makeTemporaryFolder('desktop');
  electron.windows = [];
  electron.updates.state = { state: 'current' };
  electron.app?.removeAllListeners();
  vi.clearAllMocks();
});

it.each([
  ['nothing', []],
  ['another start', ['second-instance']],
  ['two others', ['second-instance', 'second-instance']],
  ['a click on its icon', ['activate']],
])('a start without a window opens one, also where %s asks for it meanwhile', async (_what, events) => {
  const opening = await startHidden();
  for (const event of events) electron.app?.emit(event, {}, ['app'], '/');
  expect(electron.windows).toHaveLength(Math.min(events.length, 1));
  opening.resolve(services);
  await vi.waitFor(() => {
    expect(closeBeforeQuit).toHaveBeenCalledOnce();
  });
  expect(electron.windows).toHaveLength(1);
});

it('data that cannot be opened are said once, also where another start has opened a window', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  const opening = await startHidden();
  electron.app?.emit('second-instance', {}, ['app'], '/');
  opening.reject(new FailureError({ code: 'internal', message: 'The data cannot be opened.' }));
  await vi.waitFor(() => {
    expect(cannotStart).toHaveBeenCalledOnce();
  });
  // Node tells of a rejection that nobody handles before the next turn.
  await setImmediate();
  expect(unhandled).not.toHaveBeenCalled();
  expect(electron.guard.end).not.toHaveBeenCalled();
});

it.each([
  ['ends the app', 0, 1],
  ['leaves the app to a window that was opened since', 1, 0],
])('an installation that fails after the windows were closed %s', async (_what, windows, quits) => {
  electron.updates.state = { state: 'installing' };
  const opening = await startHidden();
  opening.resolve(services);
  await vi.waitFor(() => {
    expect(closeBeforeQuit).toHaveBeenCalledOnce();
  });
  electron.windows.length = 0;
  electron.app?.emit('window-all-closed');
  expect(electron.quit).not.toHaveBeenCalled();
  if (windows > 0) electron.windows.push({});
  electron.updates.state = { state: 'failed' };
  electron.events?.emit('updateChanged', electron.updates.state);
  expect(electron.quit).toHaveBeenCalledTimes(quits);
});
