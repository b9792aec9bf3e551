import type { BrowserWindow } from 'electron';
import { z } from 'zod';
import type { Json } from '../../preload/contract/json.ts';

/** Bounds of the window while not maximized, in device-independent pixels. */
const stateSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(200).max(20_000),
  height: z.int().min(200).max(20_000),
  maximized: z.boolean(),
});

type WindowState = z.infer<typeof stateSchema>;

export const windowDocument = { kind: 'window', id: 'main' } as const;

export const smallest = { width: 900, height: 600 } as const;
export const usual = { width: 1440, height: 900 } as const;
/** Milliseconds without a change after which the bounds count as final. */
export const settledMs = 300;
/** Minimum part of the window, in pixels, that must be on a display so that the mouse can reach it. */
const graspable = { width: 200, height: 100 } as const;

export interface Placement {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
  readonly maximized: boolean;
}

/** Uses the stored bounds, unless their display is gone. `displays`: work areas. */
export function placeWindow(stored: unknown, displays: readonly Electron.Rectangle[]): Placement {
  const { data: state } = stateSchema.safeParse(stored);
  if (state === undefined) return { ...usual, maximized: false };
  const { x, y, maximized } = state;
  const display = displays.find(
    (area) =>
      overlap(x, state.width, area.x, area.width) >= graspable.width &&
      overlap(y, state.height, area.y, area.height) >= graspable.height &&
      // The title bar must be reachable.
      y >= area.y - graspable.height,
  );
  const width = Math.max(smallest.width, Math.min(state.width, display?.width ?? usual.width));
  const height = Math.max(smallest.height, Math.min(state.height, display?.height ?? usual.height));
  return display === undefined ? { width, height, maximized } : { x, y, width, height, maximized };
}

/** On macOS, `getNormalBounds` misses changes by mouse and green button (`NativeWindowMac`). */
export function saveWindowState(window: BrowserWindow, placed: Placement, write: (at: Json) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: WindowState = { ...window.getBounds(), ...placed };
  const save = (): void => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
    state = { ...(window.isMaximized() ? state : window.getBounds()), maximized: window.isMaximized() };
    write(state);
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(save, settledMs);
  };
  window.on('resize', later);
  window.on('move', later);
  window.on('close', save);
  window.on('closed', () => clearTimeout(timer));
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);
}
