import { EventEmitter } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBackground } from '../../../../../main/electron/background/background.ts';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import type { Services } from '../../../../../main/services.ts';

const system = vi.hoisted(() => ({ status: 'requires-approval' }));
vi.mock('electron', () => ({
  app: { isPackaged: true, getLoginItemSettings: () => system, setBadgeCount: () => undefined },
  Notification: { isSupported: () => false },
  powerMonitor: { on: () => undefined, isOnBatteryPower: () => false },
  Tray: {},
  Menu: {},
  nativeImage: {},
}));

it('no longer says that macOS waits to be asked once the user has allowed the start at login', () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
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
  expect(background.state.startIsRefused).toBe(true);
  system.status = 'enabled';
  expect(background.state.startIsRefused).toBe(false);
});
