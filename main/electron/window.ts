import { isDeepStrictEqual } from 'node:util';
import { BrowserWindow, nativeTheme } from 'electron';
import { appOrigin } from './appOrigin.ts';
import { settledMs, smallest, usual, type Placement } from './windowState.ts';

export interface WindowOptions {
  readonly preloadFile: string;
  /** False when the app runs without a window on the screen. */
  readonly visible: boolean;
  /** Whether the developer tools may be opened. */
  readonly developerTools: boolean;
  /** The picture of the window, where the system takes it from no other place: on Linux; else null. */
  readonly iconFile: string | null;
}

/** Milliseconds after which a window is shown even if its page and data are not there: an empty window can be closed, a missing one cannot. */
const shownAfterMs = 2000;

/** The surface of the window's page, `--surface` in `renderer/styles/tokens.css`: what is seen of a window before its page is. */
const surfaces = { light: '#ffffff', dark: '#16181b' } as const;

/** A window whose page is loading; it is shown when its page is painted and its place is known. */
export interface OpenedWindow {
  readonly window: BrowserWindow;
  place(placement: Placement): void;
}

/** Opens the window of the app. Rule: Electron security checklist, 2 to 10: every preference is stated, defaults or not. */
export function openWindow({ preloadFile, visible, developerTools, iconFile }: WindowOptions): OpenedWindow {
  const window = new BrowserWindow({
    title: 'RWA Explorer',
    ...usual,
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    backgroundColor: surface(),
    ...(iconFile === null ? {} : { icon: iconFile }),
    webPreferences: {
      preload: preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      spellcheck: false,
      devTools: developerTools,
    },
  });
  // `ready-to-show` alone is not enough: on Wayland it may never come for a hidden window (Electron issue 48859).
  const painted = new Promise<void>((resolve) => {
    window.once('ready-to-show', resolve);
    window.webContents.once('did-finish-load', resolve);
  });
  let opensMaximized = false;
  const show = (): void => {
    if (!visible || window.isDestroyed() || shown.has(window)) return;
    if (opensMaximized) window.maximize();
    showNow(window);
  };
  /** Where the window manager put it before its place was known. If it is elsewhere later, the user moved it. */
  let shownAt: Electron.Rectangle | undefined;
  let late = setTimeout(() => {
    show();
    late = setTimeout(() => (shownAt = window.getBounds()), settledMs);
  }, shownAfterMs);
  window.once('closed', () => clearTimeout(late));
  const follow = (): void => {
    if (!window.isDestroyed()) window.setBackgroundColor(surface());
  };
  nativeTheme.on('updated', follow);
  window.once('closed', () => nativeTheme.off('updated', follow));
  void window.loadURL(`${appOrigin}/`);
  return {
    window,
    place({ maximized, ...bounds }) {
      if (window.isDestroyed() || (shownAt && !isDeepStrictEqual(window.getBounds(), shownAt))) return;
      const isUsual =
        bounds.x === undefined && bounds.width === usual.width && bounds.height === usual.height;
      // Twice: between displays of different scale Windows first takes the size by that of the one which it leaves (Electron issue 10862).
      if (!isUsual) for (let time = 0; time < 2; time += 1) window.setBounds(bounds);
      opensMaximized = maximized;
      if (maximized && shown.has(window)) window.maximize();
      void painted.then(show);
    },
  };
}

/** Shows a window, and notes that it was shown. */
export function showNow(window: BrowserWindow): void {
  window.show();
  shown.add(window);
}

/** Brings the window to the front; opens nothing before its page is painted. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  // On macOS `focus` does nothing for a hidden app, and takes no other program's place (`NativeWindowMac::Focus`).
  if (shown.has(window)) window.show();
  else window.focus();
}

/** The windows that were shown once. */
const shown = new WeakSet<BrowserWindow>();

function surface(): string {
  return nativeTheme.shouldUseDarkColors ? surfaces.dark : surfaces.light;
}
