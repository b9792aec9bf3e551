import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bringToFront, openWindow, showNow } from '../../../../main/electron/window.ts';
import type { Placement } from '../../../../main/electron/windowState.ts';

/** When the window is shown, on computers where Electron's signs come late or never: the Chromium shell always gives them. */

const electron = vi.hoisted(() => ({ dark: false, themeListeners: [] as (() => void)[] }));

class FakeWindow extends EventEmitter {
  readonly webContents = new EventEmitter();
  readonly colors: string[] = [];
  shown = 0;
  constructor(options: { backgroundColor?: string }) {
    super();
    this.colors.push(options.backgroundColor ?? 'none');
  }
  loadURL(): Promise<void> {
    return Promise.resolve();
  }
  isDestroyed(): boolean {
    return false;
  }
  setBackgroundColor(color: string): void {
    this.colors.push(color);
  }
  bounds = { x: 0, width: 0 };
  maximized = 0;
  getBounds(): { x: number; width: number } {
    return { ...this.bounds };
  }
  maximize(): void {
    this.maximized += 1;
  }
  /** As on Windows between displays of different scale: the size is taken by that of the display which the window leaves. */
  setBounds({ x = 0, width }: { x?: number; width: number }): void {
    const scale = x >= 2000 && this.bounds.x < 2000 ? 1.5 : 1;
    this.bounds = { x, width: width * scale };
  }
  show(): void {
    this.shown += 1;
  }
  focused = 0;
  isMinimized(): boolean {
    return false;
  }
  focus(): void {
    this.focused += 1;
  }
}

vi.mock('electron', () => ({
  BrowserWindow: function (options: object) {
    return new FakeWindow(options);
  },
  nativeTheme: {
    get shouldUseDarkColors() {
      return electron.dark;
    },
    on: (_name: string, listener: () => void) => electron.themeListeners.push(listener),
    off: () => undefined,
  },
}));

function open(placement: Placement = { width: 1440, height: 900, maximized: false }): FakeWindow {
  const options = { preloadFile: '', visible: true, developerTools: false, iconFile: null };
  const { window, place } = openWindow(options);
  place(placement);
  return window as unknown as FakeWindow;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the window is shown', () => {
  it.each<[string, (window: FakeWindow) => unknown]>([
    ['its page is painted', (window) => window.emit('ready-to-show')],
    [
      'its page is loaded, where no sign of painting comes',
      (window) => window.webContents.emit('did-finish-load'),
    ],
    ['two seconds have passed, where no sign comes at all', () => vi.advanceTimersByTime(2000)],
  ])('once when %s', async (_when, happen) => {
    const window = open();
    await vi.advanceTimersByTimeAsync(1900);
    expect(window.shown).toBe(0);
    happen(window);
    await vi.advanceTimersByTimeAsync(5000);
    window.emit('ready-to-show');
    window.webContents.emit('did-finish-load');
    await vi.advanceTimersByTimeAsync(5000);
    expect(window.shown).toBe(1);
  });

  it.each([
    ['then moves to where it was', 0, { x: 2100, width: 1000 }, 1],
    ['then stays where the user has moved it', 50, { x: 50, width: 0 }, 0],
  ])(
    'after two seconds in its usual place while its data open, and %s',
    async (_then, x, bounds, maximized) => {
      const options = { preloadFile: '', visible: true, developerTools: false, iconFile: null };
      const opened = openWindow(options);
      const window = opened.window as unknown as FakeWindow;
      window.emit('ready-to-show');
      await vi.advanceTimersByTimeAsync(1900);
      expect(window.shown).toBe(0);
      await vi.advanceTimersByTimeAsync(200);
      expect(window.shown).toBe(1);
      await vi.advanceTimersByTimeAsync(5000);
      window.bounds.x = x;
      opened.place({ x: 2100, y: 0, width: 1000, height: 700, maximized: true });
      await vi.advanceTimersByTimeAsync(5000);
      expect([window.shown, window.bounds, window.maximized]).toEqual([1, bounds, maximized]);
    },
  );

  it('and placed later, where the window manager moves it a little while it shows it', async () => {
    const options = { preloadFile: '', visible: true, developerTools: false, iconFile: null };
    const opened = openWindow(options);
    const window = opened.window as unknown as FakeWindow;
    await vi.advanceTimersByTimeAsync(2100);
    window.bounds.x = 5;
    await vi.advanceTimersByTimeAsync(5000);
    opened.place({ x: 300, y: 0, width: 1000, height: 700, maximized: false });
    expect(window.bounds).toEqual({ x: 300, width: 1000 });
  });

  it('once where a question has shown it before: its dialog keeps the keyboard', async () => {
    const options = { preloadFile: '', visible: true, developerTools: false, iconFile: null };
    const { window } = openWindow(options);
    showNow(window);
    await vi.advanceTimersByTimeAsync(5000);
    expect((window as unknown as FakeWindow).shown).toBe(1);
    bringToFront(window);
    expect((window as unknown as FakeWindow).shown).toBe(2);
  });

  it('in the size that it had, on a display of another scale too', () => {
    const window = open({ x: 2100, y: 0, width: 1000, height: 700, maximized: false });
    expect(window.bounds).toEqual({ x: 2100, width: 1000 });
  });

  it('in the color of its page, whichever theme, and follows it', () => {
    electron.dark = true;
    const window = open();
    expect(window.colors).toEqual(['#16181b']);
    electron.dark = false;
    for (const listener of electron.themeListeners) listener();
    expect(window.colors).toEqual(['#16181b', '#ffffff']);
  });
});

it('a window that was shown is shown again when it is asked for, as macOS needs it; one that is not painted is not', async () => {
  const window = open();
  bringToFront(window as unknown as BrowserWindow);
  expect([window.shown, window.focused]).toEqual([0, 1]);
  window.emit('ready-to-show');
  await vi.waitFor(() => {
    expect(window.shown).toBe(1);
  });
  bringToFront(window as unknown as BrowserWindow);
  expect([window.shown, window.focused]).toEqual([2, 1]);
});
