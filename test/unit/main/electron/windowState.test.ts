import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { placeWindow, saveWindowState } from '../../../../main/electron/windowState.ts';

const screen = { x: 0, y: 25, width: 1920, height: 1055 };
const second = { x: 1920, y: 0, width: 2560, height: 1440 };
const state = { x: 2000, y: 100, width: 1500, height: 1000, maximized: false };

describe('the window opens', () => {
  it('where it was', () => {
    expect(placeWindow(state, [screen, second])).toEqual(state);
  });

  it('in the middle if its display is missing', () => {
    expect(placeWindow(state, [screen])).toEqual({ width: 1440, height: 900, maximized: false });
  });

  it('no larger than its display, no smaller than the app can be used', () => {
    expect(placeWindow({ ...state, x: 0, width: 5000, height: 300 }, [screen])).toMatchObject({
      width: 1920,
      height: 600,
    });
  });

  it('where its title bar can be caught', () => {
    expect(placeWindow({ ...state, x: 0, y: -900 }, [screen])).not.toHaveProperty('y');
    expect(placeWindow({ ...state, x: 1900 }, [screen])).not.toHaveProperty('x');
  });

  it.each([[undefined], [null], [{ width: 'wide' }], [{ ...state, x: Number.NaN }]])(
    'as usual where %j is stored',
    (stored) => {
      expect(placeWindow(stored, [screen])).toEqual({ width: 1440, height: 900, maximized: false });
    },
  );
});

/**
 * A window of macOS: it notes its normal place at its own calls alone, not when the mouse moves it or the green button makes it full screen
 * (`NativeWindowMac::GetNormalBounds`).
 */
class FakeWindow extends EventEmitter {
  bounds = { x: 240, y: 90, width: 1440, height: 900 };
  mode: 'normal' | 'maximized' | 'full screen' = 'normal';
  private readonly original = this.bounds;
  isDestroyed = (): boolean => false;
  isMinimized = (): boolean => false;
  isMaximized = (): boolean => this.mode === 'maximized';
  isFullScreen = (): boolean => this.mode === 'full screen';
  getBounds = (): Electron.Rectangle => this.bounds;
  getNormalBounds = (): Electron.Rectangle => (this.mode === 'normal' ? this.bounds : this.original);

  change(mode: FakeWindow['mode'], { x, y, width, height }: Electron.Rectangle = screen): void {
    this.mode = mode;
    this.bounds = { x, y, width, height };
    this.emit('resize');
    vi.runAllTimers();
  }
}

describe('the place that is remembered', () => {
  function closedAfter(use: (window: FakeWindow) => void, placed = state): unknown {
    vi.useFakeTimers();
    try {
      const window = new FakeWindow();
      let stored: unknown = placed;
      window.bounds = { x: placed.x, y: placed.y, width: placed.width, height: placed.height };
      saveWindowState(window as unknown as BrowserWindow, placed, (value) => {
        stored = value;
      });
      use(window);
      window.emit('close');
      return stored;
    } finally {
      vi.useRealTimers();
    }
  }
  const moved = { ...state, x: 2300, y: 300, width: 1000, height: 800 };

  it('is where the user has left the window', () => {
    expect(closedAfter((window) => window.change('normal', moved))).toEqual(moved);
  });

  it.each(['full screen', 'maximized'] as const)('is where the window was before it was %s', (mode) => {
    const after = closedAfter((window) => {
      window.change('normal', moved);
      window.change(mode);
    });
    expect(after).toEqual({ ...moved, maximized: mode === 'maximized' });
  });

  it('is that of the session before where the window is maximized from its start on', () => {
    const maximized = { ...state, maximized: true };
    expect(closedAfter((window) => window.change('maximized'), maximized)).toEqual(maximized);
  });

  it('is maximized also where the window was maximized before full screen', () => {
    const after = closedAfter((window) => {
      window.change('maximized');
      window.change('full screen');
    });
    expect(after).toEqual({ ...state, maximized: true });
  });
});
