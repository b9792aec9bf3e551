import { isDeepStrictEqual } from 'node:util';
import { BrowserWindow, nativeTheme } from 'electron';
import { appOrigin } from './appOrigin.ts';
import { settledMs, smallest, usual, type Placement } from './windowState.ts';

interface WindowOptions {
  readonly preloadFile: string;
  readonly visible: boolean;
  readonly developerTools: boolean;
  /** The window's icon on Linux; null elsewhere, where the system takes it from the program. */
  readonly iconFile: string | null;
}

/** Shows the window after this many milliseconds even if empty, so the user can close it. */
const shownAfterMs = 2000;

/** Background color before the page paints; equals `--surface` in `renderer/styles/tokens.css`. */
const surfaces = { light: '#ffffff', dark: '#16181b' } as const;

interface OpenedWindow {
  readonly window: BrowserWindow;
  place(placement: Placement): void;
}

/** Rule: Electron security checklist, 2 to 10: every preference is stated, defaults or not. */
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
  // `ready-to-show` is not enough: on Wayland it may never fire for a hidden window (Electron issue 48859).
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
  /** The window manager's initial position. A later difference is the user's move. */
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
      // Twice: between displays of different scale, Windows first uses the old scale (Electron issue 10862).
      if (!isUsual) for (let time = 0; time < 2; time += 1) window.setBounds(bounds);
      opensMaximized = maximized;
      if (maximized && shown.has(window)) window.maximize();
      void painted.then(show);
    },
  };
}

export function showNow(window: BrowserWindow): void {
  window.show();
  shown.add(window);
}

/** Brings the window to the front, unless its page is not painted yet. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  // On macOS `focus` neither shows a hidden app nor raises it (`NativeWindowMac::Focus`).
  if (shown.has(window)) window.show();
  else window.focus();
}

const shown = new WeakSet<BrowserWindow>();

function surface(): string {
  return nativeTheme.shouldUseDarkColors ? surfaces.dark : surfaces.light;
}
