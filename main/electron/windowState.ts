import type { BrowserWindow } from 'electron';
import { z } from 'zod';
import type { Json } from '../../preload/contract/json.ts';

/** Where the window was, as it is stored: its place while it is not maximised, in device-independent pixels. */
const stateSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(200).max(20_000),
  height: z.int().min(200).max(20_000),
  maximized: z.boolean(),
});

export type WindowState = z.infer<typeof stateSchema>;

/** The user's document that holds it. */
export const windowDocument = { kind: 'window', id: 'main' } as const;

export const smallest = { width: 900, height: 600 } as const;
export const usual = { width: 1440, height: 900 } as const;
/** Milliseconds without a change after which a window's place counts as final. */
export const settledMs = 300;
/** At least so much of the window has to be on a display to be caught by the mouse. */
const graspable = { width: 200, height: 100 } as const;

export interface Placement {
  readonly width: number;
  readonly height: number;
  /** Left out for the middle of the main display. */
  readonly x?: number;
  readonly y?: number;
  readonly maximized: boolean;
}

/**
 * Where to open the window: where it was, unless that was on a display that is no longer there.
 * @param displays the work areas of the displays
 */
export function placeWindow(stored: unknown, displays: readonly Electron.Rectangle[]): Placement {
  const { data: state } = stateSchema.safeParse(stored);
  if (state === undefined) return { ...usual, maximized: false };
  const { x, y, maximized } = state;
  const display = displays.find(
    (area) =>
      overlap(x, state.width, area.x, area.width) >= graspable.width &&
      overlap(y, state.height, area.y, area.height) >= graspable.height &&
      // The title bar is at the top.
      y >= area.y - graspable.height,
  );
  const width = Math.max(smallest.width, Math.min(state.width, display?.width ?? usual.width));
  const height = Math.max(smallest.height, Math.min(state.height, display?.height ?? usual.height));
  return display === undefined ? { width, height, maximized } : { x, y, width, height, maximized };
}

/**
 * Writes the place of a window that was opened at `placed` shortly after it changed. `write` is handed what to store.
 * On macOS `getNormalBounds` does not know what the mouse and the green button have changed (`NativeWindowMac::GetNormalBounds`).
 */
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
