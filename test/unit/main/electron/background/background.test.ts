import { EventEmitter } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBackground } from '../../../../../main/electron/background/background.ts';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import type { Services } from '../../../../../main/services.ts';
import { scheduleRunSchema, scheduleSchema } from '../../../../../preload/contract/schedules.ts';
import { settingsSchema, type Settings } from '../../../../../preload/contract/settings.ts';

const system = vi.hoisted(() => ({
  status: 'requires-approval',
  setBadgeCount: vi.fn(),
  focused: [] as (() => void)[],
  notified: [] as string[],
}));
vi.mock('electron', () => ({
  app: {
    isPackaged: true,
    getLoginItemSettings: () => system,
    setBadgeCount: system.setBadgeCount,
    on: (_name: 'browser-window-focus', listener: () => void) => system.focused.push(listener),
  },
  Notification: class {
    readonly options: { readonly title: string; readonly body: string };

    constructor(options: { readonly title: string; readonly body: string }) {
      this.options = options;
    }

    static isSupported = () => true;
    static handleActivation = () => undefined;

    on = () => undefined;
    show = () => system.notified.push(`${this.options.title}: ${this.options.body}`);
  },
  powerMonitor: { on: () => undefined, isOnBatteryPower: () => false },
  Tray: {},
  Menu: {},
  nativeImage: {},
}));

function backgroundOn(
  platform: NodeJS.Platform,
  { settings = {}, events = new EventEmitter() }: { settings?: Partial<Settings>; events?: AppEvents } = {},
): ReturnType<typeof createBackground> {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  onTestFinished(() => void vi.restoreAllMocks());
  const background = createBackground({
    services: {
      readSettings: () => settingsSchema.parse({ startAtLogin: true, ...settings }),
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

describe('a scheduled run that failed', () => {
  const schedule = scheduleSchema.parse({
    ...{ id: 'one', createdAt: 1, changedAt: 1, dueAfter: 1, name: 'Weekly', on: true, waitMinutes: null },
    ...{ late: 'fail', times: { kind: 'daily', at: 0 } },
    work: { kind: 'sync', connectionId: 'one', resource: 'assets', query: {} },
  });
  const failed = scheduleRunSchema.parse({
    ...{ id: 'run', scheduleId: 'one', dueAt: 1, manual: false, state: 'failed', startedAt: 1, endedAt: 2 },
    ...{ missed: 0, retries: 0, retryAt: null, path: null, written: [], rows: null, complete: null },
    ...{ fetchedFrom: null, note: null, failure: { code: 'file', message: 'The disk is full.' } },
  });
  const told = (settings: Partial<Settings>, run: Partial<typeof failed> = {}): string[] => {
    const events: AppEvents = new EventEmitter();
    backgroundOn('linux', { settings, events });
    system.notified = [];
    events.emit('scheduleRunEnded', schedule, { ...failed, ...run });
    return system.notified;
  };
  const quietHours = { on: true, from: 0, to: 24 * 60 - 1 };

  it('is reported once, with the time of the next try', () => {
    expect(told({})).toEqual(['Weekly: The disk is full.']);
    const again = { state: 'retrying', retryAt: Date.now() + 5 * 60_000 } as const;
    expect(told({}, again)).toEqual(['Weekly: The disk is full. Next try in 5 minutes.']);
    expect(told({}, { ...again, retries: 1 })).toEqual([]);
  });

  it('is not told in quiet hours, nor where notifications are off', () => {
    vi.spyOn(Date, 'now').mockReturnValue(new Date(2026, 2, 10, 12).getTime());
    expect(told({ quietHours })).toEqual([]);
    expect(told({ quietHours: { ...quietHours, on: false } })).toHaveLength(1);
    expect(told({ showNotifications: false })).toEqual([]);
  });
});
