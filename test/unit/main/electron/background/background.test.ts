import { EventEmitter } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBackground } from '../../../../../main/electron/background/background.ts';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import type { Services } from '../../../../../main/services.ts';

const system = vi.hoisted(() => ({
  status: 'requires-approval',
  setBadgeCount: vi.fn(),
  focused: [] as (() => void)[],
}));
vi.mock('electron', () => ({
  app: {
    isPackaged: true,
    getLoginItemSettings: () => system,
    setBadgeCount: system.setBadgeCount,
    on: (_name: 'browser-window-focus', listener: () => void) => system.focused.push(listener),
  },
  Notification: { isSupported: () => false },
  powerMonitor: { on: () => undefined, isOnBatteryPower: () => false },
  Tray: {},
  Menu: {},
  nativeImage: {},
}));

function backgroundOn(platform: NodeJS.Platform): ReturnType<typeof createBackground> {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  onTestFinished(() => void vi.restoreAllMocks());
  const events: AppEvents = new EventEmitter();
  const background = createBackground({
    services: {
      readSettings: () => ({ startAtLogin: true, keepRunning: false }),
      connections: { readActive: () => Promise.resolve(null) },
    } as unknown as Services,
    showWindow: () => undefined,
    follow: () => undefined,
    setSettings: () => Promise.resolve(),
    checkNow: () => Promise.resolve(),
    events,
  });
  onTestFinished(() => {
    background.close();
  });
  return background;
}

it('no longer says that macOS waits to be asked once the user has allowed the start at login', () => {
  const background = backgroundOn('darwin');
  expect(background.state.startIsRefused).toBe(true);
  system.status = 'enabled';
  expect(background.state.startIsRefused).toBe(false);
});

it('on Windows, where only windows in the taskbar have the number of the unread, it is told again of a window that comes there', async () => {
  system.setBadgeCount.mockClear();
  backgroundOn('win32');
  await vi.waitFor(() => {
    expect(system.setBadgeCount).toHaveBeenCalledTimes(1);
  });
  for (const focused of system.focused) focused();
  await vi.waitFor(() => {
    expect(system.setBadgeCount).toHaveBeenCalledTimes(2);
  });
});
